import type { Address } from 'viem';
import type { DepositTarget } from '../../../ports/payments.ts';

/** A target, with its account as it is written here. */
export interface SoughtTarget {
  target: DepositTarget;
  account: Address;
  after: bigint;
}

/** A target that wants a token. */
export interface SoughtTokenTarget extends SoughtTarget {
  token: Address;
}
