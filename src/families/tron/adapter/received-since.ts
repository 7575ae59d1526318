import type { Address } from 'viem';
import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { ReceivedTransfer } from '../../../ports/payments.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { TronChain } from '../formats/chain.ts';
import { requireAccount } from './accounts.ts';
import { maybeTransactionCount, type TransactionInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readBlock, readHead } from './head.ts';
import { readFullBlock } from './read-full-block.ts';
import { nativeReceipts, type Receipt, receivedBy, tokenReceipts } from './receipts.ts';
import { requireToken } from './token.ts';
import { readInfosOfBlock, succeeded } from './transaction-info.ts';

/** Maximum blocks per scan. Each is a request of its own. */
const blocksAtOnce = 200n;
/** Maximum blocks per scan that are read again. */
const maxAgain = 100;
/** Maximum stored pairs of receiver and token. */
const maxStored = 1_000;

/**
 * The blocks after `from` up to `upTo`, which cannot change any more, and the transfers found in
 * them.
 */
interface Scanned {
  from: bigint;
  upTo: bigint;
  /** Blocks among them with missing outcomes, in the order to read them again. */
  open: readonly bigint[];
  transfers: readonly ReceivedTransfer[];
}

export type ReceivedSince = (
  endpoint: Endpoint,
  after: bigint,
  receiver: string,
  token: TokenAddress,
) => Promise<ReceivedTransfer[]>;

/**
 * Transfers to a receiver after a block. Full nodes have no index of logs, so blocks are read one
 * by one, oldest first. Blocks well below the solidified one are read once for a receiver and
 * token. Outcomes may be late or lost, so the last `proofDepth` solidified blocks are read again,
 * and so are earlier ones with fewer outcomes than transactions.
 */
export function createReceivedSince(chain: TronChain): ReceivedSince {
  const stored = new Map<string, Scanned>();

  return async (endpoint, after, receiverText, token) => {
    const receiver = requireAccount(receiverText);
    const key = `${receiver} ${token}`;
    const { latest, final } = await readHead(endpoint);
    const last = stored.get(key);
    const fresh: Scanned = { from: after, upTo: after, open: [], transfers: [] };
    const scanned = last && last.from <= after && after <= last.upTo ? last : fresh;
    const again = scanned.open.slice(0, maxAgain);
    const room = blocksAtOnce - BigInt(again.length);
    const end = latest - scanned.upTo > room ? scanned.upTo + room : latest;
    const settled = final - BigInt(chain.proofDepth);
    const upTo = [scanned.upTo, end < settled ? end : settled].reduce((one, other) =>
      one > other ? one : other,
    );
    const results = await mapBounded([...again, ...numbersBetween(scanned.upTo, end)], (number) =>
      readTransfers(endpoint, chain, { number, final, isSettled: number <= upTo, receiver, token }),
    );

    const settledTransfers = scanned.transfers.filter(({ block }) => !again.includes(block.number));
    const found = [...settledTransfers, ...results.flatMap(({ transfers }) => transfers)].sort(
      byBlock,
    );
    stored.delete(key);
    stored.set(key, {
      from: scanned.from,
      upTo,
      open: [
        ...scanned.open.slice(maxAgain),
        ...results
          .filter(({ number, isWhole }) => number <= upTo && !isWhole)
          .map(({ number }) => number),
      ],
      transfers: found.filter(({ block }) => block.number <= upTo),
    });
    const [oldest] = stored.keys();
    if (stored.size > maxStored && oldest !== undefined) stored.delete(oldest);
    return found.filter(({ block }) => block.number > after);
  };
}

interface BlockQuestion {
  number: bigint;
  /** Number of the solidified block. */
  final: bigint;
  /** Whether the result will be stored, so that missing outcomes matter. */
  isSettled: boolean;
  receiver: Address;
  token: TokenAddress;
}

interface BlockResult {
  number: bigint;
  transfers: ReceivedTransfer[];
  /** Whether all of its outcomes were returned and readable. */
  isWhole: boolean;
}

async function readTransfers(
  endpoint: Endpoint,
  chain: TronChain,
  question: BlockQuestion,
): Promise<BlockResult> {
  const { number, final, receiver, token } = question;
  const { receipts, isWhole } = isNativeToken(chain, token)
    ? await nativeInBlock(endpoint, number)
    : await tokensInBlock(endpoint, chain, question, requireToken(chain, token));
  const received = receivedBy(receiver, receipts);
  if (received.length === 0) return { number, transfers: [], isWhole };
  const { hash } = await readBlock(endpoint, number);
  const common = { token, block: { number, hash }, final: number <= final };
  const transfers = received.map(({ txId, index, amount }) => ({ txId, index, amount, ...common }));
  return { number, transfers, isWhole };
}

interface InBlock {
  receipts: (Receipt & { txId: string })[];
  isWhole: boolean;
}

async function tokensInBlock(
  endpoint: Endpoint,
  chain: TronChain,
  { number, isSettled }: BlockQuestion,
  token: Address,
): Promise<InBlock> {
  const [infos, count] = await Promise.all([
    readInfosOfBlock(endpoint, number),
    isSettled
      ? endpoint.read(
          'wallet/getblock',
          { id_or_num: `${number}`, detail: true },
          maybeTransactionCount,
        )
      : undefined,
  ]);
  const read = infos.flatMap(({ info }) => info ?? []);
  return {
    receipts: receiptsIn(read, (info) => tokenReceipts(chain, info, token)),
    isWhole: read.length === count,
  };
}

async function nativeInBlock(endpoint: Endpoint, number: bigint): Promise<InBlock> {
  const { transactions } = await readFullBlock(endpoint, number);
  const transfers = new Map(transactions.map(({ id, transfer }) => [id, transfer]));
  const read = transactions.flatMap(({ info }) => info ?? []);
  return {
    receipts: receiptsIn(read, (info) => nativeReceipts(info, transfers.get(info.id))),
    isWhole: read.length === transactions.length,
  };
}

function receiptsIn(
  infos: readonly TransactionInfo[],
  receiptsOf: (info: TransactionInfo) => Receipt[],
): InBlock['receipts'] {
  return infos
    .filter(succeeded)
    .flatMap((info) => receiptsOf(info).map((receipt) => ({ ...receipt, txId: info.id })));
}

function byBlock({ block: one }: ReceivedTransfer, { block: other }: ReceivedTransfer): number {
  return Number(one.number - other.number);
}

/** The numbers after `first`, up to and including `last`. */
function numbersBetween(first: bigint, last: bigint): bigint[] {
  const numbers: bigint[] = [];
  for (let number = first + 1n; number <= last; number += 1n) numbers.push(number);
  return numbers;
}
