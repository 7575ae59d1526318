import { type BridgeTools, bridgeProvider, honestStatus } from './bridge.ts';
import type { Provider } from './provider.ts';

/** The better of the two honest bridges; its gateway is also the spender. */
export function across(tools: BridgeTools): Provider {
  return bridgeProvider({
    ...tools,
    id: 'across',
    feeBps: 10n,
    durationInMinutes: 1,
    uniqueInfoKey: 'acrossId',
    statusOf: honestStatus,
  });
}
