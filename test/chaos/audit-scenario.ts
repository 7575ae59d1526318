import type { SwapState } from '../../src/core/swap/swap.ts';
import type { ApiLeg } from './api-swap.ts';
import { audit } from './audit.ts';
import type { AuditInput, ExternalUse } from './audit-input.ts';
import type { ApiAnswer, JobAnswer } from './client.ts';
import type { Approval, Incoming, Outgoing } from './families/run-chain.ts';
import type { PlannedJob } from './plan-jobs.ts';
import type { DepositOrder, OrdersView } from './read-orders.ts';

export const usdc = '0x00000000000000000000000000000000000000C1';

export function jobOf(changes: Partial<PlannedJob> = {}): PlannedJob {
  return {
    key: 'job-1',
    kind: 'cross-chain',
    flow: 'wallet',
    wallet: 'treasury',
    from: { chain: 'ETH', family: 'evm', token: usdc, symbol: 'USDC', decimals: 6 },
    to: { chain: 'POLYGON', family: 'evm', token: usdc, symbol: 'USDC', decimals: 6 },
    amount: 50_001_000n,
    receiver: '0x00000000000000000000000000000000000000Ee',
    minOut: 48n,
    boundBy: 'minOut',
    ...changes,
  };
}

export function paymentOf(
  job: PlannedJob,
  txId: string,
  changes: Partial<Outgoing> = {},
): Outgoing {
  return {
    chain: job.from.chain,
    wallet: job.wallet,
    txId,
    succeeded: true,
    paid: [{ token: job.from.token, amount: job.amount }],
    deposits: ['order-1'],
    fetched: [],
    ...changes,
  };
}

/** An order of the job that is paid by deposit. */
export function orderOf(job: PlannedJob, changes: Partial<DepositOrder> = {}): DepositOrder {
  return {
    orderId: 'order-1',
    provider: job.provider ?? 'changenow',
    from: job.from.chain,
    to: job.to.chain,
    amountIn: job.amount,
    receiver: job.receiver,
    sourceTx: null,
    reason: null,
    exchangeId: 'exchange-1',
    lastBlock: 700n,
    ...changes,
  };
}

interface Told {
  id?: string;
  fundsState?: string;
  code?: string;
  message?: string;
  spender?: string;
  earlier?: readonly ApiAnswer[];
  legs?: readonly ApiLeg[];
}

/** What a swap got, by default of its receiver's alone. */
export function legOf(changes: Partial<ApiLeg> = {}): ApiLeg {
  return {
    chain: 'POLYGON',
    txId: '0xa1',
    index: 0,
    role: 'payout',
    amountBaseUnits: '49',
    ...changes,
  };
}

export function answerOf(
  state: SwapState,
  attempts: readonly { txId: string; nonce?: number; chain?: string; step?: string }[],
  {
    id = 'swap-1',
    fundsState = 'moved',
    code,
    message = 'so it is',
    spender,
    earlier = [],
    ...told
  }: Told = {},
): JobAnswer {
  const at = '2026-01-01T00:00:00.000Z';
  const signed = attempts.map(({ txId, nonce = 0, chain = 'ETH', step = 'swap' }, index) => ({
    seq: index + 2,
    type: 'attempt_committed',
    at,
    data: { chain, nonce: String(nonce), txId, step },
  }));
  return {
    swap: {
      id,
      state,
      fundsState,
      legs: told.legs ?? (state === 'settled' ? [legOf()] : []),
      ...(code === undefined ? {} : { reason: { code, message } }),
    },
    events: [{ seq: 1, type: 'quote_recorded', at, data: { spender: spender ?? null } }, ...signed],
    earlier,
  };
}

export interface Case {
  job?: PlannedJob;
  /** Jobs beside it, with what the API says of each. */
  others?: readonly { job: PlannedJob; api?: JobAnswer }[];
  outgoing?: Outgoing[];
  incoming?: Incoming[];
  approvals?: Approval[];
  received?: bigint;
  api?: JobAnswer;
  next?: number;
  pooled?: number[];
  foreign?: ExternalUse[];
  restored?: boolean;
  adopted?: boolean;
  orders?: Partial<OrdersView>;
  forgettable?: readonly string[];
  isOver?: boolean;
}

export function auditOf({
  job = jobOf(),
  others = [],
  outgoing = [],
  incoming = [],
  approvals = [],
  received = 0n,
  api,
  ...rest
}: Case) {
  const input: AuditInput = {
    jobs: [job, ...others.map((other) => other.job)],
    chains: {
      outgoing,
      incoming,
      approvals,
      accounts: [
        {
          chain: 'ETH',
          wallet: 'treasury',
          next: rest.next ?? outgoing.length,
          pooled: rest.pooled ?? [],
        },
      ],
      received: new Map(
        [job, ...others.map((other) => other.job)].map(({ key }) => [key, received]),
      ),
    },
    orders: { booked: [], deposits: [], unattributed: [], ...rest.orders },
    orderLifetime: 600n,
    forgettable: new Set(rest.forgettable),
    isOver: rest.isOver ?? true,
    api: new Map(
      [{ job, api }, ...others].flatMap((one) =>
        one.api ? [[one.job.key, one.api] as const] : [],
      ),
    ),
    foreign: rest.foreign ?? [],
    bridgeFees: { ETH: 7n, POLYGON: 7n, ARBITRUM: 7n, TRON: 7n, SOLANA: 0n, TON: 0n, BITCOIN: 0n },
    restored: rest.restored ?? false,
    adopted: rest.adopted ?? rest.restored ?? false,
  };
  return audit(input);
}

/** What is not zero. */
export function counted(found: ReturnType<typeof audit>) {
  const { findings: _, suspects: __, ...counts } = found;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}
