import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { type ErrorCode, errorCodes } from '../../src/errors/codes.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  type TestFerryman,
} from '../support/harness.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';

const receiver = '0x2222222222222222222222222222222222222222';
/** EIP-55 gives this address a lower-case f at the end. */
const wrongChecksum = '0xf02DC103E62cF4A2C007324d8Bb95513edABf87F';

let sandbox: Sandbox;
let one: TestFerryman;
let api: TestApi;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  one = await startTestFerryman({ endpoints: sandbox.endpoints, wallets: ['treasury'] });
  api = await serveTestApi(one.ferryman);
  await fund(sandbox.endpoints, 'ARBITRUM', one.wallets.treasury!, native, oneEther);
});
afterAll(async () => {
  await api?.close();
  await one?.close();
  await sandbox?.close();
});

const goodJob = () => coinForUsdc(sandbox.endpoints, 'ARBITRUM');
const nonce = () =>
  createPublicClient({
    transport: http(sandbox.endpoints.chains.ARBITRUM.rpcUrls[0]),
  }).getTransactionCount({
    address: one.wallets.treasury!,
  });
const settled = async (id: string) => {
  const { swap } = await one.ferryman.awaitEnd(id as SwapId, { signal: hangSignal() });
  return swap.state;
};

type Fault = [what: string, change: () => object, code: ErrorCode, pointer: string, says: RegExp];

const amountOf = (amount: unknown) => () => ({ amount });
const faults: readonly Fault[] = [
  [
    'a receiver that is none',
    () => ({ receiver: '0x12' }),
    'INVALID_JOB',
    '/receiver',
    /40 hexadecimal digits/,
  ],
  [
    'a wrong checksum',
    () => ({ receiver: wrongChecksum }),
    'INVALID_JOB',
    '/receiver',
    /checksum is wrong/,
  ],
  [
    'an address that is upper case as a whole',
    () => ({ receiver: '0XF02DC103E62CF4A2C007324D8BB95513EDABF875' }),
    'INVALID_JOB',
    '/receiver',
    /an address is 0x and 40 hexadecimal digits/,
  ],
  ['the zero address', () => ({ receiver: native }), 'INVALID_JOB', '/receiver', /has no owner/],
  [
    'a refund address that is none',
    () => ({ refundAddress: 'me' }),
    'INVALID_JOB',
    '/refundAddress',
    /hexadecimal/,
  ],
  [
    'an exponent',
    amountOf('1e18'),
    'INVALID_JOB',
    '/amount',
    /not a plain decimal number such as "12.5"/,
  ],
  ['a sign', amountOf('-1'), 'INVALID_JOB', '/amount', /not a plain decimal number/],
  ['nothing', amountOf('0'), 'INVALID_JOB', '/amount', /is zero/],
  ['nothing, at length', amountOf('0.000'), 'INVALID_JOB', '/amount', /is zero/],
  ['a decimal comma', amountOf('1,5'), 'INVALID_JOB', '/amount', /not a plain decimal number/],
  [
    'an amount that is no text',
    amountOf(1e18),
    'INVALID_JOB',
    '/amount',
    /decimal strings such as "12.5"/,
  ],
  [
    'too many decimals',
    amountOf(`0.${'0'.repeat(18)}1`),
    'INVALID_JOB',
    '/amount',
    /more decimals than the token/,
  ],
  [
    'too many decimals of the other token',
    () => ({ minOut: '0.0000001', slippageBps: undefined }),
    'INVALID_JOB',
    '/minOut',
    /more decimals than the token/,
  ],
  [
    'more than 2^256',
    amountOf(`1${'0'.repeat(60)}`),
    'INVALID_JOB',
    '/amount',
    /larger than 2\^256/,
  ],
  ['no amount', amountOf(undefined), 'INVALID_JOB', '/amount', /is missing/],
  [
    'a chain that is not here',
    () => ({ from: { chain: 'DOGE', token: native } }),
    'UNKNOWN_CHAIN',
    '/from/chain',
    /DOGE is not configured; ETH, POLYGON, ARBITRUM are\. Ferryman does not know it/,
  ],
  [
    'another chain that is not here',
    () => ({ to: { chain: 'eth', token: native } }),
    'UNKNOWN_CHAIN',
    '/to/chain',
    /^there is no chain eth; did you mean ETH\?$/,
  ],
  [
    'a chain that nothing can be signed on',
    () => ({ from: { chain: 'LITECOIN', token: native } }),
    'UNKNOWN_CHAIN',
    '/from/chain',
    /LITECOIN is not configured.*Ferryman cannot sign on Litecoin/,
  ],
  [
    'a chain that only lacks endpoints',
    () => ({ from: { chain: 'BASE', token: native } }),
    'UNKNOWN_CHAIN',
    '/from/chain',
    /BASE is not configured.*configure chains\.BASE\.rpcUrls/,
  ],
  [
    'a token where nobody can be asked for its decimals',
    () => ({ to: { chain: 'BASE', token: receiver } }),
    'TOKEN_UNREADABLE',
    '/to/token',
    /cannot read the decimals of a token on Base.*: write native.*or configure chains\.BASE\.rpcUrls/,
  ],
  [
    'a receiver with a wrong letter where nobody can be asked',
    () => ({
      to: { chain: 'LITECOIN', token: 'native' },
      receiver: 'ltc1q3m4ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga',
    }),
    'INVALID_JOB',
    '/receiver',
    /an address of Litecoin is L…, M… or ltc1….*has a wrong letter/,
  ],
  [
    'a destination that nobody knows',
    () => ({ to: { chain: 'NOWHERE', token: 'native' } }),
    'UNKNOWN_CHAIN',
    '/to/chain',
    /NOWHERE is not configured.*Ferryman does not know it/,
  ],
  [
    'a token that is none',
    () => ({ to: { chain: 'ARBITRUM', token: receiver } }),
    'UNKNOWN_TOKEN',
    '/to/token',
    /no token answers at 0x2222/,
  ],
  [
    'a token that is no address',
    () => ({ from: { chain: 'ARBITRUM', token: 'WBTC' } }),
    'INVALID_JOB',
    '/from/token',
    /WBTC is no symbol of chains.ARBITRUM.tokens.*write the token’s address on ARBITRUM, or native for ETH/,
  ],
  [
    'a token for itself',
    () => ({ to: { chain: 'ARBITRUM', token: native } }),
    'INVALID_JOB',
    '/to/token',
    /is the source token/,
  ],
  [
    'slippage over 50 %',
    () => ({ slippageBps: 5_001 }),
    'INVALID_JOB',
    '/slippageBps',
    /from 1 to 5000 \(50 %\)/,
  ],
  [
    'slippage in percent',
    () => ({ slippageBps: 0.5 }),
    'INVALID_JOB',
    '/slippageBps',
    /whole number of basis points/,
  ],
  [
    'no bound on the price',
    () => ({ slippageBps: undefined }),
    'INVALID_JOB',
    '/minOut',
    /exactly one/,
  ],
  ['two bounds on the price', () => ({ minOut: '1' }), 'INVALID_JOB', '/minOut', /exactly one/],
  // How long the routing service may compute is the operator's setting, /router/timeoutMs.
  [
    'a timeout, which no job has',
    () => ({ timeout: 61 }),
    'INVALID_JOB',
    '/timeout',
    /is not a member of a job/,
  ],
  [
    'a wallet that is not here',
    () => ({ wallet: 'tresury' }),
    'UNKNOWN_WALLET',
    '/wallet',
    /no evm wallet named tresury; did you mean treasury\?$/,
  ],
  [
    'a deadline that has passed',
    () => ({ deadline: '2020-01-01T00:00:00Z' }),
    'INVALID_JOB',
    '/deadline',
    /has passed/,
  ],
  [
    'a deadline of no zone',
    () => ({ deadline: '2040-01-01T00:00:00' }),
    'INVALID_JOB',
    '/deadline',
    /time zone/,
  ],
  [
    'a flow that there is not',
    () => ({ flow: 'by-hand' }),
    'INVALID_JOB',
    '/flow',
    /deposit-by-hand/,
  ],
  [
    'a member with a slash',
    () => ({ metadata: { 'a/b~': 5 } }),
    'INVALID_JOB',
    '/metadata/a~1b~0',
    /is not a text/,
  ],
];

describe('a job that cannot be meant', () => {
  it.each(faults)('is refused: %s', async (_what, change, code, pointer, says) => {
    const body = { ...goodJob(), ...change() };
    const { status, type, body: problem } = await api.post(body);
    expect(problem).toMatchObject({
      code,
      title: errorCodes[code].meaning,
      detail: expect.stringMatching(says),
      stage: 'submit',
      fundsState: 'untouched',
      errors: [{ pointer, detail: expect.stringMatching(says) }],
    });
    expect([status, type]).toEqual([errorCodes[code].status, 'application/problem+json']);
    await expect(one.ferryman.submit({ idempotencyKey: 'bad', body })).rejects.toMatchObject({
      code,
      next: 'stop',
      faults: [{ pointer, message: expect.stringMatching(says) }],
    });
  });

  it('is told all that is wrong with it at once', async () => {
    const body = {
      ...goodJob(),
      amount: '1e18',
      slippageBps: 6_000,
      receiver: undefined,
      note: 'hi',
    };
    const form = await api.post(body);
    expect(form.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/amount',
      '/note',
      '/receiver',
      '/slippageBps',
    ]);
    const values = {
      ...goodJob(),
      receiver: '0x12',
      refundAddress: wrongChecksum,
      to: { chain: 'ETH', token: 'x' },
    };
    const content = await api.post(values);
    expect(content.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/receiver',
      '/refundAddress',
      '/to/token',
    ]);
    const nowhere = {
      ...goodJob(),
      from: { chain: 'A', token: native },
      to: { chain: 'B', token: native },
    };
    expect((await api.post(nowhere)).body.errors).toHaveLength(2);
  });

  it('is told faults of form and of meaning in one answer, each with what may be meant', async () => {
    const wrong = {
      ...goodJob(),
      wallet: 'tresury',
      from: { chain: 'ARBITRUM', token: 'ETHH' },
      to: { chain: 'POLYGN', token: 'native' },
      amount: '1e18',
      refundAddress: wrongChecksum,
      providers: { allow: ['accross'] },
      deadline: '2020-01-01T00:00:00Z',
      note: 'hi',
      rule: { id: 'dca', version: 1, budgets: [] },
    };
    const expected = {
      '/amount': /plain decimal number/,
      '/deadline': /has passed/,
      '/from/token': /ETHH is no symbol.*/,
      '/note': /is not a member of a job/,
      '/providers/allow/0': /did you mean across\?/,
      '/refundAddress': /checksum is wrong/,
      '/rule': /is set by the treasury alone/,
      '/to/chain': /did you mean POLYGON\?/,
      '/wallet': /did you mean treasury\?/,
    };
    const check = (problem: { code: string; errors: { pointer: string; detail: string }[] }) => {
      expect(problem.code).toBe('INVALID_JOB');
      const found = Object.fromEntries(
        problem.errors.map(({ pointer, detail }) => [pointer, detail]),
      );
      expect(Object.keys(found).sort()).toEqual(Object.keys(expected));
      for (const [pointer, says] of Object.entries(expected)) expect(found[pointer]).toMatch(says);
    };
    check((await api.post(wrong)).body);
    const batch = await api.postTo('/v1/swaps/batch', {
      swaps: [{ idempotencyKey: 'wrong', job: wrong }],
    });
    check(batch.body.results[0].problem);
  });

  it('is told of an unknown token, a bad address and a bad amount together', async () => {
    const wrong = {
      ...goodJob(),
      from: { chain: 'ARBITRUM', token: receiver },
      minOut: '0.0000001',
      slippageBps: undefined,
      receiver: '0x12',
      maxFee: `0.${'0'.repeat(18)}1`,
    };
    const { body } = await api.post(wrong);
    expect(body.code).toBe('INVALID_JOB');
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/from/token',
      '/maxFee',
      '/minOut',
      '/receiver',
    ]);
  });

  it.each([
    ['no JSON', '{"wallet": "treasury"', {}, 'BODY_MALFORMED'],
    [
      'a prototype',
      '{"metadata":{"__proto__":"x"},"__proto__":{"wallet":"treasury"}}',
      {},
      'BODY_AMBIGUOUS',
    ],
    ['17 levels', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`, {}, 'BODY_AMBIGUOUS'],
    // As deep as a body may be, so that the schema is what refuses it.
    ['16 levels', `${'{"a":'.repeat(16)}1${'}'.repeat(16)}`, {}, 'INVALID_JOB'],
    ['a member twice', '{"amount":"0.01","amount":"10"}', {}, 'BODY_AMBIGUOUS'],
    ['no object', '"treasury"', {}, 'INVALID_JOB'],
    [
      'a form',
      'wallet=treasury',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'BODY_MALFORMED',
    ],
    ['a body without end', `{"wallet":"${'x'.repeat(70_000)}"}`, {}, 'BODY_TOO_LARGE'],
    [
      'a key without an end',
      '{}',
      { 'idempotency-key': 'k'.repeat(129) },
      'IDEMPOTENCY_KEY_REQUIRED',
    ],
  ] as const)('is refused in whatever form: %s', async (_what, body, headers, code) => {
    const { status, body: problem } = await api.post(body, headers);
    expect({ status, ...problem }).toMatchObject({
      status: errorCodes[code].status,
      code,
      fundsState: 'untouched',
    });
  });

  it('leaves no trace: nothing stored, nothing signed', async () => {
    expect((await api.get('/v1/swaps')).body.swaps).toEqual([]);
    expect(await nonce()).toBe(0);
  });
});

describe('after all of that', () => {
  it('a person at a terminal is told the code, the place and what to do', async () => {
    const world = { folder: one.options.dataFolder, environment: api.environment };
    const line = `swap create --wallet treasury --from ARBITRUM:native --to ETH:native --receiver ${receiver} --slippage-bps 9000 --amount 1e18`;
    const { code, stdout, stderr } = await ferryman(line.split(' '), world);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('error INVALID_JOB');
    expect(stderr).toMatch(/ {2}--amount: is not a plain decimal number/);
    expect(stderr).toMatch(
      / {2}--slippage-bps: is not a whole number of basis points from 1 to 5000/,
    );
  });

  it('a swap that the wallet cannot pay ends, and says what to do', async () => {
    const chain = 'POLYGON';
    const body = {
      ...goodJob(),
      from: { chain, token: native },
      to: { chain: 'ARBITRUM', token: native },
    };
    const { id } = (await api.post(body)).body.swap;
    expect(await settled(id)).toBe('failed');
    const { swap } = (await api.get(`/v1/swaps/${id}`)).body;
    const { meaning } = errorCodes.INSUFFICIENT_BALANCE;
    expect(swap).toMatchObject({
      fundsState: 'untouched',
      reason: { code: 'INSUFFICIENT_BALANCE', meaning },
    });
    const environment = { ...api.environment, COLUMNS: '900' };
    const world = { folder: one.options.dataFolder, environment };
    expect((await ferryman(['swap', 'get', id], world)).stdout).toContain(meaning);
  });

  it('a good job settles, and its key is its own', async () => {
    const key = { 'idempotency-key': 'rent-2026-11' };
    const created = await api.post(goodJob(), key);
    expect(created.status).toBe(201);
    const other = await api.post({ ...goodJob(), amount: '0.02' }, key);
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
    expect(other.body).not.toHaveProperty('fundsState');
    expect(await settled(created.body.swap.id)).toBe('settled');
    // Also once the first one has ended: the same body is the same swap, another is none.
    expect(await api.post(goodJob(), key)).toMatchObject({
      status: 200,
      body: { swap: { id: created.body.swap.id } },
    });
    expect((await api.post({ ...goodJob(), amount: '0.02' }, key)).status).toBe(409);
    expect(await nonce()).toBe(1);
  });
});
