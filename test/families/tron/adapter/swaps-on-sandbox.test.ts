import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TronChainEndpoints } from '../../../../sandbox/endpoints.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/start-sandbox.ts';
import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import type { OrderId, WalletId } from '../../../../src/core/swap/ids.ts';
import type { Asset, Job } from '../../../../src/core/swap/job.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { Order } from '../../../../src/core/swap/swap.ts';
import type { TransactionObject } from '../../../../src/core/swap/transaction-object.ts';
import type { TronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import { createTronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import {
  decodeRawData,
  encodeRawData,
  type RawData,
} from '../../../../src/families/tron/adapter/raw-data.ts';
import { tronAccountOf, tronAddressOf } from '../../../../src/families/tron/formats/address.ts';
import { type TronChain, tronNativeToken } from '../../../../src/families/tron/formats/chain.ts';
import { createGuard } from '../../../../src/guard/create-guard.ts';
import type {
  SignedTransaction,
  SimulatedChanges,
  UnsignedTransaction,
} from '../../../../src/ports/chain-adapter.ts';
import type { Guard, Intent, Verdict } from '../../../../src/ports/guard.ts';
import { createRouterClient } from '../../../../src/router/create-router-client.ts';
import type { RouterClient } from '../../../../src/router/router-client.ts';
import { byHand } from '../../../sandbox/by-hand.ts';
import { tronByHand } from '../../../sandbox/tron-by-hand.ts';
import { policyFrom } from '../../../support/guard-policy.ts';
import { until } from '../../../support/until.ts';
import { testKeys } from '../../evm/adapter/test-keys.ts';

const key: Hex = generatePrivateKey();
const owner = tronAddressOf(privateKeyToAccount(key).address);
const stranger = tronAddressOf(privateKeyToAccount(generatePrivateKey()).address);

let sandbox: Sandbox;
let tron: TronChainEndpoints;
let chain: TronChain;
let adapter: TronAdapter;
let router: RouterClient;
let guard: Guard;
let evmReceiver: string;

beforeAll(async () => {
  sandbox = await startSandbox({
    otherChains: ['TRON'],
    blockIntervalMs: 100,
    quoteLifetimeMs: 60_000,
  });
  tron = sandbox.endpoints.chains.TRON!;
  const { guardPolicy } = sandbox.endpoints;
  // What tokens are worth is not read here.
  guard = createGuard({ policy: policyFrom({ ...guardPolicy, prices: { unpriced: 'any' } }) });
  const hand = tronByHand(sandbox.endpoints);
  for (const symbol of ['TRX', 'USDT', 'WTRX']) await hand.fund(symbol, owner, 10_000n);
  evmReceiver = byHand(sandbox.endpoints).wallet().address;
  const { blockID } = await hand.node<{ blockID: string }>('wallet/getblock', { id_or_num: '0' });
  chain = {
    ...ofFamily(chainRegistry.TRON!, 'tron'),
    genesis: blockID,
    wrappedNative: tron.wrappedNative,
    blockTimeMs: 100,
    proofDepth: sandbox.endpoints.finalityDepth,
  };
  adapter = createTronAdapter({ chain, rpcUrls: tron.fullNodeUrls });
  router = createRouterClient({ baseUrl: sandbox.endpoints.router.url, timeoutMs: 20_000 });
});
afterAll(() => sandbox?.close());

function asset(symbol: string): Asset {
  if (symbol === 'TRX')
    return { family: 'tron', chain: 'TRON', token: tronNativeToken, decimals: 6, symbol };
  const { address: token, decimals } = tron.tokens.find((one) => one.symbol === symbol)!;
  return { family: 'tron', chain: 'TRON', token, decimals, symbol };
}

function jobOf(
  from: string,
  to: Asset,
  receiver = to.family === 'tron' ? stranger : evmReceiver,
): Job {
  return {
    wallet: { id: 'w-1' as WalletId, name: 'main', address: owner },
    from: asset(from),
    to,
    amount: 100_000_000n,
    receiver,
    bound: { kind: 'slippage', slippageBps: 100 },
    refundAddress: owner,
    providers: { allow: [], deny: [] },
    flow: 'wallet',
    deadline: Date.now() + 600_000,
    metadata: {},
  };
}

interface Judged {
  verdict: Verdict;
  unsigned: UnsignedTransaction;
  simulation: SimulatedChanges;
}

/**
 * Does what the executor does, up to the verdict.
 * @param rewrite changes the bytes in between
 */
async function judge(
  job: Job,
  intent: Intent,
  transaction: TransactionObject,
  rewrite: (raw: RawData) => RawData = (raw) => raw,
): Promise<Judged> {
  const terms = { kind: 'expiry' } as const;
  const fee = await adapter.estimateFee(owner, transaction);
  const prepared = await adapter.prepare({ account: owner, terms, transaction, fee });
  const unsigned = { ...prepared, bytes: encodeRawData(rewrite(decodeRawData(prepared.bytes))) };
  const spender =
    intent.kind === 'swap'
      ? intent.order.spender
      : 'spender' in intent
        ? intent.spender
        : undefined;
  const simulation = await adapter.simulate({
    unsigned,
    accounts: job.to.chain === 'TRON' ? [job.receiver] : [],
    tokens: [job.from, job.to].filter((one) => one.chain === 'TRON').map(({ token }) => token),
    inspect: [ofFamily(transaction, 'tron').to, ...(spender === undefined ? [] : [spender])],
  });
  const lease = { account: owner, terms };
  const policy = defaultPolicy;
  const verdict = guard.judge({
    intent,
    chain,
    job,
    lease,
    unsigned,
    simulation,
    policy,
    authenticity: { kind: 'sealed', by: 'library' },
    feeSpent: 0n,
  });
  return { verdict, unsigned, simulation };
}

async function send({ verdict, unsigned }: Judged): Promise<SignedTransaction> {
  expect(verdict).toMatchObject({ kind: 'allow' });
  const signed = await adapter.sign(
    unsigned,
    testKeys(() => key),
    'main',
  );
  expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
  await until(async () => {
    const inclusion = (await adapter.observe([signed], [])).attempts.get(signed.txId);
    if (inclusion?.status === 'pending' || inclusion?.status === 'unseen') return false;
    expect(inclusion).toMatchObject({ succeeded: true });
    return true;
  });
  return signed;
}

/** Quote, allowance, swap data: an order that can be judged. */
async function order(job: Job): Promise<Order & { transaction: TransactionObject }> {
  const quote = await router.quote(job);
  if (quote.spender !== undefined) {
    const { token } = job.from;
    const intent = { kind: 'approve', token, spender: quote.spender, value: job.amount } as const;
    await send(
      await judge(job, intent, adapter.allowances.approve(token, quote.spender, job.amount)),
    );
    expect((await adapter.allowances.read(owner, token, quote.spender)).value).toBe(job.amount);
  }
  const { raw, ...data } = await router.swap(job, quote.quoteId);
  expect(raw).toBeDefined();
  return {
    id: 'o-1' as OrderId,
    quoteId: quote.quoteId,
    quotedMinOut: quote.minOut,
    quotedAt: Date.now(),
    destinationAnchor: 0n,
    open: true,
    ...data,
  };
}

describe('a swap on TRON', () => {
  it.each([
    ['USDT', 'TRX'],
    ['TRX', 'USDT'],
    ['TRX', 'WTRX'],
    ['WTRX', 'TRX'],
    ['USDT', 'WTRX'],
  ])('of %s for %s is allowed, and brings the expected amount', async (from, to) => {
    const job = jobOf(
      from,
      asset(to),
      ['TRX', 'WTRX'].includes(from) && ['TRX', 'WTRX'].includes(to) ? owner : stranger,
    );
    const made = await order(job);
    const { latest } = await adapter.head();
    const signed = await send(await judge(job, { kind: 'swap', order: made }, made.transaction));
    const received = await adapter.receivedIn(signed.txId, job.receiver, job.to.token);
    const amount = received.reduce((sum, transfer) => sum + transfer.amount, 0n);
    expect(amount).toBeGreaterThanOrEqual(made.minOut);
    expect(await adapter.receivedSince(latest, job.receiver, job.to.token)).toMatchObject(
      received.map(({ txId, index }) => ({ txId, index })),
    );
  });

  it('to another chain is allowed', async () => {
    const { address: token, decimals } = sandbox.endpoints.chains.ETH.tokens.find(
      ({ symbol }) => symbol === 'USDC',
    )!;
    for (const from of ['USDT', 'TRX']) {
      const job = jobOf(from, { family: 'evm', chain: 'ETH', token, decimals, symbol: 'USDC' });
      const made = await order(job);
      await send(await judge(job, { kind: 'swap', order: made }, made.transaction));
    }
  });
});

describe('a swap on TRON that is tampered with', () => {
  let job: Job;
  let made: Order & { transaction: TransactionObject };
  beforeAll(async () => {
    job = jobOf('USDT', asset('TRX'));
    made = await order(job);
  });

  const word = (address: string): string => tronAccountOf(address)!.slice(2);
  const tampered = (change: (call: { data: string; to: string; value: bigint }) => object) => {
    const transaction = {
      ...made.transaction,
      ...change(ofFamily(made.transaction, 'tron')),
    } as TransactionObject;
    return judge(job, { kind: 'swap', order: { ...made, transaction } }, transaction);
  };
  const rulesOf = ({ verdict }: Judged): string[] =>
    verdict.kind === 'allow' ? [] : [...new Set(verdict.findings.map(({ rule }) => rule))];

  it('pays another receiver: refused by the received amount and by the arguments', async () => {
    const judged = await tampered(({ data }) => ({
      data: data.replace(word(stranger), word(tronAddressOf(`0x${'77'.repeat(20)}`))),
    }));
    expect(judged.verdict.kind).toBe('reject');
    expect(rulesOf(judged)).toEqual(['G12', 'T03']);
  });

  it('sends coins that the contract does not accept: refused because it would fail', async () => {
    await expect(tampered(() => ({ value: 5_000_000n })).then(rulesOf)).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
    });
  });

  it('calls the token instead: refused by its target and its selector', async () => {
    const transfer = `0xa9059cbb${word(stranger).padStart(64, '0')}${50_000_000n.toString(16).padStart(64, '0')}`;
    expect(rulesOf(await tampered(() => ({ to: job.from.token, data: transfer })))).toContain(
      'T03',
    );
    const approve = `0x095ea7b3${word(stranger).padStart(64, '0')}${'f'.repeat(64)}`;
    const judged = await tampered(() => ({ to: job.from.token, data: approve }));
    expect(rulesOf(judged)).toEqual(expect.arrayContaining(['T03', 'G12']));
  });

  it('is changed after the decision: refused by its bytes', async () => {
    const intent = { kind: 'swap', order: made } as const;
    const rules = async (rewrite: (raw: RawData) => RawData) =>
      rulesOf(await judge(job, intent, made.transaction, rewrite));
    expect(await rules((raw) => ({ ...raw, feeLimit: raw.feeLimit + 1n }))).toEqual(['T04']);
    expect(await rules((raw) => ({ ...raw, expiration: raw.expiration + 3_600_000n }))).toEqual([
      'T06',
    ]);
    // It is not the ABI's strict encoding any more either.
    expect(await rules((raw) => ({ ...raw, data: `${raw.data}00` }))).toEqual(['T02', 'T03']);
    const paid = {
      type: 'TransferContract',
      to: tronAccountOf(stranger)!,
      data: '0x',
      value: 1_000_000n,
    } as const;
    expect(await rules((raw) => ({ ...raw, ...paid }))).toContain('T01');
  });

  it('is allowed unchanged', async () => {
    expect((await judge(job, { kind: 'swap', order: made }, made.transaction)).verdict.kind).toBe(
      'allow',
    );
  });
});
