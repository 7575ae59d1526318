import type { CallEffects } from '../../../guard/effects.ts';

export interface EvmEffects extends CallEffects {
  family: 'evm';
  /** EIP-155 chain id. `undefined` if the bytes are valid on any chain. */
  chainId: number | undefined;
  /** `legacy`, `eip1559`, or a type that no rule allows. */
  type: string;
  nonce: bigint;
  gasLimit: bigint;
  /** Of the estimate: the bytes do not name it. Absent: none was read. */
  surcharge: bigint | undefined;
}
