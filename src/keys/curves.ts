import type { Family } from '../core/chains.ts';

export type Curve = 'secp256k1' | 'Ed25519';

/** The curve that the keys of a family's accounts are on. */
export const curves: Readonly<Record<Family, Curve>> = {
  evm: 'secp256k1',
  tron: 'secp256k1',
  solana: 'Ed25519',
  ton: 'Ed25519',
  bitcoin: 'secp256k1',
};
