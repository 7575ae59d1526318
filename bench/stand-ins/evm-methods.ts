import { recoverTransactionAddress } from 'viem';
import { isContract, paySelector, swapSelector } from './addresses.ts';
import { type DecodedTransaction, decodeTransaction } from './decode-transaction.ts';
import { type Block, baseFeePerGas, type EvmChain, gasUsed } from './evm-chain.ts';
import { quantity } from './hex.ts';
import type { OrderBook } from './order-book.ts';
import {
  renderBlock,
  renderLogs,
  renderReceipt,
  renderTrace,
  renderTransaction,
} from './render-chain.ts';
import { readContract, type SimulatedBlock, simulateBlock } from './simulate.ts';

/** An error with its JSON-RPC code. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface EvmNode {
  chain: EvmChain;
  orders: OrderBook;
  /** Prefix of transaction ids that are pending for ever: those of copied rows. */
  pretended(): string | undefined;
  /** Called for each sent transaction. */
  sent(decoded: DecodedTransaction): void;
}

type Method = (node: EvmNode, parameters: readonly unknown[]) => unknown;

/** The supported methods of an EVM node, by name. */
const methods: Readonly<Record<string, Method>> = {
  eth_chainId: ({ chain }) => quantity(chain.chainId),
  net_version: ({ chain }) => `${chain.chainId}`,
  eth_blockNumber: ({ chain }) => quantity(chain.head().number),
  eth_getBlockByNumber: ({ chain }, [tag, isFull]) => {
    const block = blockAt(chain, tag);
    return block ? renderBlock(block, isFull === true) : null;
  },
  eth_getBlockByHash: ({ chain }, [hash, isFull]) => {
    const block = chain.blockOf(text(hash));
    return block ? renderBlock(block, isFull === true) : null;
  },
  eth_getBlockReceipts: ({ chain }, [tag]) =>
    blockAt(chain, tag)?.transactions.map(renderReceipt) ?? null,
  eth_getBalance: ({ chain }, [account, tag]) =>
    quantity(chain.balances.at(text(account), numberOf(chain, tag))),
  eth_getTransactionCount: ({ chain }, [account, tag]) =>
    tag === 'pending'
      ? quantity(chain.pendingNonce(text(account)))
      : quantity(chain.nonces.at(text(account), numberOf(chain, tag))),
  eth_getCode: (_node, [account]) => (isContract(text(account)) ? '0x6001' : '0x'),
  // No contract is a proxy.
  eth_getStorageAt: () => `0x${'00'.repeat(32)}`,
  eth_call: ({ chain }, [call, tag]) => {
    const { to, data, input } = call as { to: string; data?: string; input?: string };
    return readContract(chain, text(to), text(data ?? input ?? '0x'), numberOf(chain, tag)) ?? '0x';
  },
  eth_estimateGas: () => quantity(gasUsed),
  eth_gasPrice: () => quantity(baseFeePerGas),
  eth_maxPriorityFeePerGas: () => '0x1',
  eth_feeHistory: (_node, [count]) => {
    const blocks = Number(count);
    return {
      oldestBlock: '0x1',
      baseFeePerGas: Array.from({ length: blocks + 1 }, () => quantity(baseFeePerGas)),
      gasUsedRatio: Array.from({ length: blocks }, () => 0.5),
      reward: Array.from({ length: blocks }, () => ['0x1']),
    };
  },
  eth_simulateV1: ({ chain }, [payload]) => {
    const { blockStateCalls } = payload as { blockStateCalls: readonly SimulatedBlock[] };
    return blockStateCalls.map((block) => simulateBlock(chain, block));
  },
  eth_sendRawTransaction: (node, [bytes]) => send(node, text(bytes) as `0x${string}`),
  eth_getTransactionReceipt: ({ chain }, [hash]) => {
    const found = chain.mined(text(hash));
    return found ? renderReceipt(found) : null;
  },
  eth_getTransactionByHash: ({ chain, pretended }, [hash]) => {
    const id = text(hash) as `0x${string}`;
    const found = chain.mined(id) ?? chain.pending(id);
    if (found) return renderTransaction(found);
    const prefix = pretended();
    if (prefix === undefined || !id.startsWith(prefix)) return null;
    const from = '0x0000000000000000000000000000000000000001';
    return renderTransaction({
      hash: id,
      from,
      to: from,
      value: 0n,
      nonce: 0,
      data: '0x',
      maxFeePerGas: 0n,
    });
  },
  eth_getLogs: ({ chain }, [filter]) => findLogs(chain, filter as LogFilter),
  debug_traceTransaction: ({ chain }, [hash]) => {
    const found = chain.mined(text(hash));
    if (!found) throw new RpcError(-32_000, 'transaction not found');
    return renderTrace(found);
  },
  debug_traceBlockByHash: ({ chain }, [hash]) =>
    chain
      .blockOf(text(hash))
      ?.transactions.map((one) => ({ txHash: one.hash, result: renderTrace(one) })) ?? [],
};

export function isKnownMethod(name: string): boolean {
  return Object.hasOwn(methods, name);
}

/** Throws `RpcError`. */
export async function answerMethod(
  node: EvmNode,
  name: string,
  parameters: readonly unknown[],
): Promise<unknown> {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw new RpcError(-32_601, `the method ${name} does not exist/is not available`);
  return await method(node, parameters);
}

async function send(node: EvmNode, bytes: `0x${string}`): Promise<string> {
  const decoded = decodeTransaction(bytes);
  node.sent(decoded);
  const from = senderOf(node, decoded) ?? (await recover(bytes));
  try {
    node.chain.send(decoded, from);
  } catch (error) {
    throw new RpcError(-32_000, error instanceof Error ? error.message : String(error));
  }
  return decoded.hash;
}

/**
 * The order names the sender. Recovering it from the signature costs as much as signing, and
 * Ferryman checks its own signatures.
 */
function senderOf({ orders }: EvmNode, { data }: DecodedTransaction): string | undefined {
  if (!data.startsWith(paySelector) && !data.startsWith(swapSelector)) return undefined;
  return orders.byKey(data.slice(10, 74))?.sender;
}

async function recover(serializedTransaction: `0x${string}`): Promise<string> {
  const address = await recoverTransactionAddress({
    serializedTransaction: serializedTransaction as `0x02${string}`,
  });
  return address.toLowerCase();
}

function text(value: unknown): string {
  if (typeof value !== 'string')
    throw new RpcError(-32_602, 'a text is missing among the parameters');
  return value.toLowerCase();
}

/** @returns undefined for the newest block */
function numberOf(chain: EvmChain, tag: unknown): number | undefined {
  if (tag === undefined || tag === 'latest' || tag === 'pending') return undefined;
  if (tag === 'finalized' || tag === 'safe') return Math.max(0, chain.head().number - 4);
  if (tag === 'earliest') return 0;
  return Number(text(tag));
}

function blockAt(chain: EvmChain, tag: unknown): Block | undefined {
  if (typeof tag === 'string' && tag.length === 66) return chain.blockOf(tag.toLowerCase());
  const number = numberOf(chain, tag);
  return number === undefined ? chain.head() : chain.blockAt(number);
}

interface LogFilter {
  blockHash?: string;
  fromBlock?: string;
  toBlock?: string;
  address?: string | string[];
  topics?: (string | string[] | null)[];
}

function findLogs(
  chain: EvmChain,
  { blockHash, fromBlock, toBlock, address, topics = [] }: LogFilter,
): unknown[] {
  const first =
    blockHash === undefined ? (numberOf(chain, fromBlock) ?? chain.head().number) : undefined;
  const last = numberOf(chain, toBlock) ?? chain.head().number;
  const blocks: (Block | undefined)[] =
    first === undefined
      ? [chain.blockOf((blockHash ?? '').toLowerCase())]
      : Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
          chain.blockAt(first + index),
        );
  const isOf = (wanted: string | string[] | null | undefined, value: string | undefined): boolean =>
    wanted === null ||
    wanted === undefined ||
    [wanted].flat().some((one) => one.toLowerCase() === value?.toLowerCase());
  return blocks.flatMap((block) =>
    (block?.transactions ?? []).flatMap((transaction) =>
      renderLogs(transaction).filter((log) => {
        const found = log as { address: string; topics: string[] };
        return (
          isOf(address, found.address) &&
          topics.every((topic, index) => isOf(topic, found.topics[index]))
        );
      }),
    ),
  );
}
