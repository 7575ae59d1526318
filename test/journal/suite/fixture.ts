import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Family } from '../../../src/core/swap/chains.ts';
import type { AttemptId, LeaseId, OrderId, SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { Inclusion, Snapshot, Step, StepKind, Swap } from '../../../src/core/swap/swap.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import type { EvmFee } from '../../../src/families/evm/formats/transaction.ts';
import type { Journal } from '../../../src/ports/journal.ts';
import type { Settlement, SettleResult } from '../../../src/ports/stores/attribution-store.ts';
import type {
  BestSwapRecord,
  QuoteRecord,
  SwapDataRecord,
} from '../../../src/ports/stores/order-store.ts';
import type {
  CommitRequest,
  CommitResult,
  LeaseRequest,
  LeaseResult,
} from '../../../src/ports/stores/signing-records.ts';
import type { Wallet } from '../../../src/ports/stores/wallet-store.ts';
import { nonceOf } from '../../support/nonce-of.ts';

/** A journal on an engine, with access to its database to inspect it and break its rules. */
export interface OpenedJournal {
  journal: Journal;
  /** Runs a statement on the journal's own database. */
  raw(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export type Under = () => OpenedJournal;

export const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const spender = '0x0605808857d431Bfb447979A599B19Ab48166C9c';
export const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
/** Costs at most 100 wei. */
export const fee: EvmFee = {
  family: 'evm',
  gasLimit: 10n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
};
export const holder = 'worker-1';
export const hour = 3_600_000;

/** One wallet on one chain that no other test uses, and the common steps of tests. */
export interface World {
  journal: Journal;
  raw: OpenedJournal['raw'];
  chain: string;
  wallet: Wallet;
  job(change?: Partial<Job>): Job;
  submit(change?: Partial<Job>): Promise<Swap>;
  snapshot(id: SwapId): Promise<Snapshot>;
  version(id: SwapId): Promise<number>;
  quote(id: SwapId, change?: Partial<QuoteRecord>): Promise<OrderId>;
  swapData(id: SwapId, change?: Partial<SwapDataRecord>): Promise<OrderId>;
  /** An order that was made in one call. */
  bestSwap(id: SwapId, change?: Partial<BestSwapRecord>): Promise<OrderId>;
  /** A payment of the swap's open order (in native coins by default), with plenty of balance. */
  leaseRequest(
    id: SwapId,
    change?: Partial<LeaseRequest>,
    ofOrder?: boolean,
  ): Promise<LeaseRequest>;
  lease(id: SwapId, change?: Partial<LeaseRequest>, ofOrder?: boolean): Promise<LeaseResult>;
  commit(id: SwapId, leaseId: LeaseId, change?: Partial<CommitRequest>): Promise<CommitResult>;
  /** A submitted swap with a complete order. */
  ready(change?: Partial<Job>): Promise<SwapId>;
  /** A swap with a committed payment. */
  paid(change?: Partial<LeaseRequest>): Promise<Paid>;
  observe(
    attempts: Record<string, Inclusion>,
    change?: Observed,
  ): Promise<{ swapId: SwapId; version: number }[]>;
  prove(id: SwapId, leaseId: LeaseId, change: Proven): Promise<void>;
  /** As the worker that holds the swap: verified on its chain by default. */
  settle(id: SwapId, change?: Partial<Settlement>): Promise<SettleResult>;
}

export interface Paid {
  id: SwapId;
  leaseId: LeaseId;
  attemptId: AttemptId;
  txId: string;
  nonce: bigint;
}

interface Observed {
  latest?: bigint;
  final?: bigint;
  progressDepth?: number;
  finalNonces?: [string, bigint][];
  since?: bigint;
  expiredUpTo?: bigint;
  finalSpends?: ReadonlyMap<string, boolean>;
}

interface Proven {
  txId?: string;
  block?: bigint;
  succeeded?: boolean;
  feePaid?: bigint;
  stranger?: boolean;
  usedBy?: readonly string[];
  expired?: boolean;
}

/** Most tests are not about lanes: their swaps have a timer, and wait for no slot. */
async function takeOutOfLane(raw: OpenedJournal['raw'], id: SwapId): Promise<void> {
  await raw(`delete from lane_swaps where swap_id = '${id}'`);
  await raw(
    `insert into timers (swap_id, due_at) values ('${id}', now()) on conflict (swap_id) do nothing`,
  );
}

/** @param family of its wallet and chain; accounts count their transactions on EVM only */
export async function newWorld(
  { journal, raw }: OpenedJournal,
  family: Family = 'evm',
  given: { chain?: string; name?: string } = {},
): Promise<World> {
  const { chain = `CHAIN-${randomBytes(4).toString('hex')}` } = given;
  const { name = chain.toLowerCase() } = given;
  const address = `0x${randomBytes(20).toString('hex')}`;
  const wallet = await journal.createWallet({ name, family, address, keyRef: 'key-1' });
  const job = (change: Partial<Job> = {}): Job => ({
    wallet: { id: wallet.id, name: wallet.name, address },
    from: { family, chain, token: evmNativeToken, decimals: 18, symbol: 'ETH' },
    to: { family, chain, token, decimals: 6, symbol: 'USDC' },
    amount: 1_000n,
    receiver,
    bound: { kind: 'min_out', minOut: 390n },
    refundAddress: address,
    providers: { allow: [], deny: [] },
    flow: 'wallet',
    deadline: Date.now() + hour,
    metadata: {},
    ...change,
  });
  const snapshot = async (id: SwapId): Promise<Snapshot> => {
    const found = await journal.snapshot(id);
    if (!found) throw new Error(`no swap ${id}`);
    return found;
  };
  const version = async (id: SwapId): Promise<number> => (await snapshot(id)).swap.version;
  const openOrder = async (id: SwapId): Promise<OrderId> => {
    const { order } = await snapshot(id);
    // Another party may have ended the swap since it was quoted.
    if (!order) throw new Error('refused: the swap has no open order');
    return order.id;
  };

  /** The router's swap data. */
  const answered = () => ({
    provider: 'UNISWAP_V2',
    minOut: 397n,
    expectedOut: 399n,
    declaredFee: 1n,
    signals: { warnings: [], priceImpact: '0.5', flags: [] },
    transaction: { family: 'evm', to: spender, data: '0x01', value: 1_000n } as const,
    echo: {
      srcTokenAddress: evmNativeToken,
      srcTokenBlockchain: chain,
      srcTokenAmount: '0.1',
      dstTokenAddress: token,
      dstTokenBlockchain: chain,
      fromAddress: address,
      receiver,
    },
    signBy: Date.now() + hour,
    goodUntil: Date.now() + hour,
    raw: {},
  });

  const world: World = {
    journal,
    raw,
    chain,
    wallet,
    job,
    snapshot,
    version,
    async submit(change) {
      const submitted = job(change);
      const submission = {
        idempotencyKey: randomUUID(),
        bodyHash: hash(submitted.amount.toString()),
        job: submitted,
      };
      const { swap } = await journal.submit(submission);
      await takeOutOfLane(raw, swap.id);
      return swap;
    },
    async quote(id, change) {
      await journal.recordQuote({
        swapId: id,
        version: await version(id),
        quoteId: randomUUID(),
        provider: 'UNISWAP_V2',
        swapType: 'on-chain',
        minOut: 398n,
        expectedOut: 400n,
        declaredFee: 0n,
        signals: { warnings: ['7001'], flags: [] },
        destinationAnchor: 7n,
        quotedAt: Date.now(),
        raw: { amount: '400' },
        ...change,
      });
      return openOrder(id);
    },
    async swapData(id, change) {
      await journal.recordSwapData({
        swapId: id,
        version: await version(id),
        orderId: await openOrder(id),
        ...answered(),
        ...change,
      });
      return openOrder(id);
    },
    async bestSwap(id, change) {
      await journal.recordBestSwap({
        swapId: id,
        version: await version(id),
        orderId: randomUUID() as OrderId,
        swapType: 'on-chain',
        destinationAnchor: 7n,
        requestedAt: Date.now(),
        quotedAt: Date.now(),
        ...answered(),
        ...change,
      });
      return openOrder(id);
    },
    async leaseRequest(id, change, ofOrder = true) {
      const { swap, order } = await snapshot(id);
      return {
        swapId: id,
        version: swap.version,
        kind: 'swap',
        ...(order && ofOrder ? { orderId: order.id } : {}),
        chain,
        walletId: wallet.id,
        account: address,
        ...(family === 'evm' ? { chainNonce: 0n } : {}),
        balances: { block: 100n, balances: new Map([[evmNativeToken, 1_000_000n]]) },
        reserve: [{ token: evmNativeToken, amount: 1_100n }],
        nativeToken: evmNativeToken,
        holder,
        hold: hour,
        ...change,
      };
    },
    async lease(id, change, ofOrder) {
      const request = await world.leaseRequest(id, change, ofOrder);
      const result = await journal.lease(request);
      if (result.kind === 'leased' || result.refusal.kind !== 'account_not_compared') return result;
      // As before any lease after a rollback; the lease compares the nonce.
      const { epoch } = await journal.recognize([]);
      await journal.compareAccount({
        walletId: wallet.id,
        chain: request.chain,
        account: address,
        epoch,
      });
      return journal.lease(request);
    },
    async commit(id, leaseId, change) {
      const txId = randomTxId();
      return journal.commit({
        swapId: id,
        leaseId,
        holder,
        kind: 'pay',
        txId,
        bytes: '0x02',
        fee,
        ...change,
      });
    },
    async ready(change) {
      const { id } = await world.submit(change);
      await world.quote(id);
      await world.swapData(id);
      return id;
    },
    async paid(change) {
      const id = await world.ready();
      const { leaseId, nonce } = leased(await world.lease(id, change));
      const txId = randomTxId();
      const { attemptId } = committed(await world.commit(id, leaseId, { txId }));
      return { id, leaseId, attemptId, txId, nonce };
    },
    async observe(
      attempts,
      {
        latest = 100n,
        final = 50n,
        progressDepth = 3,
        finalNonces = [],
        since,
        expiredUpTo,
        finalSpends,
      } = {},
    ) {
      const observation = {
        head: { latest, final },
        attempts: new Map(Object.entries(attempts)),
        finalNonces: new Map(finalNonces),
        finalHash: `0x${final}`,
        ...(expiredUpTo === undefined ? {} : { expiredUpTo }),
        ...(finalSpends === undefined ? {} : { finalSpends }),
      };
      const begun = since ?? (await journal.openAttempts(chain)).since;
      return journal.recordObservation({ chain, since: begun, progressDepth, observation });
    },
    async prove(
      id,
      leaseId,
      { txId = '', block = 90n, succeeded = true, feePaid = 21n, stranger, usedBy, expired },
    ) {
      const evidence = {
        rule: 'test',
        endpoints: ['node-1'],
        anchor: { number: 100n, hash: '0xa' },
        answers: {},
        ...(usedBy ? { usedBy } : {}),
      };
      const landed = {
        kind: 'landed',
        txId,
        block: { number: block, hash: '0xb' },
        succeeded,
        feePaid,
      } as const;
      const dead = expired
        ? ('expired' as const)
        : stranger
          ? ('used_by_stranger' as const)
          : undefined;
      const proof = dead ? { kind: dead, evidence } : { ...landed, evidence };
      await journal.prove({ swapId: id, version: await version(id), leaseId, proof });
    },
    async settle(id, change) {
      await journal.lock(id, holder, hour);
      const end = { state: 'settled', fundsState: 'moved', level: 'verified', legs: [] } as const;
      return journal.settle({ swapId: id, version: await version(id), holder, ...end, ...change });
    },
  };
  return world;
}

export function randomTxId(): string {
  return `0x${randomBytes(32).toString('hex')}`;
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function included(
  block: bigint,
  status: 'included' | 'final' = 'included',
  succeeded = true,
): Inclusion {
  return { status, block: { number: block, hash: `0x${block}` }, succeeded, feePaid: 21n };
}

/** For accounts whose leases are nonces. */
export function leased(
  result: LeaseResult,
): Extract<LeaseResult, { kind: 'leased' }> & { nonce: bigint } {
  if (result.kind !== 'leased') throw new Error(`refused: ${result.refusal.kind}`);
  return { ...result, nonce: nonceOf(result.terms) };
}

export function committed(result: CommitResult): Extract<CommitResult, { kind: 'committed' }> {
  if (result.kind !== 'committed') throw new Error(`refused: ${result.why}`);
  return result;
}

export function stepOf(snapshot: Snapshot, kind: StepKind): Step | undefined {
  return snapshot.steps.findLast((step) => step.kind === kind);
}
