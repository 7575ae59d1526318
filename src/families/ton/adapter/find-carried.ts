import type { AccountInformation } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readSignedBody } from './external-message.ts';
import { readHistoryFrom } from './history.ts';
import type { TonTransaction } from './transaction.ts';

/** The transactions of a wallet's history that used the seqno of a lease. */
export interface Carried {
  /** The transaction that received the message of one of the attempts. */
  ours: TonTransaction | undefined;
  /** The transaction that received another message with the same seqno. */
  external: TonTransaction | undefined;
  /** Whether the endpoint had the history without a gap back to before the lease. */
  isWhole: boolean;
  /** How many transactions were read. */
  read: number;
}

/**
 * Reads back from a transaction of the wallet to before the lease: to a message with a lower seqno,
 * to a time before any attempt was signed, or to the wallet's first transaction. Any number of
 * incoming transfers may lie between.
 * @param since seconds since the epoch
 */
export async function findCarried(
  endpoint: Endpoint,
  account: string,
  last: AccountInformation['lastTransaction'],
  { txIds, seqno, since }: { txIds: ReadonlySet<string>; seqno: bigint; since: bigint },
): Promise<Carried> {
  let external: TonTransaction | undefined;
  let read = 0;
  let isWhole = last.lt === 0n;
  for await (const transaction of readHistoryFrom(endpoint, account, last, 0n)) {
    read += 1;
    const { received, previous, time } = transaction;
    if (received?.kind === 'external') {
      if (txIds.has(received.id)) return { ours: transaction, external, isWhole, read };
      const used = readSignedBody(received.body)?.seqno;
      if (used !== undefined && BigInt(used) === seqno) external = transaction;
      if (used !== undefined && BigInt(used) < seqno)
        return { ours: undefined, external, isWhole: true, read };
    }
    isWhole = previous.lt === 0n;
    if (BigInt(time) < since) return { ours: undefined, external, isWhole: true, read };
  }
  return { ours: undefined, external, isWhole, read };
}
