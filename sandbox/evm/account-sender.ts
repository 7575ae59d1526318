import {
  type Address,
  type Hash,
  type Hex,
  keccak256,
  type PrivateKeyAccount,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { createFollower } from '../chains/create-follower.ts';
import type { Heads } from '../chains/heads.ts';
import { isUnreachable } from '../chains/is-unreachable.ts';
import { waitForInclusion } from '../chains/wait-for-inclusion.ts';
import type { ChainClient } from './chain-client.ts';

export interface Call {
  /** Default: deploys a contract. */
  readonly to?: Address;
  readonly data?: Hex;
  /** In wei. */
  readonly value?: bigint;
  readonly gas: bigint;
}

/**
 * Sends from one account of the sandbox on one chain. Each call gets one nonce and is signed once.
 * The sender rebroadcasts these bytes until they are deep in the chain. So nothing is paid twice or
 * lost, even if the engine drops a transaction or a reorganization removes it.
 */
export interface AccountSender {
  readonly address: Address;
  submit(call: Call): Promise<Hash>;
  /**
   * Waits until a submitted transaction is in a block.
   * @throws {SandboxError} `transaction-failed` if it is not included in time
   */
  mined(hash: Hash): Promise<TransactionReceipt>;
}

interface SignedTransaction {
  readonly nonce: number;
  readonly bytes: Hex;
  /** The latest block at the last broadcast. */
  sentAt: bigint;
  /**
   * The block at which the sender first observed the inclusion; undefined while it is not included.
   */
  minedAt: bigint | undefined;
  /** The engine's error, if it refused the bytes. */
  complaint?: unknown;
}

const RESEND_AFTER_BLOCKS = 5n;
/** Confirmations after which a transaction is no longer watched. */
const SAFE_DEPTH = 32n;
/** Far above any base fee that the sandbox's own traffic causes. */
const BID = { maxFeePerGas: 500_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n } as const;

/**
 * @param account must have no other user, and no transactions yet
 * @param bid in wei
 */
export function createAccountSender(
  client: ChainClient,
  heads: Heads,
  account: PrivateKeyAccount,
  bid: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint } = BID,
): AccountSender {
  const { address } = account;
  let nextNonce = 0;
  const watched = new Map<Hash, SignedTransaction>();

  const broadcast = async (transaction: SignedTransaction): Promise<void> => {
    transaction.sentAt = heads.latest();
    try {
      await client.sendRawTransaction({ serializedTransaction: transaction.bytes });
    } catch (error) {
      // "Already imported" and "nonce too low" mean that it is there. After any other error the
      // sender broadcasts it again.
      transaction.complaint = error;
    }
  };

  /** Rebroadcasts transactions that are not included, and drops those that are deep enough. */
  const lookAfter = async (latest: bigint): Promise<void> => {
    const nonce = await client.getTransactionCount({ address });
    for (const [hash, transaction] of watched) {
      if (transaction.nonce < nonce) {
        transaction.minedAt ??= latest;
        if (latest - transaction.minedAt >= SAFE_DEPTH) watched.delete(hash);
      } else {
        transaction.minedAt = undefined;
        if (latest - transaction.sentAt >= RESEND_AFTER_BLOCKS) await broadcast(transaction);
      }
    }
  };

  const follow = createFollower({ heads, isNeeded: () => watched.size > 0, lookAfter });

  const receiptOf = async (hash: Hash): Promise<TransactionReceipt | undefined> => {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError || isUnreachable(error))
        return undefined;
      throw error;
    }
  };

  return {
    address,
    async submit(call) {
      const nonce = nextNonce++;
      const bytes = await account.signTransaction({
        ...call,
        type: 'eip1559',
        chainId: client.chain.id,
        nonce,
        ...bid,
      });
      const hash = keccak256(bytes);
      const transaction: SignedTransaction = {
        nonce,
        bytes,
        sentAt: heads.latest(),
        minedAt: undefined,
      };
      watched.set(hash, transaction);
      await broadcast(transaction);
      void follow();
      return hash;
    },
    mined: (hash) =>
      waitForInclusion({
        heads,
        find: () => receiptOf(hash),
        describe: () => ({ id: hash, complaint: watched.get(hash)?.complaint }),
      }),
  };
}
