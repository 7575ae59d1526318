import { encodeFunctionData } from 'viem';
import { isNative } from '../chains/token.ts';
import type { DepositPlan, RenderedTransaction } from '../common-chain.ts';
import { addressWord } from './address-word.ts';
import { BridgeGateway } from './artifacts/BridgeGateway.ts';
import type { EvmChain } from './evm-chain.ts';

/** Builds the call of the provider's gateway that takes the deposit and emits its event. */
export function buildDeposit(
  { definition, deployment, face }: Pick<EvmChain, 'definition' | 'deployment' | 'face'>,
  deposit: DepositPlan,
): RenderedTransaction {
  const {
    orderId,
    from,
    amountIn,
    destinationChainId,
    to,
    receiver,
    minimumOut,
    deadline,
    gasLimit,
  } = deposit;
  const data = encodeFunctionData({
    abi: BridgeGateway.abi,
    functionName: 'bridge',
    args: [
      orderId,
      from.address,
      amountIn,
      BigInt(destinationChainId),
      addressWord(to.address),
      addressWord(receiver),
      minimumOut,
      deadline,
    ],
  });
  const value = (isNative(from) ? amountIn : 0n) + definition.bridgeFee;
  return face.renderCall({
    to: deployment.bridgeGateways[deposit.bridge].address,
    data,
    value,
    gasLimit,
  });
}
