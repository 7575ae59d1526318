import { isHex } from 'viem';
import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { PrepareRequest, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { TronChain } from '../formats/chain.ts';
import type { TronTransaction } from '../formats/transaction.ts';
import { addressText, requireAccount } from './accounts.ts';
import type { Block } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readHeadBlocks } from './head.ts';
import { encodeRawData, type RawData } from './raw-data.ts';

/**
 * How long the chain takes the transaction from now on, in blocks: a minute of TRON's. The protocol
 * allows a day.
 */
const validBlocks = 20;
/**
 * And never less than this, in milliseconds: it is signed, committed and sent in that time, and
 * sent again if need be.
 */
const leastValidity = 15_000;
/**
 * Milliseconds by which a block may be ahead of this machine's clock; a node that tells of a later
 * time would have its way with the expiration.
 */
const maxAhead = 300_000;
/**
 * Two equal calls are prepared with other timestamps, in milliseconds: the chain does not look at
 * them, but the id has them in it.
 */
const timestampsOfACall = 60_000;
/**
 * The same for the expiration, as a share of its time; together they make two equal ids a matter of
 * luck that nobody has.
 */
const shareOfExpirations = 1 / 6;

export interface PrepareOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** At least 0 and less than 1. */
  random: () => number;
}

/** In milliseconds: how long the chain takes at most what was prepared here. */
export function longestValidity({ blockTimeMs }: Pick<TronChain, 'blockTimeMs'>): number {
  return Math.max(leastValidity, validBlocks * blockTimeMs);
}

/**
 * The whole transaction is built here, and no node sees it before it is signed: the reference block
 * comes from the node, and where it is later than our clock the time, but nothing else. The
 * reference is the solidified block, which no reorganization takes away.
 */
export async function prepare(
  endpoint: Endpoint,
  chain: TronChain,
  { account, terms, transaction, fee }: PrepareRequest,
  { now, random }: PrepareOptions,
): Promise<UnsignedTransaction> {
  if (terms.kind !== 'expiry')
    throw new FerrymanError('INTERNAL', 'a transaction of TRON is under no nonce');
  const { latest, solidified } = await readHeadBlocks(endpoint);
  const at = now();
  if (latest.time - at > maxAhead) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} has a block that is of ${latest.time - at} ms from now`,
    );
  }
  // Where the chain stands still, its time does as well; it goes on with that of the clocks.
  const from = Math.max(latest.time, at);
  const expires = BigInt(
    from + Math.ceil(longestValidity(chain) * (1 - random() * shareOfExpirations)),
  );
  const owner = requireAccount(account);
  const bytes = encodeRawData({
    ...callOf(ofFamily(transaction, 'tron')),
    ...referenceTo(solidified),
    owner,
    feeLimit:
      transaction.family === 'tron' && transaction.data === '0x'
        ? 0n
        : ofFamily(fee, 'tron').feeLimit,
    expiration: expires,
    timestamp: BigInt(at - Math.floor(random() * timestampsOfACall)),
  });
  return { family: 'tron', chain: chain.name, account: addressText(owner), bytes, fee, expires };
}

/** Without calldata it is a plain transfer: the chain refuses to call what is no contract. */
export function callOf({
  to,
  data,
  value,
  memo,
}: TronTransaction): Pick<RawData, 'type' | 'to' | 'data' | 'value' | 'memo'> {
  if (!isHex(data)) throw new FerrymanError('INTERNAL', 'the calldata is not hexadecimal');
  return {
    type: data === '0x' ? 'TransferContract' : 'TriggerSmartContract',
    to: requireAccount(to),
    data,
    value,
    ...(memo === undefined ? {} : { memo: Buffer.from(memo, 'utf8').toString('hex') }),
  };
}

/** TAPOS: two bytes of the number and eight of the id, by which the chain finds the block again. */
function referenceTo({ number, hash }: Block): Pick<RawData, 'referenceBytes' | 'referenceHash'> {
  return {
    referenceBytes: number.toString(16).padStart(16, '0').slice(12),
    referenceHash: hash.slice(16, 32),
  };
}
