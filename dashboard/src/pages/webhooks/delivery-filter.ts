import type { Delivery } from 'ferryman-client';

export const deliveryStates = [
  'pending',
  'delivered',
  'failed',
] as const satisfies Delivery['state'][];

export interface DeliveryFilter {
  state?: Delivery['state'];
}

export function readDeliveryFilter({ state }: Record<string, unknown>): DeliveryFilter {
  const found = deliveryStates.find((name) => name === state);
  return found === undefined ? {} : { state: found };
}
