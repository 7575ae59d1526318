import { type Address, getAddress, type Hash, type Hex } from 'viem';
import { SandboxError } from '../sandbox-error.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { ChainSnapshot } from './ledger-types.ts';

/** A transaction that an account has sent, with what it cost. */
export interface SentTransaction {
  readonly hash: Hash;
  readonly account: Address;
  readonly to: Address | null;
  readonly input: Hex;
  /** In wei. */
  readonly value: bigint;
  /** Gas used times the effective price, in wei. */
  readonly gasFee: bigint;
}

const BLOCKS_AT_ONCE = 50;

/**
 * Finds every transaction that the accounts sent after the opening and up to the closing, by reading all blocks.
 * @throws {SandboxError} `engine-failed` if the accounts' nonces say that there are more or fewer
 */
export async function findTransactions(
  client: LedgerClient,
  opening: ChainSnapshot,
  closing: ChainSnapshot,
): Promise<SentTransaction[]> {
  const expected = sumOfNonces(closing) - sumOfNonces(opening);
  if (expected === 0) return [];

  const accounts = new Set(closing.nonces.map(({ account }) => account));
  const found: Promise<SentTransaction>[] = [];
  for (let first = opening.blockNumber + 1n; first <= closing.blockNumber; first += BigInt(BLOCKS_AT_ONCE)) {
    const numbers = Array.from({ length: BLOCKS_AT_ONCE }, (_, index) => first + BigInt(index));
    const blocks = await Promise.all(
      numbers
        .filter((blockNumber) => blockNumber <= closing.blockNumber)
        .map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
    );
    for (const transaction of blocks.flatMap((block) => block.transactions)) {
      const account = getAddress(transaction.from);
      if (!accounts.has(account)) continue;
      found.push(withGasFee(client, { ...transaction, account }));
    }
  }
  if (found.length !== expected) {
    throw new SandboxError('engine-failed', `Read ${found.length} transactions where the nonces count ${expected}.`);
  }
  return Promise.all(found);
}

async function withGasFee(
  client: LedgerClient,
  { hash, account, to, input, value }: Omit<SentTransaction, 'gasFee'>,
): Promise<SentTransaction> {
  const receipt = await client.getTransactionReceipt({ hash });
  return { hash, account, to, input, value, gasFee: receipt.gasUsed * receipt.effectiveGasPrice };
}

function sumOfNonces({ nonces }: ChainSnapshot): number {
  return nonces.reduce((sum, { nonce }) => sum + nonce, 0);
}
