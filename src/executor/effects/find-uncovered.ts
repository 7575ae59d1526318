import type { Observation } from '../../core/decide/decision.ts';
import type { Job } from '../../core/swap/job.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { findFeeShortage } from './find-fee-shortage.ts';
import { findShortage, readBalances } from './find-shortage.ts';

/**
 * What the wallet lacks to cover the job, read from its chain. `undefined` if it lacks nothing, or
 * if the deposit is paid manually. Throws `INSUFFICIENT_BALANCE`, `INSUFFICIENT_GAS`,
 * `BALANCE_RESERVED`, `FEE_TOO_HIGH`, `RPC_*`.
 */
export async function findUncovered(
  context: ExecutorContext,
  job: Job,
): Promise<Observation | undefined> {
  if (job.flow === 'deposit-by-hand') return undefined;
  const adapter = adapterOf(context, job.from.chain);
  const { address } = job.wallet;
  const balances = await readBalances(adapter, address, job.from.token);
  const shortage = await findShortage(context, job, balances);
  if (shortage) return shortage;
  if (!adapter.inputs) return findFeeShortage(adapter, job, balances);
  await adapter.inputs.require(address, job.amount);
  return undefined;
}
