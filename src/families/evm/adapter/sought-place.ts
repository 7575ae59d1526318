import type { Address } from 'viem';
import type { PaymentPlace } from '../../../ports/payments.ts';

/** A place, with its account as it is written here. */
export interface SoughtPlace {
  place: PaymentPlace;
  account: Address;
  after: bigint;
}

/** A place that wants a token. */
export interface SoughtToken extends SoughtPlace {
  token: Address;
}
