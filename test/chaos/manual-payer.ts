import { zeroAddress } from 'viem';
import { isEnd } from '../../src/core/swap/swap.ts';
import type { ApiSwap } from './api-swap.ts';
import { isManual, isNative, type PlannedJob } from './plan-jobs.ts';

/**
 * A person with money of their own, who pays the deposits that Ferryman asks for: each job's once,
 * by one plain transfer.
 */
export interface ManualPayer {
  /** Whether this is a moment to pay. What is shown at another one the journal may forget. */
  mayPay(): boolean;
  /** Pays what a swap of the job asks for, if it is time. */
  payFor(job: PlannedJob, swap: ApiSwap): Promise<void>;
  hasPaid(job: Pick<PlannedJob, 'key'>): boolean;
}

/** Sends from an account that no wallet of the run has. */
export type SendDeposit = (deposit: {
  chain: string;
  address: string;
  token: string;
  amountBaseUnits: string;
}) => Promise<void>;

interface PayerOptions {
  mayPay(): boolean;
  send: SendDeposit;
  now?(): number;
  log(message: string): void;
}

/**
 * So long after its time to pay an order is still paid, in milliseconds: the sandbox's providers
 * wait for 600 blocks, Ferryman asks for 30 s, and what is left is for a chain that stalls.
 */
const paidWithin = 50_000;

export function createManualPayer({
  mayPay,
  send,
  now = Date.now,
  log,
}: PayerOptions): ManualPayer {
  const paid = new Set<string>();
  return {
    mayPay,
    async payFor(job, swap) {
      const deposit = swap.order?.deposit;
      if (!deposit || paid.has(job.key) || !mayPay() || !isTimeToPay(job, swap, now())) return;
      // Whatever comes of it: the sandbox sends it again until it is in the chain.
      paid.add(job.key);
      const { address, amountBaseUnits } = deposit;
      const token = isNative(job.from) ? zeroAddress : job.from.token;
      log(
        `${job.key}, ${swap.state}, is paid by hand: ${amountBaseUnits} to ${address} on ${job.from.chain}`,
      );
      await send({ chain: job.from.chain, address, token, amountBaseUnits }).catch(
        (cause: unknown) => {
          log(`${job.key} may be paid all the same: ${String(cause)}`);
        },
      );
    },
    hasPaid: ({ key }) => paid.has(key),
  };
}

/**
 * Who comes late comes when the swap waits for nobody any more. What is tried again is paid at
 * once.
 */
function isTimeToPay(job: PlannedJob, { state, order, retryOf }: ApiSwap, now: number): boolean {
  const { payBy } = order?.deposit ?? {};
  if (!isManual(job) || payBy === undefined || now > Date.parse(payBy) + paidWithin) return false;
  return job.isPaidLate && retryOf === undefined ? state !== 'awaiting_deposit' : !isEnd(state);
}

/** By the sandbox's control server, out of the sandbox's own stock. */
export function fundBySandbox(controlUrl: string): SendDeposit {
  return async (deposit) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${controlUrl}/fund`, {
      method: 'POST',
      headers,
      body: JSON.stringify(deposit),
    });
    if (!answer.ok)
      throw new Error(`the sandbox does not pay: ${answer.status} ${await answer.text()}`);
  };
}
