import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { PrepareRequest, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { isValid, latestBlockhash, quantity } from './answers.ts';
import { blockhashLifetime } from './blockhash-lifetime.ts';
import { feeOf, withFee } from './compute-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { requireAccount } from './require-account.ts';
import {
  encodeHex,
  isCosigned,
  messageBytes,
  readRouterTransaction,
  signatureLength,
  type WireMessage,
  type WireTransaction,
  withinPacket,
} from './wire-transaction.ts';

/** How many block times another blockhash is waited for. */
const maxWaits = 10;

/** Remembers the messages that this process has made lately. */
export interface MadeMessages {
  /** Whether it is new; it is not from now on. */
  add(message: Uint8Array): boolean;
}

export function createMadeMessages(most = 1_000): MadeMessages {
  const made = new Set<string>();
  return {
    add(message) {
      const digest = createHash('sha256').update(message).digest('base64');
      if (made.has(digest)) return false;
      made.add(digest);
      for (const oldest of made) {
        if (made.size <= most) break;
        made.delete(oldest);
      }
      return true;
    },
  };
}

/**
 * The wire form with our signature left open. Where ours is the only signature, blockhash,
 * compute-unit limit and price are ours too; what somebody else has signed stays as it is, and must
 * be valid now. Two equal transactions of ours never have one message, as their signatures, and so
 * their ids, would be the same: the second gets another blockhash.
 */
export async function prepare(
  endpoint: Endpoint,
  chain: SolanaChain,
  made: MadeMessages,
  { account, terms, transaction, fee }: PrepareRequest,
): Promise<UnsignedTransaction> {
  if (terms.kind !== 'expiry')
    throw new FerrymanError('INTERNAL', 'a Solana transaction is under a lease that expires');
  const given = readRouterTransaction(ofFamily(transaction, 'solana'));
  const fixed = isCosigned(given.message);
  const { message, lastValidHeight } = fixed
    ? await boundCosigned(endpoint, given.message)
    : await withFreshBlockhash(
        endpoint,
        chain,
        made,
        withFee(given.message, ofFamily(fee, 'solana')),
      );
  const unsigned: WireTransaction = {
    message,
    signatures: [new Uint8Array(signatureLength), ...given.signatures.slice(1)],
  };
  if (!withinPacket(unsigned)) {
    throw new FerrymanError(
      'ROUTER_MALFORMED',
      'the transaction has no room for its compute budget',
    );
  }
  return {
    family: 'solana',
    chain: chain.name,
    account: requireAccount(account),
    bytes: encodeHex(unsigned),
    fee: feeOf(message),
    // The block above the last valid height may still take it.
    expires: lastValidHeight + 1n,
  };
}

interface Bounded {
  message: WireMessage;
  /** As nodes tell `lastValidBlockHeight`, or later. */
  lastValidHeight: bigint;
}

async function withFreshBlockhash(
  endpoint: Endpoint,
  chain: SolanaChain,
  made: MadeMessages,
  message: WireMessage,
): Promise<Bounded> {
  for (let wait = 0; wait < maxWaits; wait++) {
    if (wait > 0) await delay(chain.blockTimeMs);
    const { value } = await endpoint.read(
      'getLatestBlockhash',
      [{ commitment: 'confirmed' }],
      latestBlockhash,
    );
    const { blockhash, lastValidBlockHeight } = value;
    const fresh = { ...message, blockhash };
    if (!made.add(messageBytes(fresh))) continue;
    return { message: fresh, lastValidHeight: await readBound(endpoint, lastValidBlockHeight) };
  }
  throw new FerrymanError(
    'RPC_UNAVAILABLE',
    `${endpoint.host} has had no new blockhash for a while`,
  );
}

/**
 * It has to be valid in the newest block and in the newest confirmed one: else the bound below
 * would not be one.
 */
async function boundCosigned(endpoint: Endpoint, message: WireMessage): Promise<Bounded> {
  const validity = await Promise.all(
    ['processed', 'confirmed'].map((commitment) =>
      endpoint.read('isBlockhashValid', [message.blockhash, { commitment }], isValid),
    ),
  );
  if (!validity.every(({ value }) => value)) {
    throw new FerrymanError(
      'ROUTER_QUOTE_EXPIRED',
      'the transaction is signed by others and its blockhash is not valid',
    );
  }
  return { message, lastValidHeight: await readBound(endpoint) };
}

/**
 * The last valid height of a blockhash that was valid a moment ago is at most this: it is of no
 * block newer than the newest confirmed one. An endpoint that tells lower heights than are true
 * makes a lease end too early; what is dead is for `prove` to say, which asks for the blockhash.
 */
async function readBound(endpoint: Endpoint, told = 0n): Promise<bigint> {
  const height = await endpoint.read('getBlockHeight', [{ commitment: 'confirmed' }], quantity);
  const bound = height + blockhashLifetime;
  if (told > bound) return told;
  return bound;
}
