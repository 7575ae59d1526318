import { setTimeout as pause } from 'node:timers/promises';
import {
  type Address,
  createTestClient,
  type Hash,
  type Hex,
  http,
  keccak256,
  parseTransaction,
  publicActions,
  TransactionReceiptNotFoundError,
} from 'viem';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { reorganize } from './chain-faults.ts';
import type { Forward, HttpAnswer, HttpRequest } from './proxies/http-proxy.ts';

/** One node of the sandbox, and where it is told what to do. */
export interface Node {
  url: string;
  chain: string;
  controlUrl: string;
  /** How many blocks can be taken back at most. */
  deepest: number;
}

/** A contract that refuses everything: PUSH1 0 PUSH1 0 REVERT. */
const refusing: Hex = '0x60006000fd';
const approve = '0x095ea7b3';
/** How long the failure is shown, in milliseconds: time for an observer to see it. No blocks come meanwhile, so that it does not become final. */
const shownFor = 1_000;
const includedWithin = 2_000;

/** Whether a request sends a transaction that pays or fetches: one that calls a contract, and is no approval. */
export function isPayment(body: string): boolean {
  const bytes = sentBytes(body);
  if (bytes === undefined) return false;
  const { data = '0x' } = parseTransaction(bytes);
  return data.length >= 10 && !data.startsWith(approve);
}

/**
 * Sends the transaction while the contract that it calls refuses everything, so that it fails in its block; then takes the block back,
 * mends the contract, and lets it succeed, unless the block is too deep by then. `hasFailed`: whether it came
 * to that. What believes the failure before it is final signs a second payment.
 */
export async function failAndTakeBack(
  node: Node,
  request: HttpRequest,
  forward: Forward,
): Promise<{ answer: HttpAnswer; hasFailed: Promise<boolean> }> {
  const client = createTestClient({ mode: 'anvil', transport: http(node.url) }).extend(publicActions);
  const bytes = sentBytes(request.body) ?? '0x';
  const { to } = parseTransaction(bytes);
  const code = to ? await client.getCode({ address: to }) : undefined;
  if (!to || code === undefined) return { answer: await forward(request), hasFailed: Promise.resolve(false) };
  await tellSandbox(node.controlUrl, `/chains/${node.chain}`, { mining: false });
  await client.setCode({ address: to, bytecode: refusing });
  const answer = await forward(request).catch(async (cause: unknown) => {
    await mend(client, node, to, code);
    throw cause;
  });
  const takeBack = async (): Promise<boolean> => {
    try {
      await tellSandbox(node.controlUrl, `/chains/${node.chain}`, { mining: true });
      const block = await blockOf(client, keccak256(bytes));
      // It may wait behind another one, or not have been taken.
      if (block === undefined) return false;
      await tellSandbox(node.controlUrl, `/chains/${node.chain}`, { mining: false });
      await pause(shownFor);
      const depth = Number((await client.getBlockNumber({ cacheTime: 0 })) - block) + 1;
      // On a busy machine it may be final by now, and then it has really failed.
      if (depth <= node.deepest) await reorganize(node.controlUrl, { chain: node.chain, depth, lose: false });
      return true;
    } finally {
      await mend(client, node, to, code);
    }
  };
  // Whoever sends has the answer meanwhile.
  return { answer, hasFailed: takeBack() };
}

async function mend(client: TestClient, { controlUrl, chain }: Node, address: Address, bytecode: Hex): Promise<void> {
  await client.setCode({ address, bytecode });
  await tellSandbox(controlUrl, `/chains/${chain}`, { mining: true });
}

type TestClient = Pick<ReturnType<typeof createTestClient>, 'setCode'>;

async function blockOf(
  client: { getTransactionReceipt(request: { hash: Hash }): Promise<{ blockNumber: bigint }> },
  hash: Hash,
): Promise<bigint | undefined> {
  const deadline = Date.now() + includedWithin;
  while (Date.now() < deadline) {
    try {
      return (await client.getTransactionReceipt({ hash })).blockNumber;
    } catch (cause) {
      if (!(cause instanceof TransactionReceiptNotFoundError)) throw cause;
      await pause(20);
    }
  }
  return undefined;
}

function sentBytes(body: string): Hex | undefined {
  const { method, params } = JSON.parse(body) as { method?: string; params?: Hex[] };
  return method === 'eth_sendRawTransaction' ? params?.[0] : undefined;
}
