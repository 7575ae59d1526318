import type { ExemptNetwork } from '../../shared/formats/network-identity.ts';

/** Ids of block 0 (developers.tron.network). */
export const tronExemptNetworks: readonly ExemptNetwork[] = [
  {
    kind: 'sandbox',
    title: 'the sandbox',
    genesis: '00000000000000002889967d2561f53716e323e97fad1386885faaf02186ebaa',
  },
  {
    kind: 'test',
    title: 'Nile',
    genesis: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
  },
  {
    kind: 'test',
    title: 'Shasta',
    genesis: '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
  },
];
