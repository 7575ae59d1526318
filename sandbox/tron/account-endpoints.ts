import { type Address, keccak256 } from 'viem';
import type { TronBlock } from './chain-record.ts';
import type { NodeRequest } from './read-request.ts';
import { plainHex, renderAddress } from './render-transaction.ts';
import type { TronNode } from './tron-node.ts';

/** `getaccount`: empty for an account that has never received anything. */
export async function findAccount(node: TronNode, request: NodeRequest, block: TronBlock) {
  const owner = request.address('address');
  return owner === undefined ? {} : renderAccount(node, owner, block, request.visible);
}

/** An account as of a block. */
export async function renderAccount(
  { client }: TronNode,
  owner: Address,
  { number }: TronBlock,
  visible: boolean,
) {
  const blockNumber = BigInt(number);
  const [balance, nonce, code] = await Promise.all([
    client.getBalance({ address: owner, blockNumber }),
    client.getTransactionCount({ address: owner, blockNumber }),
    client.getCode({ address: owner, blockNumber }),
  ]);
  if (balance === 0n && nonce === 0) return {};
  const address = renderAddress(owner, visible);
  const keys = [{ address, weight: 1 }];
  return {
    address,
    ...(balance === 0n ? {} : { balance: Number(balance) }),
    ...(code === undefined
      ? { owner_permission: { permission_name: 'owner', threshold: 1, keys } }
      : { type: 'Contract' }),
  };
}

/** `getaccountresource`: without stakes and free bandwidth. */
export async function accountResource(node: TronNode, request: NodeRequest, head: TronBlock) {
  const account = await findAccount(node, request, head);
  if (!('address' in account)) return {};
  return { TotalNetLimit: 43_200_000_000, TotalEnergyLimit: 180_000_000_000 };
}

/** `getcontract`. */
export async function findContract({ client }: TronNode, request: NodeRequest) {
  const address = request.address('value');
  const code = address === undefined ? undefined : await client.getCode({ address });
  if (address === undefined || code === undefined) return {};
  return {
    contract_address: renderAddress(address, request.visible),
    bytecode: plainHex(code),
    code_hash: plainHex(keccak256(code)),
    // The caller pays for all energy.
    consume_user_resource_percent: 100,
    abi: {},
  };
}

/** `getcontractinfo`: the same, with the code in use. */
export async function findContractInfo(node: TronNode, request: NodeRequest) {
  const contract = await findContract(node, request);
  return 'bytecode' in contract
    ? { smart_contract: contract, runtimecode: contract.bytecode, contract_state: {} }
    : {};
}
