/** The `global_id` of the networks' blocks (configuration parameter 19). */
export const tonNetworks = { mainnet: -239, testnet: -3 } as const;

/** Whether test-only addresses (TEP-2) may be used on a chain. */
export function isTonTestNetwork({ networkId }: { networkId: number }): boolean {
  return networkId !== tonNetworks.mainnet;
}
