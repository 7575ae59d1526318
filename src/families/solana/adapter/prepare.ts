import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { PrepareRequest, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { isValid, latestBlockhash } from './answers.ts';
import { feeOf, withFee } from './compute-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { expiryAfter, readLastValidHeight } from './last-valid-height.ts';
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

/** How many block times to wait for another blockhash. */
const maxWaits = 10;

/** Remembers the messages that this process has built recently. */
export interface MadeMessages {
  /** Adds a message. Returns whether it is new. */
  add(message: Uint8Array): boolean;
}

export function createMadeMessages(max = 1_000): MadeMessages {
  const made = new Set<string>();
  return {
    add(message) {
      const digest = createHash('sha256').update(message).digest('base64');
      if (made.has(digest)) return false;
      made.add(digest);
      for (const oldest of made) {
        if (made.size <= max) break;
        made.delete(oldest);
      }
      return true;
    },
  };
}

/**
 * The wire form without the wallet's signature. If no one else signs, Ferryman sets the blockhash
 * and the compute-unit limit and price. A transaction with other signatures stays unchanged and
 * must be valid now. Equal messages would have equal signatures and so one id, so the second gets
 * another blockhash.
 */
export async function prepare(
  endpoint: Endpoint,
  chain: SolanaChain,
  made: MadeMessages,
  { account, terms, transaction, fee }: PrepareRequest,
): Promise<UnsignedTransaction> {
  if (terms.kind !== 'expiry')
    throw new FerrymanError('INTERNAL', 'a Solana transaction needs a lease that expires');
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
      'the transaction is too large to add its compute budget',
    );
  }
  return {
    family: 'solana',
    chain: chain.name,
    account: requireAccount(account),
    bytes: encodeHex(unsigned),
    fee: feeOf(message),
    expires: expiryAfter(lastValidHeight),
  };
}

interface Bounded {
  message: WireMessage;
  /** The node's `lastValidBlockHeight`, or higher. */
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
    return {
      message: fresh,
      lastValidHeight: await readLastValidHeight(endpoint, lastValidBlockHeight),
    };
  }
  throw new FerrymanError(
    'RPC_UNAVAILABLE',
    `${endpoint.host} returned no new blockhash for ${maxWaits} block times`,
  );
}

/** The bound holds only if the newest and the newest confirmed block accept the blockhash. */
async function boundCosigned(endpoint: Endpoint, message: WireMessage): Promise<Bounded> {
  const validity = await Promise.all(
    ['processed', 'confirmed'].map((commitment) =>
      endpoint.read('isBlockhashValid', [message.blockhash, { commitment }], isValid),
    ),
  );
  if (!validity.every(({ value }) => value)) {
    throw new FerrymanError(
      'ROUTER_QUOTE_EXPIRED',
      'the blockhash of a transaction with other signatures is no longer valid',
      { details: { rule: 'S08' } },
    );
  }
  return { message, lastValidHeight: await readLastValidHeight(endpoint) };
}
