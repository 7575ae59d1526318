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

/**
 * Blocks that one look goes through: each is a question of its own. What is later is for the next
 * look.
 */
const blocksAtOnce = 200n;
/** How many of them at most are blocks that were gone through before. */
const maxAgain = 100;
/** Receivers and tokens whose blocks are remembered. */
const maxRemembered = 1_000;

/**
 * Blocks after `from` and up to `upTo` that were gone through, and what was found there: nothing of
 * it can change.
 */
interface Seen {
  from: bigint;
  upTo: bigint;
  /** Those of them that the node did not tell all outcomes of, the one to look at next first. */
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
 * Transfers to a receiver after a block. Full nodes have no index of logs, so the blocks are gone
 * through one by one, the oldest first; those well below the solidified one only once for a
 * receiver and a token. A node may be late with outcomes, or have lost some, so the last
 * `proofDepth` of the solidified ones are looked at again, and earlier ones of which it told fewer
 * outcomes than it has transactions.
 */
export function createReceivedSince(chain: TronChain): ReceivedSince {
  const remembered = new Map<string, Seen>();

  return async (endpoint, after, receiverText, token) => {
    const receiver = requireAccount(receiverText);
    const key = `${receiver} ${token}`;
    const { latest, final } = await readHead(endpoint);
    const last = remembered.get(key);
    const fresh: Seen = { from: after, upTo: after, open: [], transfers: [] };
    const seen = last && last.from <= after && after <= last.upTo ? last : fresh;
    const again = seen.open.slice(0, maxAgain);
    const room = blocksAtOnce - BigInt(again.length);
    const end = latest - seen.upTo > room ? seen.upTo + room : latest;
    const settled = final - BigInt(chain.proofDepth);
    const upTo = [seen.upTo, end < settled ? end : settled].reduce((one, other) =>
      one > other ? one : other,
    );
    const looked = await mapBounded([...again, ...numbersBetween(seen.upTo, end)], (number) =>
      readTransfers(endpoint, chain, { number, final, isSettled: number <= upTo, receiver, token }),
    );

    const kept = seen.transfers.filter(({ block }) => !again.includes(block.number));
    const found = [...kept, ...looked.flatMap(({ transfers }) => transfers)].sort(byBlock);
    remembered.delete(key);
    remembered.set(key, {
      from: seen.from,
      upTo,
      open: [
        ...seen.open.slice(maxAgain),
        ...looked
          .filter(({ number, isWhole }) => number <= upTo && !isWhole)
          .map(({ number }) => number),
      ],
      transfers: found.filter(({ block }) => block.number <= upTo),
    });
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    return found.filter(({ block }) => block.number > after);
  };
}

interface BlockQuestion {
  number: bigint;
  /** The solidified block's number. */
  final: bigint;
  /** Whether it will be remembered, so that it matters whether the node tells all outcomes. */
  isSettled: boolean;
  receiver: Address;
  token: TokenAddress;
}

interface LookedAt {
  number: bigint;
  transfers: ReceivedTransfer[];
  /** Whether all of its outcomes were told, and could be read. */
  isWhole: boolean;
}

async function readTransfers(
  endpoint: Endpoint,
  chain: TronChain,
  question: BlockQuestion,
): Promise<LookedAt> {
  const { number, final, receiver, token } = question;
  const { receipts, isWhole } = isNativeToken(chain, token)
    ? await nativeInBlock(endpoint, number)
    : await tokensInBlock(endpoint, chain, question, requireToken(chain, token));
  const received = receivedBy(receiver, receipts);
  if (received.length === 0) return { number, transfers: [], isWhole };
  const { hash } = await readBlock(endpoint, number);
  const place = { token, block: { number, hash }, final: number <= final };
  const transfers = received.map(({ txId, index, amount }) => ({ txId, index, amount, ...place }));
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

/** After the first, up to and with the last. */
function numbersBetween(first: bigint, last: bigint): bigint[] {
  const numbers: bigint[] = [];
  for (let number = first + 1n; number <= last; number += 1n) numbers.push(number);
  return numbers;
}
