import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isPrintable } from '../../src/core/text/is-printable.ts';
import type { ErrorCode, errorCodes } from '../../src/errors/codes.ts';
import type { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createRouterClient } from '../../src/router/create-router-client.ts';
import type { RouterClient } from '../../src/router/router-client.ts';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import { makeJob } from './fixtures.ts';

let server: AnsweringServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Every code that services are known to use, and one of each family that they are not. */
const table: [ErrorCode, (typeof errorCodes)[ErrorCode]['next'], (number | string)[]][] = [
  ['ROUTER_REFUSED', 'stop', [1001, 1002, 1005, 1006, 1999, 1500]],
  ['ROUTER_QUOTE_EXPIRED', 'requote', [1003, 1004, '1004']],
  ['ROUTER_NO_ROUTE', 'requote', [2001]],
  ['ROUTER_UNAVAILABLE', 'retry', [2002, 2999, 2500]],
  ['ROUTER_RATE_LIMITED', 'retry', [2003]],
  ['ROUTER_REFUSED', 'stop', [2004, 2005, 2006, 2007]],
  ['ROUTER_BALANCE', 'requote', [3001, 3003, 3004]],
  ['ROUTER_REFUSED', 'stop', [3002, 3006, 3008, 3100]],
  ['ROUTER_NO_ROUTE', 'requote', [3005, 3007]],
  ['ROUTER_UNAVAILABLE', 'retry', [3999, 3500]],
  ['ROUTER_NO_ROUTE', 'requote', [4001, 4002, 4003, 4004, 4500]],
  ['ROUTER_REFUSED', 'stop', [5000, 5001, 5999]],
  ['ROUTER_UNAUTHORIZED', 'retry', [6001, 6002, 6500]],
  ['ROUTER_REFUSED', 'stop', [7000, 7001]],
  ['ROUTER_REFUSED', 'stop', [98765, 'E_UNHEARD_OF', '', 'constructor', '__proto__', '-001', 0]],
];
const rows = table.flatMap(([code, next, serviceCodes]) =>
  serviceCodes.map((one) => [one, code, next] as const),
);

async function answers(
  body: unknown,
  status: number,
  headers: Record<string, string> = {},
): Promise<RouterClient> {
  await server?.close();
  server = await startAnsweringServer(json(body, status, headers));
  return createRouterClient({ baseUrl: server.url, timeoutMs: 60_000, random: () => 0.5 });
}

async function fault(promise: Promise<unknown>): Promise<FerrymanError> {
  return promise.then(
    () => expect.unreachable('it did not throw'),
    (error) => error as FerrymanError,
  );
}

const forms = (code: number | string): unknown[] => [
  { error: { code, reason: 'because', data: { tokenSymbol: 'USDC' } }, id: 'e-1' },
  {
    errors: [
      { code, reason: 'because' },
      { code: 1005, reason: 'another' },
    ],
  },
];

describe('the service’s error codes', () => {
  it.each(rows)(
    '%s is %s: %s, in both forms and with any status',
    async (serviceCode, code, next) => {
      // A code that is not the service's own may be a gateway's: with a server error it goes by the
      // status.
      const statuses = /^[1-7]\d{3}$/.test(String(serviceCode))
        ? [200, 400, 404, 500]
        : [200, 400, 404];
      for (const body of forms(serviceCode)) {
        for (const httpStatus of statuses) {
          const router = await answers(body, httpStatus);
          const error = await fault(router.swap(makeJob(), 'quote-1'));
          expect(error).toMatchObject({
            code,
            next,
            details: { serviceCode: String(serviceCode), httpStatus },
          });
          expect(error.message).toContain('because');
        }
      }
    },
  );

  it.each(rows)(
    '%s (%s) does not end a swap whose money is on its way',
    async (serviceCode, code) => {
      for (const body of forms(serviceCode)) {
        const router = await answers(body, 200);
        const payment = { chain: 'ETH', txId: '0xaa', family: 'evm' } as const;
        const status = router.status({ quoteId: 'q', sourceTxId: '0xaa' });
        // A hash that the service calls wrong is one that it does not know.
        if (String(serviceCode) === '3100')
          expect(await status).toMatchObject({ status: 'NOT_FOUND', isBare: true });
        else expect(await fault(status)).toMatchObject({ code, next: 'retry' });
        for (const call of [router.refund(payment), router.claim(payment)]) {
          expect(await fault(call)).toMatchObject({ code, next: 'retry' });
        }
      }
    },
  );

  it('are read whatever stands beside them', async () => {
    for (const reason of [undefined, null, 7, { text: 'because' }]) {
      const router = await answers(
        { error: { code: 1004, reason }, id: null, statusCode: 400 },
        400,
      );
      expect(await fault(router.quote(makeJob()))).toMatchObject({ code: 'ROUTER_QUOTE_EXPIRED' });
    }
  });

  it('are told in the documentation as they are', async () => {
    const text = await readFile(
      new URL('../../docs/reference/refusals.md', import.meta.url),
      'utf8',
    );
    const told = new Map<string, string>();
    for (const [, list = '', meaning = ''] of text.matchAll(
      /^\|((?: ?`[\dx]{4}`,?)+) \|[^|]*\| (`ROUTER_\w+` \| \w+) \|$/gm,
    )) {
      for (const [serviceCode] of list.matchAll(/[\dx]{4}/g)) told.set(serviceCode, meaning);
    }
    for (const [serviceCode, code, next] of rows) {
      const family = String(serviceCode).replace(/^(\d)\d{3}$/, '$1xxx');
      const meaning = told.get(String(serviceCode)) ?? told.get(family);
      if (/^\d{4}$/.test(String(serviceCode)))
        expect(`${serviceCode} ${meaning}`).toBe(`${serviceCode} \`${code}\` | ${next}`);
    }
    expect(told.size).toBeGreaterThan(35);
  });
});

describe('what the framework of a service answers', () => {
  const refusal = (message: unknown, status = 400) => ({
    statusCode: status,
    message,
    error: 'Bad Request',
  });
  const payment = { chain: 'ETH', txId: '0xaa', family: 'evm' } as const;

  it.each<[number, number, ErrorCode, (typeof errorCodes)[ErrorCode]['next']]>([
    [400, 400, 'ROUTER_REFUSED', 'stop'],
    [422, 422, 'ROUTER_REFUSED', 'stop'],
    [413, 413, 'ROUTER_REFUSED', 'stop'],
    // The body decides if the status says nothing.
    [200, 400, 'ROUTER_REFUSED', 'stop'],
    // It may pass, and whether an order exists is unknown.
    [409, 409, 'ROUTER_MALFORMED', 'retry'],
    [401, 401, 'ROUTER_UNAUTHORIZED', 'retry'],
    [403, 403, 'ROUTER_UNAUTHORIZED', 'retry'],
    [408, 408, 'ROUTER_UNAVAILABLE', 'retry'],
    [425, 425, 'ROUTER_UNAVAILABLE', 'retry'],
    [429, 429, 'ROUTER_RATE_LIMITED', 'retry'],
    [500, 500, 'ROUTER_UNAVAILABLE', 'retry'],
  ])(
    'with %i and a body of %i is %s (%s), and ends no swap whose money is on its way',
    async (http, told, code, next) => {
      for (const message of [
        'slippage must not be less than 0',
        ['slippage must not be less than 0', 'and more'],
      ]) {
        const router = await answers(refusal(message, told), http);
        for (const call of [router.quote(makeJob()), router.swap(makeJob(), 'quote-1')]) {
          const error = await fault(call);
          expect(error).toMatchObject({ code, next, details: { httpStatus: http } });
          expect(error.message).toContain(
            `HTTP ${told} Bad Request: slippage must not be less than 0`,
          );
        }
        for (const call of [router.refund(payment), router.claim(payment)]) {
          expect(await fault(call)).toMatchObject({ code, next: 'retry' });
        }
        // A status has several paths: one that does not understand the query is not the right one.
        const ofStatus = told === 400 || told === 422 ? 'ROUTER_PATH_NOT_FOUND' : code;
        const status = router.status({ quoteId: 'q', sourceTxId: '0xaa' });
        expect(await fault(status)).toMatchObject({ code: ofStatus, next: 'retry' });
      }
    },
  );

  it.each([404, 200])(
    'with %i and a body of 404 is about the path, and says nothing of the request',
    async (http) => {
      const router = await answers(refusal('Cannot POST /api/routes/quoteBest', 404), http);
      const calls = [
        router.quote(makeJob()),
        router.swap(makeJob(), 'quote-1'),
        router.refund(payment),
      ];
      for (const error of await Promise.all(calls.map(fault))) {
        expect(error).toMatchObject({ code: 'ROUTER_PATH_NOT_FOUND', next: 'retry' });
      }
    },
  );

  it('is told in a line of text, however long it is and whatever stands in it', async () => {
    for (const body of [
      refusal(`no\u0000\n\u001b[31m such \u202etoken${'x'.repeat(5_000)}`),
      {
        error: { code: 1999, reason: `no\u0000\n\u001b[31m such \u202etoken${'x'.repeat(5_000)}` },
      },
    ]) {
      const { code, message } = await fault((await answers(body, 400)).quote(makeJob()));
      expect(code).toBe('ROUTER_REFUSED');
      expect(message).toMatch(/no \[31m such +token/);
      expect(isPrintable(message)).toBe(true);
      expect(message.length).toBeLessThan(300);
    }
  });

  it.each([
    { message: 'no status' },
    { statusCode: 400 },
    { statusCode: 400, message: 7 },
    { statusCode: 200, message: 'all is well' },
  ])('is nothing that looks a little like it: %o', async (body) => {
    expect(await fault((await answers(body, 400)).quote(makeJob()))).toMatchObject({
      code: 'ROUTER_MALFORMED',
    });
  });
});

describe('how long to wait', () => {
  const date = 'Sun, 06 Nov 1994 08:49:37 GMT';

  it.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '10' }, 11_000],
    [
      'a date, by the service’s own clock',
      { date, 'retry-after': 'Sun, 06 Nov 1994 08:50:07 GMT' },
      33_000,
    ],
    ['a date that is over', { date, 'retry-after': 'Sun, 06 Nov 1994 08:40:00 GMT' }, 0],
    ['no more than an hour', { 'retry-after': '99999999' }, 3_960_000],
    ['nothing readable', { 'retry-after': 'soon' }, undefined],
    ['a negative time', { date, 'retry-after': '-5' }, undefined],
    ['nothing', {}, undefined],
  ])(
    'is taken over from 429 and 5xx as %s, a little spread',
    async (_what, headers, retryAfter) => {
      for (const [status, code] of [
        [429, 'ROUTER_RATE_LIMITED'],
        [500, 'ROUTER_UNAVAILABLE'],
        [503, 'ROUTER_UNAVAILABLE'],
      ] as const) {
        const router = await answers({}, status, headers);
        const error = await fault(router.quote(makeJob()));
        expect(error).toMatchObject({ code, next: 'retry' });
        expect(error.retryAfter).toBe(retryAfter);
        const polled = await fault(router.status({ quoteId: 'q', sourceTxId: '0xaa' }));
        expect(polled.retryAfter).toBe(retryAfter);
      }
    },
  );
});
