import { type BridgeTools, bridgeProvider, honestStatus } from './bridge.ts';
import type { Provider } from './provider.ts';

/** The dearer of the two honest bridges; tokens are approved for the shared token gateway. */
export function relay(tools: BridgeTools): Provider {
  return bridgeProvider({
    ...tools,
    id: 'relay',
    feeBps: 25n,
    durationInMinutes: 2,
    uniqueInfoKey: 'relayId',
    statusOf: honestStatus,
  });
}
