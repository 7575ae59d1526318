import type { Observation } from '../../core/decide/decision.ts';
import { isNativeToken } from '../../core/swap/chains.ts';
import type { Job } from '../../core/swap/job.ts';
import { maximumFee } from '../../core/swap/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { BalancesAtBlock, ChainAdapter } from '../../ports/chain-adapter.ts';
import { insufficient } from './find-shortage.ts';

/**
 * The coins that the account lacks for a plain payment, which costs less than any swap. `undefined`
 * if it holds them, or if the fee cannot be estimated. Throws `INSUFFICIENT_GAS` if the estimate
 * fails for that reason.
 */
export async function findFeeShortage(
  adapter: ChainAdapter,
  { wallet: { address }, from, amount }: Job,
  { balances }: BalancesAtBlock,
): Promise<Extract<Observation, { kind: 'refused' }> | undefined> {
  const coin = adapter.chain.nativeToken.address;
  const native = isNativeToken(adapter.chain, from.token);
  const paid = native ? amount : 0n;
  const available = balances.get(coin) ?? 0n;
  const fee = await feeOfPayment(adapter, address, native ? amount : 1n);
  if (fee === undefined || available >= paid + fee) return undefined;
  return insufficient(adapter, { what: native ? 'balance' : 'gas', available, needed: paid + fee });
}

/** The fee of a payment of coins to the account itself, in base units of the native coin. */
async function feeOfPayment(
  adapter: ChainAdapter,
  account: string,
  amount: bigint,
): Promise<bigint | undefined> {
  const token = adapter.chain.nativeToken.address;
  try {
    const payment = await adapter.paymentOf({ account, token, to: account, amount });
    return maximumFee(await adapter.estimateFee(account, payment));
  } catch (cause) {
    if (!(cause instanceof FerrymanError) || cause.code === 'INSUFFICIENT_GAS') throw cause;
    return undefined;
  }
}
