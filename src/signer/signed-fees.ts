import { higherOf } from '../core/amounts/higher-of.ts';
import type { Signature } from '../ports/signature-log.ts';
import { excludes, leaseNameOf } from './lease-name.ts';

/**
 * The most that earlier signatures can cost beside a transaction, in base units of its chain's coin.
 * Those under one lease count once, with their largest fee: at most one of them lands.
 * @param position of the transaction. What it excludes costs nothing once it lands
 */
export function signedFees(
  signed: readonly Signature[],
  position: Pick<Signature, 'chain' | 'lease'>,
): bigint {
  const fees = new Map<string, bigint>();
  for (const one of signed) {
    if (one.chain !== position.chain || excludes(one, position)) continue;
    const name = leaseNameOf(one);
    fees.set(name, higherOf(fees.get(name) ?? 0n, one.maxFee));
  }
  return [...fees.values()].reduce((sum, fee) => sum + fee, 0n);
}
