import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { StandardToken } from '../../../../sandbox/evm/artifacts/StandardToken.ts';
import { startAnvil } from '../../../../sandbox/evm/start-anvil.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { EvmChain } from '../../../../src/families/evm/formats/chain.ts';

const chainId = 7_700_100;
const proofDepth = 3;

interface Sent {
  to?: Address;
  data?: Hex;
  value?: bigint;
  gas?: bigint;
}

/** A real node whose blocks the test mines. */
export interface LocalChain {
  readonly url: string;
  readonly chain: EvmChain;
  /** A rich account that deploys, mints, and acts as all other users of the chain. */
  readonly stranger: PrivateKeyAccount;
  rpc<Result = unknown>(method: string, params?: readonly unknown[]): Promise<Result>;
  mine(blocks?: number): Promise<void>;
  /** Sends from the external account. Returns the hash. */
  submit(transaction: Sent): Promise<Hex>;
  /** Sends and mines. */
  send(transaction: Sent): Promise<Hex>;
  /** The address of the external account's contract that is deployed after so many others. */
  addressAhead(deployments: number): Address;
  deploy(artifact: { abi: Abi; bytecode: Hex }, args: readonly unknown[]): Promise<Address>;
  mint(token: Address, to: Address, amount: bigint): Promise<void>;
  /** Places runtime code at a new address. */
  install(code: Hex): Promise<Address>;
  close(): Promise<void>;
}

const richBalance = 10n ** 21n;

export async function startLocalChain(overrides: Partial<EvmChain> = {}): Promise<LocalChain> {
  const anvil = await startAnvil({ chainId, finalityDepth: 4 });
  const stranger = privateKeyToAccount(generatePrivateKey());
  let nonce = 0;
  const local: LocalChain = {
    url: anvil.url,
    chain: {
      ...ofFamily(chainRegistry.ETH!, 'evm'),
      caip2: `eip155:${chainId}`,
      chainId,
      proofDepth,
      progressDepth: 1,
      ...overrides,
    },
    stranger,
    async rpc<Result>(method: string, params: readonly unknown[] = []) {
      const response = await fetch(anvil.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      const answer = (await response.json()) as { result: Result; error?: { message: string } };
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
      return answer.result;
    },
    async mine(blocks = 1) {
      await local.rpc('anvil_mine', [numberToHex(blocks)]);
    },
    async submit({ gas = 3_000_000n, ...transaction }) {
      const bytes = await stranger.signTransaction({
        ...transaction,
        gas,
        chainId,
        nonce: nonce++,
        type: 'eip1559',
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
      });
      await local.rpc('eth_sendRawTransaction', [bytes]);
      return keccak256(bytes);
    },
    async send(transaction) {
      const hash = await local.submit(transaction);
      await local.mine();
      return hash;
    },
    addressAhead: (deployments) =>
      getContractAddress({ from: stranger.address, nonce: BigInt(nonce + deployments) }),
    async deploy({ abi, bytecode }, args) {
      const address = local.addressAhead(0);
      await local.send({ data: encodeDeployData({ abi, bytecode, args }) });
      return address;
    },
    async mint(token, to, amount) {
      await local.send({
        to: token,
        data: encodeFunctionData({
          abi: StandardToken.abi,
          functionName: 'mint',
          args: [to, amount],
        }),
      });
    },
    async install(code) {
      const { address } = privateKeyToAccount(generatePrivateKey());
      await local.rpc('anvil_setCode', [address, code]);
      return address;
    },
    close: () => anvil.close(),
  };
  await local.rpc('anvil_setBalance', [stranger.address, numberToHex(richBalance)]);
  return local;
}
