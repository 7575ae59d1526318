import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { createEndpoints } from '../../src/api/endpoints/endpoints.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { shorten } from '../../src/core/text/mask-text.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
  tokenOf,
} from '../support/harness.ts';
import { openStream } from '../support/read-stream.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';
import { until } from '../support/until.ts';
import { waitFor } from '../support/wait-for.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
const metadata = { customer: 'Ada Lovelace', 'cost-centre': 'Analytical Engines' };

/** Every call that reads. A call that is added to the table is asked too. */
const reading = createEndpoints({ chains: [] } as never).filter(({ method }) => method === 'get');

/** A real service with swaps of each kind, and keys that see less than others. */
describe('a masked key', () => {
  let sandbox: Sandbox;
  let test: TestFerryman;
  let api: TestApi;
  let url: string;
  let admin: string;
  /** A key for each choice of masks. */
  let masked: { both: string; addresses: string; metadata: string };
  /** For the parameters of paths. */
  let named: Record<string, readonly string[]>;
  /** What only those see who see addresses, in lower case. */
  let secrets: ReadonlySet<string>;
  const checkAnswer = createAnswerCheck();

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    const { endpoints } = sandbox;
    test = await startTestFerryman({ endpoints, wallets: ['treasury', 'poor'] });
    api = await serveTestApi(test.ferryman);
    url = api.environment.FERRYMAN_API_URL ?? '';
    admin = api.environment.FERRYMAN_API_KEY ?? '';
    const treasury = test.wallets.treasury ?? '';
    const usdc = (chain: 'ETH' | 'POLYGON') => tokenOf(endpoints, chain, 'USDC');
    await fund(endpoints, 'ETH', treasury, native, oneEther);
    await fund(endpoints, 'ETH', treasury, usdc('ETH'), 100_000_000n);
    const across = {
      from: { chain: 'ETH', token: usdc('ETH') },
      to: { chain: 'POLYGON', token: usdc('POLYGON') },
      ...{ receiver, metadata },
    } as const;
    const submit = async (change: object) => {
      const job = coinForUsdc(endpoints, 'ETH', { ...across, amount: '50', ...change });
      return (await submitJob(test.ferryman, job, `pay ${receiver} ${randomUUID()}`)).swap.id;
    };
    const paid = await submit({});
    const unpaid = await submit({ wallet: 'poor' });
    const waiting = await submit({
      ...{ flow: 'deposit-by-hand', slippageBps: 300, providers: { allow: ['changenow'] } },
    });
    const filter = { q: receiver, receiver, metadata: `customer=${metadata.customer}` };
    const bulk = await api.postTo(
      '/v1/bulk-actions',
      { action: 'retry', filter, reason: `asked for ${receiver}` },
      { 'idempotency-key': randomUUID() },
    );
    const hook = await api.postTo('/v1/webhooks', { url: 'https://hooks.invalid/' });
    const ended = await test.ferryman.awaitEnd(paid, { signal: hangSignal() });
    expect(ended.swap.state).toBe('settled');
    await test.ferryman.awaitEnd(unpaid, { signal: hangSignal() });
    await until(async () => (await find(waiting)).order?.deposit !== undefined);
    named = {
      swaps: [paid, unpaid, waiting],
      'bulk-actions': [bulk.body.bulkAction.id],
      webhooks: [hook.body.webhook.id],
      wallets: ['treasury'],
      approvals: [await holdFor(waiting)],
      treasury: [await applyRule(usdc('ETH'))],
      'approval-batches': [await occurrenceOf(waiting)],
    };
    const make = async (...masks: string[]) =>
      (await api.postTo('/v1/keys', { scopes: ['view'], masks })).body.secret;
    masked = {
      both: await make('addresses', 'metadata'),
      addresses: await make('addresses'),
      metadata: await make('metadata'),
    };
    secrets = await readSecrets();
  });

  /** A rule that is due in no year of this test. */
  async function applyRule(token: string): Promise<string> {
    const { rule } = await test.ferryman.applyRule({
      body: {
        ...{ id: 'salaries', kind: 'payroll', wallet: 'treasury', slippageBps: 50 },
        schedule: { cron: '0 0 29 2 *', timeZone: 'UTC' },
        from: { chain: 'ETH', token: 'native' },
        to: { chain: 'ETH', token },
        payments: [{ receiver, amount: '1' }],
        note: `for ${receiver}`,
      },
      reason: `asked for by ${receiver}`,
    });
    return rule.id;
  }

  /** As if the rule had asked for the swap. Returns the id of the batch that approvers would sign. */
  async function occurrenceOf(swapId: SwapId): Promise<string> {
    const { journal } = test.ferryman;
    const { version } = (await journal.findRule('salaries'))!;
    const instant = Date.now();
    await journal.beginOccurrence({
      ...{ ruleId: 'salaries', version, at: instant },
      now: { instant, kind: 'act', jobs: [{ receiver }], seal: 'none' },
    });
    await journal.recordSubmitted({ ruleId: 'salaries', instant }, [swapId]);
    return `salaries@${new Date(instant).toISOString()}`;
  }

  /** As if the guard held a transaction of the swap for a contract. */
  async function holdFor(swapId: SwapId): Promise<string> {
    const { journal } = test.ferryman;
    const known = {
      facts: { target: receiver },
      contract: { codeHash: `0x${'ab'.repeat(32)}` },
      simulation: [`balance of ${receiver} in ${native}: +1`],
      ...{ block: '1', policy: 'none' },
    };
    const item = { kind: 'target', chain: 'ETH', address: receiver } as const;
    const reason = { code: 'APPROVAL_NEEDED', message: `the target ${receiver} is new` };
    // Its worker may change it meanwhile.
    return waitFor(async () => {
      const version = (await journal.snapshot(swapId))?.swap.version ?? 0;
      await journal.hold({
        ...{ swapId, version, fundsState: 'untouched', reason, within: 3_600_000 },
        items: [{ item, rule: 'E02', message: reason.message, known }],
      });
      const [approval] = await journal.listApprovals({ swapId, limit: 1 });
      return approval?.id ?? '';
    });
  }

  afterAll(async () => {
    await api?.close();
    await test?.close();
    await sandbox?.close();
  });

  const find = async (id: SwapId) => {
    const view = await test.ferryman.journal.findSwap(id);
    if (!view) throw new Error('no such swap');
    return view;
  };

  const ask = async (path: string, key: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'application/json', ...headers },
      signal: hangSignal(),
    });
    return { status: answer.status, text: await answer.text() };
  };

  /** The paths of a call, with all that there is for its parameters. */
  function pathsOf({ id, path }: Endpoint): string[] {
    const [, , group = ''] = path.split('/');
    const queries = id === 'exportSwaps' ? ['?format=csv', '?format=json'] : [''];
    const ids = path.includes('{') ? named[group] : [''];
    if (!ids) throw new Error(`say what ${path} is to be asked with`);
    return ids.flatMap((one) => queries.map((query) => path.replace(/\{\w+\}/, one) + query));
  }

  /** What a stream has told once it has told as much as the page of the same call. */
  async function streamed(path: string, key: string, count: number): Promise<string> {
    const ending = new AbortController();
    const options = { key, signal: AbortSignal.any([ending.signal, hangSignal()]) };
    const stream = await openStream(`${url}${path}?after=start`, options);
    if (!stream.events) throw new Error(`${path} answers ${stream.status}`);
    const seen: unknown[] = [];
    for await (const event of stream.events) if (seen.push(event) >= count) break;
    ending.abort();
    return JSON.stringify(seen);
  }

  /** All answers to a key, by the path that was asked. Streams are asked as pages and as streams. */
  async function answersTo(key: string) {
    const answers: { path: string; status: number; text: string }[] = [];
    for (const endpoint of reading)
      for (const path of pathsOf(endpoint)) {
        const answer = await ask(path, key);
        answers.push({ path, ...answer });
        if (!endpoint.answers[200]?.stream) continue;
        const { length } = JSON.parse(answer.text).events;
        answers.push({
          path: `${path} (stream)`,
          status: 200,
          text: await streamed(path, key, length),
        });
      }
    return answers;
  }

  /** All addresses, hashes and signed bytes that an unmasked key reads, but those of tokens. */
  async function readSecrets(): Promise<Set<string>> {
    const { endpoints } = sandbox;
    const tokens = new Set(
      [
        native,
        ...Object.values(endpoints.chains).flatMap(({ tokens: all }) =>
          (all ?? []).map(({ address }) => address),
        ),
      ].map((token) => token.toLowerCase()),
    );
    const { order } = await find(named.swaps?.[2] as SwapId);
    const all = (await answersTo(admin)).map(({ text }) => text).join('\n');
    const found = new Set([
      ...[...all.matchAll(/\b(?:0x)?[0-9a-f]{40,}\b/gi)].map(([hex]) => hex.toLowerCase()),
      `${order?.deposit?.exchangeId}`.toLowerCase(),
    ]);
    return new Set([...found].filter((one) => !tokens.has(one)));
  }

  it('reads the same calls, and none of their answers has an address or metadata', async () => {
    const { treasury = '', poor = '' } = test.wallets;
    for (const known of [receiver, treasury, poor]) expect(secrets).toContain(known.toLowerCase());
    const words = [...Object.keys(metadata), ...Object.values(metadata)];
    for (const { path, status, text } of await answersTo(masked.both)) {
      const read = text.toLowerCase();
      expect(
        [...secrets].filter((secret) => read.includes(secret)),
        path,
      ).toEqual([]);
      expect(
        words.filter((word) => read.includes(word.toLowerCase())),
        path,
      ).toEqual([]);
      if (status === 200 && text.startsWith('{') && !path.includes(' ') && !path.includes('export'))
        checkAnswer('GET', path, { status, body: JSON.parse(text) });
    }
  });

  it('sees what its masks leave, and that something was left out', async () => {
    const [paid = ''] = named.swaps ?? [];
    const swapFor = async (key: string) =>
      JSON.parse((await ask(`/v1/swaps/${paid}`, key)).text).swap;
    const own = await swapFor(admin);
    expect(own.metadata).toEqual(metadata);
    expect(own).not.toHaveProperty('masked');
    const { metadata: _hidden, ...rest } = own;
    const short = {
      receiver: '0xf0…f875',
      payment: { txId: shorten(own.payment.txId) },
    };
    const same = { id: paid, state: 'settled', amount: '50', from: own.from, to: own.to };
    const least = await swapFor(masked.both);
    expect(least).toMatchObject({ ...short, ...same, masked: true });
    expect(least).not.toHaveProperty('metadata');
    expect(await swapFor(masked.metadata)).toEqual({ ...rest, masked: true });
    const shortened = await swapFor(masked.addresses);
    expect(shortened).toMatchObject({ ...short, ...same, metadata });
    expect(shortened).not.toHaveProperty('masked');
    const { orders } = JSON.parse((await ask(`/v1/swaps/${paid}/orders`, masked.both)).text);
    expect(orders).not.toEqual([]);
    for (const order of orders) {
      expect(order).toMatchObject({ masked: true });
      expect(order).not.toHaveProperty('quoteAnswer');
    }
  });

  it('cannot find out by any parameter whether a guess is right', async () => {
    const guesses: [right: string, wrong: string][] = [
      [receiver, '0x52908400098527886E0F7030069857D2E4169EE7'],
      ['Ada Lovelace', 'Eve Lovelace'],
      ['customer=Ada Lovelace', 'customer=Eve Lovelace'],
    ];
    const told = async (path: string, name: string, guess: string) => {
      const { status, text } = await ask(
        `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: guess })}`,
        masked.both,
      );
      // A message quotes what was asked for, in short.
      return `${status} ${text}`
        .replace(/"requestId":"[^"]*"/, '')
        .replaceAll(guess, 'guess')
        .replaceAll(/0x\w\w…\w{4}/g, 'guess');
    };
    // Calls with the same filter share its parameters.
    const asked = new Set<unknown>();
    for (const { path: form, query } of reading.filter(({ scope }) => scope === 'view')) {
      const [path = ''] = pathsOf({ path: form } as Endpoint);
      for (const [name, parameter] of Object.entries(
        query instanceof z.ZodObject ? query.shape : {},
      )) {
        if (asked.has(parameter)) continue;
        asked.add(parameter);
        for (const guess of guesses) {
          const [right, wrong] = await Promise.all(guess.map((one) => told(path, name, one)));
          expect(right, `${path} by ${name}`).toBe(wrong);
        }
      }
    }
    expect(asked.size).toBeGreaterThan(30);
    for (const name of ['q', 'receiver', 'metadata']) {
      const { status, text } = await ask(`/v1/swaps?${name}=${receiver}`, masked.both);
      expect({ status, ...JSON.parse(text) }).toMatchObject({
        ...{ status: 403, code: 'MASKED' },
        errors: [{ pointer: `/${name}` }],
      });
    }
    expect((await ask(`/v1/swaps?receiver=${receiver}`, masked.metadata)).status).toBe(200);
    expect((await ask('/v1/swaps?metadata=customer', masked.addresses)).status).toBe(200);
  });
});
