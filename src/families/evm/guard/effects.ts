import type { CallEffects } from '../../../guard/effects.ts';

export interface EvmEffects extends CallEffects {
  family: 'evm';
  /** EIP-155 chain id; absent where the bytes would be valid on any chain. */
  chainId: number | undefined;
  /** `legacy`, `eip1559`, or another that no rule allows. */
  type: string;
  nonce: bigint;
}
