import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  numberToHex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { vi } from 'vitest';
import { CHAIN_DEFINITIONS } from '../../../../sandbox/chains/chain-catalogue.ts';
import { StandardToken } from '../../../../sandbox/evm/artifacts/StandardToken.ts';
import {
  createChainClient,
  createEngineClient,
  disconnect,
} from '../../../../sandbox/evm/chain-client.ts';
import { startAnvil } from '../../../../sandbox/evm/start-anvil.ts';
import { serveHttp } from '../../../../sandbox/http-server.ts';
import { createChainRecord } from '../../../../sandbox/tron/chain-record.ts';
import { nodeApp } from '../../../../sandbox/tron/node-app.ts';
import { produceTronBlocks } from '../../../../sandbox/tron/produce-tron-blocks.ts';
import { createTronNode } from '../../../../sandbox/tron/tron-node.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { tronAccountOf, tronAddressOf } from '../../../../src/families/tron/formats/address.ts';
import type { TronChain } from '../../../../src/families/tron/formats/chain.ts';

const proofDepth = 3;
const richBalance = 10n ** 18n;

/** The sandbox's TRON, empty. The test makes its blocks. */
export interface LocalTronChain {
  /** Base URL of the full node. */
  readonly url: string;
  readonly chain: TronChain;
  mine(blocks?: number): Promise<void>;
  /** Removes the newest blocks with their transactions. */
  reorg(depth: number): Promise<void>;
  /** The clock of the node and of this chain's users. */
  passTime(milliseconds: number): void;
  setBalance(address: string, sun: bigint): Promise<void>;
  /** Each returns a base58 address. */
  deploy(artifact: { abi: Abi; bytecode: Hex }, args: readonly unknown[]): Promise<string>;
  install(code: Hex): Promise<string>;
  mint(token: string, to: string, amount: bigint): Promise<void>;
  close(): Promise<void>;
}

export function accountOf(address: string): Address {
  return tronAccountOf(address)!;
}

export async function startLocalTronChain(
  overrides: Partial<TronChain> = {},
): Promise<LocalTronChain> {
  const definition = CHAIN_DEFINITIONS.TRON;
  const rules = { hardfork: 'cancun', gasLimit: 100_000_000_000n, baseFee: 0n, impersonates: true };
  const anvil = await startAnvil({ chainId: definition.chainId, finalityDepth: 4, rules });
  const client = createChainClient(definition, anvil.url);
  const engine = createEngineClient(client);
  const plainRecord = createChainRecord(proofDepth);
  /** Called at the moment at which the chain has so many blocks. */
  let stopAt = { length: 1, stop: (): void => undefined };
  const record: typeof plainRecord = {
    ...plainRecord,
    append(block) {
      plainRecord.append(block);
      if (plainRecord.length() >= stopAt.length) stopAt.stop();
    },
  };
  const node = createTronNode({ client, engine, record });
  const closing = new AbortController();
  const blocks = produceTronBlocks({
    client,
    engine,
    record,
    heads: { announce: () => undefined },
    intervalMs: 20,
    signal: closing.signal,
  });
  const server = await serveHttp(nodeApp(node));
  const machineNow = Date.now.bind(Date);
  let passed = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => machineNow() + passed);
  const stranger = privateKeyToAccount(generatePrivateKey()).address;

  const lengthIs = (length: number): Promise<void> =>
    new Promise((resolve) => {
      stopAt = { length, stop: () => void blocks.setMining(false).then(resolve) };
    });

  async function mine(count = 1): Promise<void> {
    const mined = lengthIs(record.length() + count);
    await blocks.setMining(true);
    await mined;
  }

  async function send(to: Address | undefined, data: Hex): Promise<Address | undefined> {
    const call = {
      from: stranger,
      value: '0x0',
      data,
      gas: numberToHex(10_000_000),
      gasPrice: '0x0',
    };
    const hash = await engine.request({
      method: 'eth_sendTransaction',
      params: [{ ...call, ...(to ? { to } : {}) } as never],
    });
    await engine.mine({ blocks: 1 });
    const { contractAddress } = await client.getTransactionReceipt({ hash });
    await mine();
    return contractAddress ?? undefined;
  }

  await engine.setBalance({ address: stranger, value: richBalance });
  await mine();
  return {
    url: server.url,
    chain: {
      ...ofFamily(chainRegistry.TRON!, 'tron'),
      genesis: record.block(0)!.id.slice(2),
      proofDepth,
      progressDepth: 1,
      ...overrides,
    },
    mine,
    async reorg(depth) {
      await blocks.reorganize({ depth, drop: true, finalityDepth: proofDepth, firstBlock: 0n });
    },
    passTime(milliseconds) {
      passed += milliseconds;
    },
    async setBalance(address, value) {
      await engine.setBalance({ address: accountOf(address), value });
    },
    async deploy({ abi, bytecode }, args) {
      return tronAddressOf((await send(undefined, encodeDeployData({ abi, bytecode, args })))!);
    },
    async install(code) {
      const { address } = privateKeyToAccount(generatePrivateKey());
      await engine.setCode({ address, bytecode: code });
      return tronAddressOf(address);
    },
    async mint(token, to, amount) {
      const args = [accountOf(to), amount] as const;
      await send(
        accountOf(token),
        encodeFunctionData({ abi: StandardToken.abi, functionName: 'mint', args }),
      );
    },
    async close() {
      closing.abort();
      clock.mockRestore();
      await server.close();
      await blocks.stopped;
      await disconnect(client);
      await anvil.close();
    },
  };
}
