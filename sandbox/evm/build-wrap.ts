import { encodeFunctionData } from 'viem';
import type { RenderedTransaction, Wrapping } from '../common-chain.ts';
import { WrappedNative } from './artifacts/WrappedNative.ts';
import type { EvmChain } from './evm-chain.ts';

/** Wraps or unwraps native coins with a call of the wrapped token. */
export function buildWrap(
  { deployment, face }: Pick<EvmChain, 'deployment' | 'face'>,
  { direction, amount, gasLimit }: Wrapping,
): RenderedTransaction {
  const to = deployment.wrappedNative.address;
  const { abi } = WrappedNative;
  switch (direction) {
    case 'wrap': {
      const data = encodeFunctionData({ abi, functionName: 'deposit' });
      return face.renderCall({ to, data, value: amount, gasLimit });
    }
    case 'unwrap': {
      const data = encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] });
      return face.renderCall({ to, data, value: 0n, gasLimit });
    }
  }
}
