import { randomUUID } from 'node:crypto';
import { openedOrder } from '../../core/swap/assemble-order.ts';
import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { OrderId, SwapId, WalletId } from '../../core/swap/ids.ts';
import type { Job } from '../../core/swap/job.ts';
import type { AllowanceView, Order, Snapshot } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { AllowanceStore } from '../../ports/stores/observation-store.ts';
import type { OrderStore, QuoteRecord } from '../../ports/stores/order-store.ts';
import type { OverviewStore } from '../../ports/stores/overview-store.ts';

/** One swap in memory, to which the executor's effects write instead of the journal. */
export interface Scratch {
  journal: OrderStore & AllowanceStore;
  snapshot(): Snapshot;
  /** What an approve has to allow: the needs of all open swaps, and of this one. */
  approveValue(): bigint;
  /** Goes on as if an approve or revoke had set the allowance. */
  setAllowance(value: bigint): void;
}

/** @param journal where the allowances of other swaps are read */
export function createScratch(
  job: Job,
  journal: Pick<OverviewStore, 'allowances'>,
  now: number,
): Scratch {
  let openNeeds = 0n;
  let snapshot: Snapshot = {
    swap: {
      id: randomUUID() as SwapId,
      idempotencyKey: '',
      job,
      state: 'requested',
      fundsState: 'untouched',
      version: 1,
      consecutiveFailures: 0,
      createdAt: now,
      updatedAt: now,
      feeSpent: 0n,
      legs: [],
    },
    steps: [],
    closedOrders: 0,
    // A preview takes no slot. What it would wait for is listed beside it.
    hasSlot: true,
  };

  const changeOrder = (change: Partial<Order>): void => {
    if (!snapshot.order) throw new FerrymanError('INTERNAL', 'the preview has no order');
    snapshot = { ...snapshot, order: { ...snapshot.order, ...change } };
  };

  const openOrder = (id: OrderId, quoteId: string, request: OfferRecord): void => {
    const order = openedOrder(id, quoteId, request);
    snapshot = { ...snapshot, swap: { ...snapshot.swap, state: 'quoted' }, order };
  };

  const readAllowance = async (spender: string): Promise<void> => {
    const { chain, token } = job.from;
    const key: AllowanceKey = { walletId: job.wallet.id, chain, token, spender };
    const [known] = await journal.allowances(key);
    openNeeds = known?.openNeeds ?? 0n;
    const allowance: AllowanceView = {
      token,
      spender,
      signedNeeds: known?.signedNeeds ?? 0n,
      ...(known?.confirmed ? { confirmed: known.confirmed } : {}),
      ...(known?.approving ? { approving: known.approving } : {}),
    };
    snapshot = { ...snapshot, allowance };
  };

  const setConfirmed = (confirmed: NonNullable<AllowanceView['confirmed']>): void => {
    if (snapshot.allowance)
      snapshot = { ...snapshot, allowance: { ...snapshot.allowance, confirmed } };
  };

  return {
    snapshot: () => snapshot,
    approveValue: () => openNeeds + job.amount,
    setAllowance(value) {
      if (!snapshot.allowance) return;
      // The account's earlier payments are included before it, and have used what they need.
      snapshot = { ...snapshot, allowance: { ...snapshot.allowance, signedNeeds: 0n } };
      setConfirmed({ value, block: snapshot.allowance?.confirmed?.block ?? 0n });
    },
    journal: {
      async recordQuote(request) {
        openOrder(randomUUID() as OrderId, request.quoteId, request);
        const { spender } = request;
        if (spender === undefined) return;
        changeOrder({ spender });
        await readAllowance(spender);
      },
      async recordBestSwap(request) {
        const { orderId, requestedAt, transaction, echo, signBy, goodUntil } = request;
        openOrder(orderId, orderId, request);
        changeOrder({ requestedAt, transaction, echo, signBy, goodUntil });
      },
      async markRequested({ version }) {
        changeOrder({ requestedAt: now });
        return version;
      },
      async recordSwapData(request) {
        const { provider, minOut, expectedOut, declaredFee, transaction, echo } = request;
        const { signBy, goodUntil } = request;
        const terms = { provider, minOut, expectedOut, declaredFee, signals: request.signals };
        changeOrder({ ...terms, transaction, echo, signBy, goodUntil });
      },
      async recordAllowance({ value, block }) {
        setConfirmed({ value, block });
        return [];
      },
      renewOrder: unused,
      closeOrder: unused,
    },
  };
}

type OfferRecord = Omit<QuoteRecord, 'quoteId' | 'spender'>;

interface AllowanceKey {
  walletId: WalletId;
  chain: ChainName;
  token: TokenAddress;
  spender: string;
}

async function unused(): Promise<never> {
  throw new FerrymanError('INTERNAL', 'a preview ends before this');
}
