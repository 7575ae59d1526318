import type { Delivery } from 'ferryman-client';
import { keysOf } from '../../parts/keys-of.ts';

export const deliveryStates = keysOf<Delivery['state']>({
  pending: true,
  delivered: true,
  failed: true,
});

export interface DeliveryFilter {
  state?: Delivery['state'];
}

export function readDeliveryFilter({ state }: Record<string, unknown>): DeliveryFilter {
  const found = deliveryStates.find((name) => name === state);
  return found === undefined ? {} : { state: found };
}
