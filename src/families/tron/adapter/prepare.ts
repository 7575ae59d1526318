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

/** Validity of a transaction in blocks: a minute on TRON. The protocol allows a day. */
const validBlocks = 20;
/** Minimum validity in milliseconds: enough to sign, commit, send and resend it. */
const leastValidity = 15_000;
/**
 * Maximum milliseconds by which a block may be ahead of this machine's clock. A node that reports a
 * later time could choose the expiration.
 */
const maxAhead = 300_000;
/**
 * Random spread of timestamps, in milliseconds. The chain ignores the timestamp, but it makes the
 * ids of equal calls differ.
 */
const timestampSpread = 60_000;
/**
 * Random spread of expirations, as a share of the validity. With both spreads, equal ids are
 * practically impossible.
 */
const expirationSpread = 1 / 6;

export interface PrepareOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Returns a number from 0 up to but not including 1. */
  random: () => number;
}

/** Maximum validity of a prepared transaction, in milliseconds. */
export function longestValidity({ blockTimeMs }: Pick<TronChain, 'blockTimeMs'>): number {
  return Math.max(leastValidity, validBlocks * blockTimeMs);
}

/**
 * Builds the whole transaction locally. The node supplies only the reference block, and the time if
 * its newest block is later than our clock. The reference is the solidified block, which no
 * reorganization removes.
 */
export async function prepare(
  endpoint: Endpoint,
  chain: TronChain,
  { account, terms, transaction, fee }: PrepareRequest,
  { now, random }: PrepareOptions,
): Promise<UnsignedTransaction> {
  if (terms.kind !== 'expiry')
    throw new FerrymanError('INTERNAL', 'the lease of a TRON transaction is not an expiry');
  const { latest, solidified } = await readHeadBlocks(endpoint);
  const at = now();
  if (latest.time - at > maxAhead) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} has a block that is ${latest.time - at} ms in the future`,
    );
  }
  // If the chain halts, its time halts too, and resumes at the clocks' time. So use the later of
  // both.
  const from = Math.max(latest.time, at);
  const expires = BigInt(
    from + Math.ceil(longestValidity(chain) * (1 - random() * expirationSpread)),
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
    timestamp: BigInt(at - Math.floor(random() * timestampSpread)),
  });
  return { family: 'tron', chain: chain.name, account: addressText(owner), bytes, fee, expires };
}

/** Without calldata it is a plain transfer: TRON refuses calls to addresses without code. */
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

/** TAPOS: two bytes of the number and eight of the id identify the reference block. */
function referenceTo({ number, hash }: Block): Pick<RawData, 'referenceBytes' | 'referenceHash'> {
  return {
    referenceBytes: number.toString(16).padStart(16, '0').slice(12),
    referenceHash: hash.slice(16, 32),
  };
}
