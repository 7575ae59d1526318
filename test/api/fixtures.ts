import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { DepositPayment } from '../../src/core/deposits/deposit.ts';
import { type Chain, chainRegistry, type Family } from '../../src/core/swap/chains.ts';
import type { OrderId, SwapId } from '../../src/core/swap/ids.ts';
import type { Asset, Job } from '../../src/core/swap/job.ts';
import type { SwapState } from '../../src/core/swap/swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { acknowledge } from '../../src/executor/acknowledge.ts';
import { adoptJournal, inspectJournal } from '../../src/executor/adopt-journal.ts';
import { type Asking, askedBy } from '../../src/executor/asked-by.ts';
import { awaitEnd } from '../../src/executor/await-end.ts';
import { createBulkAction } from '../../src/executor/bulk/create-bulk-action.ts';
import {
  type BulkPreviewRequest,
  previewBulkAction,
} from '../../src/executor/bulk/preview-bulk-action.ts';
import { cancel } from '../../src/executor/cancel.ts';
import { decideApproval, revokeApproval } from '../../src/executor/decide-approval.ts';
import { createEventFeed } from '../../src/executor/feed/create-event-feed.ts';
import { inspectSwap } from '../../src/executor/inspect-swap.ts';
import { requireOwnJournal } from '../../src/executor/require-own-journal.ts';
import { type ResolveRequest, resolve } from '../../src/executor/resolve.ts';
import type { Retention } from '../../src/executor/retention/retention.ts';
import { runRetention } from '../../src/executor/retention/run-retention.ts';
import { retry } from '../../src/executor/retry.ts';
import type { SubmitRequest } from '../../src/executor/submit.ts';
import { createTokens } from '../../src/executor/tokens.ts';
import { inspectWallet, unfreezeWallet } from '../../src/executor/unfreeze-wallet.ts';
import { type BatchVote, readBatch, voteOnBatch } from '../../src/executor/vote-on-batch.ts';
import { type PaymentVote, readVotes, voteOnPayment } from '../../src/executor/vote-on-payment.ts';
import { createWalletList } from '../../src/executor/wallet-list.ts';
import type { Ferryman } from '../../src/ferryman.ts';
import { createPasskeys } from '../../src/keys/create-passkeys.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Queue } from '../../src/ports/queue.ts';
import type { SigningLog } from '../../src/ports/signing-log.ts';
import type { ApprovalDecision, Revocation } from '../../src/ports/stores/approval-store.ts';
import type { BulkDraft } from '../../src/ports/stores/bulk-store.ts';
import type { SwapDataRecord } from '../../src/ports/stores/order-store.ts';
import type { Intervention } from '../../src/ports/stores/recovery-store.ts';
import type { OccurrenceName } from '../../src/ports/stores/treasury-store.ts';
import type { Wallet } from '../../src/ports/stores/wallet-store.ts';
import { createTreasury } from '../../src/treasury/create-treasury.ts';
import type { PlanContext } from '../../src/treasury/plan-treasury.ts';
import { newWorld, randomTxId, type World } from '../journal/suite/fixture.ts';
import { testGuard } from '../support/guard-policy.ts';
import { sealer } from '../support/intake-keys.ts';
import { noOutages } from '../support/no-outages.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

export const usdc: Asset = {
  family: 'evm',
  chain: 'ETH',
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  decimals: 6,
  symbol: 'USDC',
};
export const pol: Asset = {
  family: 'evm',
  chain: 'POLYGON',
  token: '0x0000000000000000000000000000000000000000',
  decimals: 18,
  symbol: 'POL',
};
export const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

/** 12.5 USDC on ETH for POL on POLYGON, at most half a percent below the quote. */
export function makeJob(
  wallet: Pick<Wallet, 'id' | 'name' | 'address'>,
  change: Partial<Job> = {},
): Job {
  return {
    wallet: { id: wallet.id, name: wallet.name, address: wallet.address },
    from: usdc,
    to: pol,
    amount: 12_500_000n,
    receiver,
    bound: { kind: 'slippage', slippageBps: 50 },
    refundAddress: wallet.address,
    providers: { allow: [], deny: [] },
    flow: 'wallet',
    deadline: Date.UTC(2030, 0, 1),
    metadata: { note: 'rent' },
    ...change,
  };
}

/**
 * Stands for the use case behind the door: takes any body with an `amount` of 12.5, and puts a job
 * of its `flow` into the journal.
 */
export function makeSubmit(journal: Journal, wallet: Wallet) {
  return async ({ idempotencyKey, body, ...asking }: SubmitRequest) => {
    const { amount, flow = 'wallet' } = body as { amount?: string; flow?: Job['flow'] };
    if (amount !== '12.5') {
      throw new FerrymanError('INVALID_JOB', 'the job is malformed', {
        faults: [{ pointer: '/amount', message: 'is not 12.5' }],
      });
    }
    const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const job = makeJob(wallet, { flow });
    return journal.submit({ idempotencyKey, bodyHash, job, ...askedBy(asking) });
  };
}

/** Without a routing service. */
function noRoute(): never {
  throw new FerrymanError('ROUTER_UNAVAILABLE', 'there is no routing service');
}

/** What the use cases that change a swap need, with a queue that takes nothing. */
export function contextOf(journal: Journal) {
  const queue = {
    dispatch: async () => undefined,
    dispatchLane: async () => undefined,
  } as unknown as Queue;
  const signingLog = {
    newest: async () => [],
    instance: async () => journal.instanceId(),
    log: async () => undefined,
    droppedUpTo: async () => 0n,
    rebind: async () => undefined,
    paymentsOf: async () => [],
    async *entries() {
      // Nothing was signed.
    },
  } as unknown as SigningLog;
  return {
    journal,
    queue,
    signingLog,
    keystoreWallets: async () => [],
    chains: new Map(),
    logger: pino({ level: 'silent' }),
    outages: noOutages,
    clock: { now: Date.now },
    policy: defaultPolicy,
    jobSeals: trustingSeals,
    guard: testGuard,
    passkeys: createPasskeys({}),
  };
}

/** The use cases behind the door that change a swap. */
export function makeChanges(journal: Journal) {
  const context = contextOf(journal);
  return {
    sealer,
    // Each would copy the whole journal; test/e2e/suite/backup-suite.ts makes real ones.
    backUp: async () => {
      throw new FerrymanError('BACKUP_UNFIT', 'nothing is backed up here');
    },
    retention: { folder: '/nowhere' },
    // Nothing in such a journal is old enough to go there.
    runRetention: (retention: Retention) => runRetention(context, retention),
    webhookPolicy: {},
    feed: createEventFeed({ journal, outages: noOutages }, 20),
    additionalProviders: [],
    chains: [chainRegistry.ETH, chainRegistry.POLYGON] as Chain[],
    caps: async () => [],
    blackouts: () => [],
    endpointsOf: () => [],
    clock: context.clock,
    preview: async () => noRoute(),
    inspectSwap: (id: SwapId) => inspectSwap(context, id),
    // What is refused needs no routing service.
    previewRetry: async (id: SwapId) => {
      const inspected = await inspectSwap(context, id);
      return 'as' in inspected.money.retry ? noRoute() : inspected;
    },
    quote: async () => noRoute(),
    awaitEnd: (id: SwapId, options?: { poll?: number; signal?: AbortSignal }) =>
      awaitEnd(journal, id, options),
    cancel: (id: SwapId) => cancel(context, id),
    retry: (id: SwapId, asking?: Asking) => retry(context, id, asking),
    acknowledge: (id: SwapId, note: string) => acknowledge(context, id, note),
    resolve: (id: SwapId, request: ResolveRequest) => resolve(context, id, request),
    decideApproval: (decision: ApprovalDecision) => decideApproval(context, decision),
    revokeApproval: (revocation: Revocation) => revokeApproval(context, revocation),
    voteOnPayment: (vote: PaymentVote) => voteOnPayment(context, vote),
    readVotes: (id: string) => readVotes(context, id),
    readBatch: (name: OccurrenceName) => readBatch(context, name),
    voteOnBatch: (vote: BatchVote) => voteOnBatch(context, vote),
    createBulkAction: (draft: Omit<BulkDraft, 'seal'>) => createBulkAction(context, draft),
    previewBulkAction: (request: BulkPreviewRequest) => previewBulkAction(context, request),
    // Those that change rules, and none that follows them.
    ...createTreasury(
      {
        ...{ ...context, sealer, additionalProviders: [], tokens: createTokens(journal) },
        ...{ walletList: createWalletList(journal, context.clock), stops: journal },
        preview: async () => noRoute(),
      } as unknown as PlanContext,
      { ruleFolder: undefined, books: { when: 'never', every: 60_000, keep: async () => 0 } },
    ).useCases,
    requireOwnJournal: () => requireOwnJournal(context),
    inspectJournal: () => inspectJournal(context),
    adoptJournal: (request: Intervention) => adoptJournal(context, request),
    inspectWallet: (name: string, family?: Family) => inspectWallet(context, name, family),
    unfreezeWallet: (request: Parameters<Ferryman['unfreezeWallet']>[0]) =>
      unfreezeWallet(context, request),
  };
}

/** Moves a swap to a state with the journal's own means. */
export async function moveTo(journal: Journal, id: string, state: SwapState): Promise<void> {
  const view = await journal.findSwap(id as never);
  if (!view) throw new Error('no such swap');
  await journal.transition({
    swapId: view.swap.id,
    version: view.swap.version,
    state,
    fundsState: 'untouched',
  });
}

/** A wallet and a chain of a journal's own, without the means to look behind it. */
export async function worldOf(journal: Journal): Promise<World> {
  return newWorld({ journal, raw: async () => [], close: async () => undefined });
}

type Wanted = Partial<NonNullable<SwapDataRecord['deposit']>>;

interface DepositOrder {
  id: SwapId;
  orderId: OrderId;
  exchangeId: string;
}

/** A swap of `flow` with an order by changenow that is paid by deposit: 1,000 base units of ETH. */
export async function orderedByDeposit(
  world: World,
  flow: Job['flow'],
  wanted: Wanted = {},
  signBy = Date.now() + 3_600_000,
): Promise<DepositOrder> {
  return orderDeposit(world, (await world.submit({ flow })).id, wanted, signBy);
}

/** Gives a swap such an order. */
export async function orderDeposit(
  world: World,
  id: SwapId,
  wanted: Wanted,
  signBy: number,
): Promise<DepositOrder> {
  await world.quote(id);
  const exchangeId = randomTxId().slice(2, 16);
  const place = {
    address: receiver,
    account: randomTxId(),
    amount: 1_000n,
    exchangeId,
    chain: world.chain,
  };
  const deposit = { ...place, anchor: 100n, watchFor: 3_600_000, ...wanted };
  const orderId = await world.swapData(id, { provider: 'changenow', deposit, signBy });
  return { id, orderId, exchangeId };
}

/** Money comes to where a swap's order wants its deposit. */
export async function deposited(
  { journal }: World,
  { id: swapId, orderId }: { id: SwapId; orderId: OrderId },
  change: Partial<DepositPayment> = {},
): Promise<DepositPayment> {
  const payment: DepositPayment = {
    txId: randomTxId(),
    index: 0,
    amount: 1_000n,
    block: { number: 101n, hash: '0xb' },
    final: true,
    at: Date.UTC(2026, 0, 2),
    ...change,
  };
  await journal.recordDeposits([{ orderId, swapId, payments: [payment], scannedUntil: 110n }]);
  return payment;
}

/** A swap that had expired when money came for it. */
export async function takenUpAgain(world: World): Promise<{ id: SwapId; payment: DepositPayment }> {
  const order = await orderedByDeposit(world, 'deposit');
  await moveTo(world.journal, order.id, 'expired');
  return { id: order.id, payment: await deposited(world, order) };
}
