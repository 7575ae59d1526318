/**
 * What a network's blocks say of it (`global_id`, configuration parameter 19): the main one, and
 * the test one.
 */
export const tonNetworks = { mainnet: -239, testnet: -3 } as const;

/** Whether addresses for test networks only (TEP-2) may be used on a chain. */
export function isTonTestNetwork({ networkId }: { networkId: number }): boolean {
  return networkId !== tonNetworks.mainnet;
}
