import {
  type Address,
  type Hash,
  type Hex,
  keccak256,
  type PrivateKeyAccount,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { SandboxError } from '../sandbox-error.ts';
import type { ChainClient } from './chain-client.ts';
import type { Heads } from './heads.ts';
import { isUnreachable } from './is-unreachable.ts';

export interface Call {
  /** Absent: deploys a contract. */
  readonly to?: Address;
  readonly data?: Hex;
  /** In wei. */
  readonly value?: bigint;
  readonly gas: bigint;
}

/**
 * Sends from one account of the sandbox on one chain. Each call gets one nonce and is signed once; only those same
 * bytes are ever sent, and sent again until they are mined, so that nothing is paid twice and nothing is left out.
 */
export interface AccountSender {
  readonly address: Address;
  submit(call: Call): Promise<Hash>;
  /** Waits until a submitted transaction is in a block. @throws {SandboxError} `transaction-failed` if it does not get there */
  mined(hash: Hash): Promise<TransactionReceipt>;
}

const RESEND_AFTER_BLOCKS = 20;
const GIVE_UP_AFTER_BLOCKS = 400;
/** Far above any base fee that the sandbox's own traffic brings about. */
const MAX_FEE_PER_GAS = 500_000_000_000n;
const MAX_PRIORITY_FEE_PER_GAS = 1_000_000_000n;

/** @param account must be used by nothing else, and must not have sent anything yet */
export function createAccountSender(client: ChainClient, heads: Heads, account: PrivateKeyAccount): AccountSender {
  let nextNonce = 0;
  const signed = new Map<Hash, Hex>();
  const complaints = new Map<Hash, unknown>();

  const broadcast = async (hash: Hash, bytes: Hex): Promise<void> => {
    try {
      await client.sendRawTransaction({ serializedTransaction: bytes });
    } catch (error) {
      // "Already imported" and "nonce too low" mean it is there; whatever else is wrong, `mined` sends it again.
      complaints.set(hash, error);
    }
  };

  const receiptOf = async (hash: Hash): Promise<TransactionReceipt | undefined> => {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError || isUnreachable(error)) return undefined;
      throw error;
    }
  };

  return {
    address: account.address,
    async submit(call) {
      const nonce = nextNonce++;
      const bytes = await account.signTransaction({
        ...call,
        type: 'eip1559',
        chainId: client.chain.id,
        nonce,
        maxFeePerGas: MAX_FEE_PER_GAS,
        maxPriorityFeePerGas: MAX_PRIORITY_FEE_PER_GAS,
      });
      const hash = keccak256(bytes);
      signed.set(hash, bytes);
      await broadcast(hash, bytes);
      return hash;
    },
    async mined(hash) {
      const bytes = signed.get(hash);
      if (bytes === undefined) throw new SandboxError('transaction-failed', `${hash} was not sent from here.`);
      let latest = heads.latest();
      for (let blocks = 1; blocks <= GIVE_UP_AFTER_BLOCKS; blocks++) {
        const receipt = await receiptOf(hash);
        if (receipt !== undefined) {
          signed.delete(hash);
          complaints.delete(hash);
          return receipt;
        }
        if (blocks % RESEND_AFTER_BLOCKS === 0) await broadcast(hash, bytes);
        latest = await heads.next(latest);
      }
      throw new SandboxError('transaction-failed', `${hash} was not mined in ${GIVE_UP_AFTER_BLOCKS} blocks.`, {
        cause: complaints.get(hash),
      });
    },
  };
}
