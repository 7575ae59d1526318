import type { NodeLanguage } from '../proxies/chain-proxies.ts';
import { jsonRpcEvents } from './json-rpc.ts';
import { createTonLiar } from './ton-liar.ts';

/** toncenter's interface, version 2, as far as it goes by `jsonRPC`: one question in a request. */
export const tonLanguage: NodeLanguage = {
  eventsOf: jsonRpcEvents,
  createLiar: createTonLiar,
  payments: () => ({
    // Nothing that is sent can be made to fail.
    paymentIn: () => undefined,
    blockOf: async () => undefined,
    readHeight: async () => 0,
  }),
};
