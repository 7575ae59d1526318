import type { ExemptNetwork } from '../../shared/formats/network-identity.ts';
import { tonNetworks } from './network.ts';

/**
 * Root hashes of zero states (ton.org, `testnet-global.config.json`) with the `global_id` of their
 * blocks. The zero state is what counts: nothing in a V4R2 wallet's signature names the network.
 */
export const tonExemptNetworks: readonly ExemptNetwork[] = [
  {
    kind: 'sandbox',
    title: 'the sandbox',
    id: '-7700006',
    genesis: '0ebab9a898839ab4b3a782e68f20436e3a4d48ac1293a4ed10a19430ffb85415',
  },
  {
    kind: 'test',
    title: 'the test network',
    id: `${tonNetworks.testnet}`,
    genesis: '823f81f306ff02694f935cf5021548e3ce2b86b529812af6a12148879e95a128',
  },
];
