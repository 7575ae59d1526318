import type { ExemptNetwork } from '../../shared/formats/network-identity.ts';

/** Genesis hashes (docs.solana.com, clusters). */
export const solanaExemptNetworks: readonly ExemptNetwork[] = [
  {
    kind: 'sandbox',
    title: 'the sandbox',
    genesis: '3WVaWa7VYMLMi3nHikuT4kasXugxiNSgjSryKUpt4dMx',
  },
  { kind: 'test', title: 'devnet', genesis: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' },
  { kind: 'test', title: 'testnet', genesis: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY' },
];
