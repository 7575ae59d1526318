import { parseUnits } from 'viem';
import { forPayers } from '../chains/bridge-ids.ts';
import { createAccountSender } from '../evm/account-sender.ts';
import { createChainClient, createEngineClient, disconnect } from '../evm/chain-client.ts';
import { deployContracts } from '../evm/deploy-contracts.ts';
import { evmOperations, type OperatedChain } from '../evm/evm-operations.ts';
import { sandboxAccount } from '../evm/sandbox-account.ts';
import { startAnvil } from '../evm/start-anvil.ts';
import { OWN_BALANCE, type RunningChain, type StartChainOptions } from '../evm/start-chain.ts';
import { POLL_INTERVAL_MS, watchHeads } from '../evm/watch-heads.ts';
import { type HttpServer, serveHttp } from '../http-server.ts';
import { SandboxError } from '../sandbox-error.ts';
import { createChainRecord } from './chain-record.ts';
import { nodeApp } from './node-app.ts';
import { produceTronBlocks } from './produce-tron-blocks.ts';
import { ENERGY_PRICE } from './resources.ts';
import { tronFace } from './tron-face.ts';
import { createTronNode } from './tron-node.ts';
import { tronNotation } from './tron-notation.ts';
import { createTronSender } from './tron-sender.ts';

/**
 * Fits any number of transactions with the maximum fee limit. Blocks stay below half of it, so the
 * base fee stays zero.
 */
const BLOCK_GAS_LIMIT = 100_000_000_000n;

/**
 * Starts the TRON chain: a hidden engine behind java-tron's HTTP API.
 * @throws {SandboxError}
 */
export async function startTronChain(options: StartChainOptions): Promise<RunningChain> {
  const { definition, blockIntervalMs, finalityDepth, storedBlocks, port } = options;
  const anvil = await startAnvil({
    chainId: definition.chainId,
    finalityDepth,
    storedBlocks,
    signal: options.signal,
    // The last hard fork that charges exactly the used gas, without a floor or a cap.
    rules: { hardfork: 'cancun', gasLimit: BLOCK_GAS_LIMIT, baseFee: 0n, impersonates: true },
  });
  const client = createChainClient(definition, anvil.url);
  const engine = createEngineClient(client);
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, options.signal]);
  const heads = watchHeads(client, POLL_INTERVAL_MS, signal);
  const record = createChainRecord(finalityDepth);
  const node = createTronNode({ client, engine, record });
  const blocks = produceTronBlocks({
    ...{ client, engine, record, heads, signal },
    intervalMs: blockIntervalMs,
  });
  let server: HttpServer | undefined;
  const end = async (): Promise<void> => {
    closing.abort();
    await server?.close();
    await Promise.all([blocks.stopped, heads.stopped]);
    await disconnect(client);
    await anvil.close();
  };
  let ended: Promise<void> | undefined;
  const close = (): Promise<void> => {
    ended ??= end();
    return ended;
  };

  try {
    const account = (role: string) => sandboxAccount(role, definition.name);
    const sender = (role: string) => createTronSender(node, heads, account(role));
    const treasury = sender('treasury');
    const payers = forPayers(sender);
    const own = [treasury, ...Object.values(payers)].map(({ address }) => address);
    const value = parseUnits(OWN_BALANCE, definition.native.decimals);
    await Promise.all(own.map((address) => engine.setBalance({ address, value })));
    // Contract addresses depend on nonces, which TRON does not have. So deploy the contracts before
    // the TRON API opens.
    const bid = { maxFeePerGas: ENERGY_PRICE, maxPriorityFeePerGas: ENERGY_PRICE };
    const deployer = createAccountSender(client, heads, account('treasury'), bid);
    const deployment = await deployContracts({ definition, treasury: deployer, payers });
    const firstBlock = (await client.getBlockNumber()) + 1n;
    server = await serveHttp(nodeApp(node), port);
    const first = record.block(0);
    if (first === undefined)
      throw new SandboxError('engine-failed', 'The chain has no first block.');
    const chain = {
      family: 'tron',
      definition,
      url: server.url,
      genesis: first.id.slice(2),
      notation: tronNotation,
      face: tronFace(node),
      client,
      heads,
      blocks: {
        ...blocks,
        reorganize: (options) => blocks.reorganize({ ...options, finalityDepth, firstBlock }),
      },
      deployment,
      treasury,
      payers,
    } as const satisfies OperatedChain;
    return { ...chain, operations: evmOperations(chain), close };
  } catch (error) {
    await close();
    throw error;
  }
}
