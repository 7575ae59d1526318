import type { Address } from 'viem';
import { isNativeToken, type TokenAddress, type TronChain } from '../../core/chains.ts';
import type { ReceivedTransfer } from '../../ports/chain-adapter.ts';
import { requireAccount } from './accounts.ts';
import { fullBlock } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readBlock, readHead } from './head.ts';
import { mapBounded } from './map-bounded.ts';
import { nativeReceipts, type Receipt, tokenReceipts } from './receipts.ts';
import { requireToken } from './token.ts';
import { readInfosOfBlock, succeeded } from './transaction-info.ts';

/** Blocks that one look goes through: each is a question of its own. What is later is for the next look. */
const blocksAtOnce = 200n;
/** Receivers and tokens whose blocks are remembered. */
const mostRemembered = 1_000;

/** Blocks after `from` and up to `upTo` that were gone through, and what was found there: nothing of it can change. */
interface Seen {
  from: bigint;
  upTo: bigint;
  transfers: readonly ReceivedTransfer[];
}

export type ReceivedSince = (
  endpoint: Endpoint,
  after: bigint,
  receiver: string,
  token: TokenAddress,
) => Promise<ReceivedTransfer[]>;

/**
 * Transfers to a receiver after a block. Full nodes have no index of logs, so the blocks are gone through one by one, the oldest first; those
 * well below the solidified one only once for a receiver and a token. A node may be late with outcomes, so the last `proofDepth` of
 * the solidified ones are looked at again.
 */
export function createReceivedSince(chain: TronChain): ReceivedSince {
  const remembered = new Map<string, Seen>();

  return async (endpoint, after, receiverText, token) => {
    const receiver = requireAccount(receiverText);
    const key = `${receiver} ${token}`;
    const { latest, final } = await readHead(endpoint);
    const last = remembered.get(key);
    const seen = last && last.from <= after && after <= last.upTo ? last : { from: after, upTo: after, transfers: [] };
    const end = latest - seen.upTo > blocksAtOnce ? seen.upTo + blocksAtOnce : latest;
    const read = (number: bigint) => readTransfers(endpoint, chain, { number, final, receiver, token });
    const found = (await mapBounded(numbersBetween(seen.upTo, end), read)).flat();

    const settled = final - BigInt(chain.proofDepth);
    const upTo = [seen.upTo, end < settled ? end : settled].reduce((one, other) => (one > other ? one : other));
    remembered.delete(key);
    const stays = found.filter(({ block }) => block.number <= upTo);
    remembered.set(key, { from: seen.from, upTo, transfers: [...seen.transfers, ...stays] });
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    return [...seen.transfers.filter(({ block }) => block.number > after), ...found];
  };
}

interface BlockQuestion {
  number: bigint;
  /** The solidified block's number. */
  final: bigint;
  receiver: Address;
  token: TokenAddress;
}

async function readTransfers(
  endpoint: Endpoint,
  chain: TronChain,
  { number, final, receiver, token }: BlockQuestion,
): Promise<ReceivedTransfer[]> {
  const receipts = isNativeToken(chain, token)
    ? await nativeInBlock(endpoint, number, receiver)
    : await tokensInBlock(endpoint, chain, number, receiver, requireToken(chain, token));
  if (receipts.length === 0) return [];
  const { hash } = await readBlock(endpoint, number);
  return receipts.map((receipt) => ({ ...receipt, token, block: { number, hash }, final: number <= final }));
}

type ReceiptInBlock = Receipt & { txId: string };

async function tokensInBlock(
  endpoint: Endpoint,
  chain: TronChain,
  number: bigint,
  receiver: Address,
  token: Address,
): Promise<ReceiptInBlock[]> {
  const infos = await readInfosOfBlock(endpoint, number);
  return infos
    .filter(succeeded)
    .flatMap((info) => tokenReceipts(chain, info, receiver, token).map((receipt) => ({ ...receipt, txId: info.id })));
}

/** A plain transfer is told by the block only, what contracts pay out by the outcomes only. */
async function nativeInBlock(endpoint: Endpoint, number: bigint, receiver: Address): Promise<ReceiptInBlock[]> {
  const [infos, { transactions }] = await Promise.all([
    readInfosOfBlock(endpoint, number),
    endpoint.read('wallet/getblock', { id_or_num: `${number}`, detail: true }, fullBlock),
  ]);
  const transfers = new Map(transactions.map(({ id, transfer }) => [id, transfer]));
  return infos
    .filter(succeeded)
    .flatMap((info) =>
      nativeReceipts(info, transfers.get(info.id), receiver).map((receipt) => ({ ...receipt, txId: info.id })),
    );
}

/** After the first, up to and with the last. */
function numbersBetween(first: bigint, last: bigint): bigint[] {
  const numbers: bigint[] = [];
  for (let number = first + 1n; number <= last; number += 1n) numbers.push(number);
  return numbers;
}
