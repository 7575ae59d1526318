import { type Hash, TimeoutError } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHAIN_DEFINITIONS } from '../../sandbox/chains/chain-catalogue.ts';
import {
  type ChainClient,
  createChainClient,
  createEngineClient,
  disconnect,
  type EngineClient,
} from '../../sandbox/evm/chain-client.ts';
import { type AnvilProcess, startAnvil } from '../../sandbox/evm/start-anvil.ts';
import { createChainRecord } from '../../sandbox/tron/chain-record.ts';
import { produceTronBlocks } from '../../sandbox/tron/produce-tron-blocks.ts';
import { createTronNode } from '../../sandbox/tron/tron-node.ts';
import {
  encodeRawData,
  type TronTransaction,
  transactionId,
} from '../../sandbox/tron/tron-transaction.ts';
import { waitFor } from '../support/wait-for.ts';

const RECEIVER = '0x2222222222222222222222222222222222222222';

let anvil: AnvilProcess;
let client: ChainClient;

beforeAll(async () => {
  const rules = { hardfork: 'cancun', gasLimit: 100_000_000_000n, baseFee: 0n, impersonates: true };
  anvil = await startAnvil({ chainId: 7_700_004, finalityDepth: 4, rules });
  client = createChainClient(CHAIN_DEFINITIONS.TRON, anvil.url);
});
afterAll(async () => {
  await disconnect(client);
  await anvil.close();
});

/** An engine that does what it is asked, and whose answer to the first call of a kind gets lost. */
function answerLost(engine: EngineClient, method: 'mine' | 'eth_sendTransaction'): EngineClient {
  let isLost = false;
  const lose = <Arguments extends unknown[], Answer>(
    call: (...args: Arguments) => Promise<Answer>,
  ) => {
    return async (...args: Arguments): Promise<Answer> => {
      const answer = await call(...args);
      const isIt = method === 'mine' || JSON.stringify(args).includes(method);
      if (isLost || !isIt) return answer;
      isLost = true;
      throw new TimeoutError({ body: {}, url: anvil.url });
    };
  };
  return method === 'mine'
    ? { ...engine, mine: lose(engine.mine) }
    : {
        ...engine,
        request: lose(
          engine.request as (...args: unknown[]) => Promise<never>,
        ) as EngineClient['request'],
      };
}

describe('an engine whose answer gets lost', () => {
  it.each(['mine', 'eth_sendTransaction'] as const)(
    'after %s has a transaction executed once all the same',
    async (method) => {
      const closing = new AbortController();
      const engine = createEngineClient(client);
      const owner = privateKeyToAccount(generatePrivateKey());
      await engine.setBalance({ address: owner.address, value: 100_000_000n });
      const before = await client.getBalance({ address: RECEIVER });
      const record = createChainRecord(4);
      const node = createTronNode({ client, engine, record });
      const heads = { announce: () => undefined };
      const options = { client, record, heads, intervalMs: 50, signal: closing.signal };
      const quiet = produceTronBlocks({ ...options, engine });
      await waitFor(() => expect(record.length()).toBeGreaterThan(0));
      await quiet.setMining(false);

      const transaction = await signedTransfer();
      expect(await node.broadcast(transaction)).toBeUndefined();
      const blocks = produceTronBlocks({ ...options, engine: answerLost(engine, method) });
      await waitFor(() => expect(record.inclusion(transaction.id)).toBeDefined());
      const { number } = record.head();
      await waitFor(() => expect(record.head().number).toBeGreaterThan(number + 3));
      closing.abort();
      await Promise.all([blocks.stopped, quiet.stopped]);

      expect(await client.getBalance({ address: RECEIVER })).toBe(before + 1_000n);
      expect(await client.getTransactionCount({ address: owner.address })).toBe(1);

      async function signedTransfer(): Promise<TronTransaction> {
        const { id: block, timestamp } = record.head();
        const data = {
          contract: {
            type: 'TransferContract',
            owner: owner.address,
            to: RECEIVER,
            amount: 1_000n,
          },
          refBlockBytes: `0x${block.slice(14, 18)}`,
          refBlockHash: `0x${block.slice(18, 34)}`,
          expiration: BigInt(timestamp + 60_000),
          timestamp: BigInt(timestamp),
          feeLimit: 0n,
          memo: '0x',
        } as const;
        const rawData = encodeRawData(data);
        const id: Hash = transactionId(rawData);
        return { ...data, rawData, id, signatures: [await owner.sign({ hash: id })] };
      }
    },
  );
});
