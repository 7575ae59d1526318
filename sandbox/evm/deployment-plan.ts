import {
  type Abi,
  type Address,
  type ContractConstructorArgs,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
} from 'viem';
import type { Token } from '../chains/token.ts';
import type { Call } from './account-sender.ts';
import { StandardToken } from './artifacts/StandardToken.ts';

/**
 * The transactions of a deployment, planned before the first is sent. The deployer's nonces
 * determine the addresses.
 */
export interface DeploymentPlan {
  readonly calls: readonly Call[];
  /** @returns the future address of the contract */
  deploy<const abi extends Abi>(
    artifact: Artifact<abi>,
    args: ContractConstructorArgs<abi>,
  ): Address;
  /** The address of a contract that is deployed after `transactions` more transactions. */
  addressAfter(transactions: number): Address;
  call(to: Address, data: Hex, value?: bigint): void;
  /** Mints tokens to an account, or transfers the deployer's own if they cannot be minted. */
  give(token: Token, to: Address, amount: bigint): void;
}

export interface Artifact<abi extends Abi = Abi> {
  readonly abi: abi;
  readonly bytecode: Hex;
}

const DEPLOY_GAS = 3_000_000n;
const CALL_GAS = 200_000n;

/** @param deployer must not have sent a transaction yet */
export function createDeploymentPlan(deployer: Address): DeploymentPlan {
  const calls: Call[] = [];
  const addressAt = (nonce: number): Address =>
    getContractAddress({ from: deployer, nonce: BigInt(nonce) });
  const call = (to: Address, data: Hex, value = 0n): void => {
    calls.push({ to, data, value, gas: CALL_GAS });
  };
  return {
    calls,
    call,
    deploy({ abi, bytecode }, args) {
      const data = encodeDeployData({
        abi: abi as Abi,
        bytecode,
        args: args as readonly unknown[],
      });
      calls.push({ data, gas: DEPLOY_GAS });
      return addressAt(calls.length - 1);
    },
    addressAfter: (transactions) => addressAt(calls.length + transactions),
    give({ address, behaviour }, to, amount) {
      const functionName = behaviour === 'wrapped-native' ? 'transfer' : 'mint';
      call(
        address,
        encodeFunctionData({ abi: StandardToken.abi, functionName, args: [to, amount] }),
      );
    },
  };
}
