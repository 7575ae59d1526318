/** The providers with a gateway of their own. `providers/bridges.ts` defines how each behaves. */
export const BRIDGE_IDS = [
  'across',
  'relay',
  'stargate_v2',
  'symbiosis',
  'celer_bridge',
  'arbitrum',
  'multichain',
  'xy',
  'orbiter_bridge',
  'wanchain_bridge',
  'router',
  'retro_bridge',
  'xflows',
  'tele_swap',
  'meson',
] as const;

export type BridgeId = (typeof BRIDGE_IDS)[number];

/** Across and Relay pay from an account each. All other bridges share one. */
export type PayerId = 'across' | 'relay' | 'others';

/** Calls `make` for each payer. */
export function forPayers<Made>(make: (id: PayerId) => Made): Readonly<Record<PayerId, Made>> {
  return { across: make('across'), relay: make('relay'), others: make('others') };
}
