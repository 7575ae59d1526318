import { type Address, numberToHex, zeroAddress } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { IncomingPayment } from '../../../ports/payments.ts';
import { parseTransfer, topicOf, transferTopic } from '../../shared/contracts/token-logs.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { Scan } from '../../shared/payments/plan-scans.ts';
import type { EvmChain } from '../formats/chain.ts';
import { minedLogs, type Receipt } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readBlock } from './head.ts';
import { readReceipts } from './receipts.ts';
import { blocksPerQuestion } from './received.ts';
import { readReceivedAmounts } from './received-tokens.ts';
import type { SoughtTokenTarget } from './sought-target.ts';

/** Receivers per `eth_getLogs`. go-ethereum allows a thousand. */
const receiversPerQuestion = 500;

/** A transaction that brought a token to an account. */
interface Arrival {
  txId: string;
  account: Address;
  token: Address;
}

/**
 * The token payments to a target, in chain order. The logs, which one query reads for all targets,
 * only find the transactions; their receipts give the amounts. Throws `RPC_UNAVAILABLE`.
 */
export async function tokenPaymentsIn(
  endpoint: Endpoint,
  chain: EvmChain,
  scan: Scan<SoughtTokenTarget>,
  final: bigint,
): Promise<(target: SoughtTokenTarget) => IncomingPayment[]> {
  const arrivals = await findArrivals(endpoint, scan);
  const receipts = await readIncluded(endpoint, [...new Set(arrivals.map(({ txId }) => txId))]);
  const payments = await mapBounded(arrivals, async ({ txId, account, token }) => {
    const { receipt, at } = receipts(txId);
    const { blockNumber: number, blockHash: hash } = receipt;
    const amounts = await readReceivedAmounts(endpoint, chain, receipt, account, token);
    const target = { txId, block: { number, hash }, final: number <= final, at };
    return amounts.map(({ index, amount, from }) => {
      // Minted tokens have no payer.
      const payer = from === zeroAddress ? {} : { payer: from };
      return { account, payment: { ...target, index, token, amount, ...payer } };
    });
  });
  const sorted = payments.flat().sort(({ payment: one }, { payment: other }) => {
    return Number(one.block.number - other.block.number) || one.index - other.index;
  });
  return ({ account, after, token, target }) =>
    sorted
      .filter(
        ({ account: to, payment }) =>
          to === account && payment.token === token && payment.block.number > after,
      )
      .map(({ payment }) => ({ ...payment, token: target.token }));
}

async function findArrivals(
  endpoint: Endpoint,
  { targets, from, upTo }: Scan<SoughtTokenTarget>,
): Promise<Arrival[]> {
  const keyOf = (token: Address, account: Address): string => `${token} ${account}`;
  const wanted = new Set(targets.map(({ token, account }) => keyOf(token, account)));
  const arrivals = new Map<string, Arrival>();
  for (const log of (
    await mapBounded(questionsOf({ targets, from, upTo }), (one) => readLogs(endpoint, one))
  ).flat()) {
    const transfer = parseTransfer(log);
    if (!transfer || transfer.amount === 0n || log.removed === true) continue;
    const { token, to: account, from: payer } = transfer;
    const key = keyOf(token, account);
    const { transactionHash: txId } = log;
    if (wanted.has(key) && payer !== account)
      arrivals.set(`${txId} ${key}`, { txId, account, token });
  }
  return [...arrivals.values()];
}

interface Question {
  tokens: Address[];
  accounts: Address[];
  from: bigint;
  upTo: bigint;
}

function questionsOf({ targets, from, upTo }: Scan<SoughtTokenTarget>): Question[] {
  const accounts = [...new Set(targets.map(({ account }) => account))];
  const questions: Question[] = [];
  for (let first = from; first <= upTo; first += blocksPerQuestion) {
    const last = first + blocksPerQuestion - 1n;
    for (let start = 0; start < accounts.length; start += receiversPerQuestion) {
      const some = accounts.slice(start, start + receiversPerQuestion);
      const served = targets.filter(({ account }) => some.includes(account));
      const tokens = [...new Set(served.map(({ token }) => token))];
      questions.push({ tokens, accounts: some, from: first, upTo: last < upTo ? last : upTo });
    }
  }
  return questions;
}

/** Also reads the last block: an endpoint that lacks blocks would answer with no logs. */
async function readLogs(endpoint: Endpoint, { tokens, accounts, from, upTo }: Question) {
  const filter = {
    address: tokens,
    topics: [transferTopic, null, accounts.map(topicOf)],
    fromBlock: numberToHex(from),
    toBlock: numberToHex(upTo),
  };
  const [logs] = await Promise.all([
    endpoint.read('eth_getLogs', [filter], minedLogs),
    readBlock(endpoint, upTo),
  ]);
  return logs;
}

/**
 * The receipts of transactions on the chain, with the time of their blocks in milliseconds since
 * the epoch.
 */
async function readIncluded(
  endpoint: Endpoint,
  txIds: readonly string[],
): Promise<(txId: string) => { receipt: Receipt; at: number }> {
  const receipts = await readReceipts(endpoint, txIds);
  const numbers = new Set([...receipts.values()].map(({ blockNumber }) => blockNumber));
  const blocks = new Map(
    (await Promise.all([...numbers].map((number) => readBlock(endpoint, number)))).map((block) => [
      block.number,
      block,
    ]),
  );
  return (txId) => {
    const receipt = receipts.get(txId);
    const block = receipt && blocks.get(receipt.blockNumber);
    if (block && block.hash === receipt.blockHash)
      return { receipt, at: Number(block.timestamp) * 1_000 };
    // The endpoint has a log of the transaction, so it is late or the chain changed meanwhile. The
    // next scan starts at the same block.
    throw new FerrymanError(
      'RPC_UNAVAILABLE',
      `${endpoint.host} has a log of ${txId}, but no matching receipt`,
    );
  };
}
