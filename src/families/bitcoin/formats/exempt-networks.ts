import type { ExemptNetwork } from '../../shared/formats/network-identity.ts';

/** Hashes of block 0 (Bitcoin Core, `src/kernel/chainparams.cpp`). The sandbox is a regtest. */
export const bitcoinExemptNetworks: readonly ExemptNetwork[] = [
  {
    kind: 'sandbox',
    title: 'regtest',
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
  {
    kind: 'test',
    title: 'testnet3',
    genesis: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  },
  {
    kind: 'test',
    title: 'testnet4',
    genesis: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  },
  {
    kind: 'test',
    title: 'signet',
    genesis: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  },
];
