import type { Address } from 'viem';
import type { DepositTarget } from '../../../ports/payments.ts';

/** A target with its parsed account. */
export interface SoughtTarget {
  target: DepositTarget;
  account: Address;
  after: bigint;
}

/** A target for a token. */
export interface SoughtTokenTarget extends SoughtTarget {
  token: Address;
}
