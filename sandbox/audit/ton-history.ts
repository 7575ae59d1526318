import { setTimeout as sleep } from 'node:timers/promises';
import type { Address, Transaction } from '@ton/core';
import type { TonClient } from '@ton/ton';
import { z } from 'zod';
import { SandboxError } from '../sandbox-error.ts';
import type { Period } from './audit-reader.ts';

/** A transaction with its account. */
export interface AccountTransaction {
  readonly address: Address;
  readonly transaction: Transaction;
}

export interface TonHistory {
  /**
   * All transactions of an account in a period, newest first.
   * @throws {SandboxError} `engine-failed` if a transaction does not name the next older one as its
   *   predecessor
   */
  transactionsOf(account: Address, period: Period): Promise<readonly AccountTransaction[]>;
  /**
   * Searches all blocks of a period, because toncenter has no search by hash alone.
   * @param hash in base64
   */
  findTransaction(hash: string, period: Period): Promise<AccountTransaction | undefined>;
  /**
   * Waits for a masterchain block that includes everything up to a logical time.
   * @returns its number
   * @throws {SandboxError} `engine-failed` if there is none in time
   */
  whenTakenIn(lt: bigint): Promise<number>;
}

/** The position of a transaction, as blocks list it. */
interface Place {
  readonly account: Address;
  readonly lt: string;
  readonly hash: string;
}

/** Logical times after the first, up to the second. */
interface LogicalPeriod {
  readonly after: bigint;
  readonly upTo: bigint;
}

const MASTERCHAIN = -1;
const BASECHAIN = 0;
/** The shard that covers a whole workchain. */
const WHOLE_SHARD = '-9223372036854775808';
const BLOCKS_AT_ONCE = 50;
const PAGE = 100;
const BETWEEN_LOOKS_MS = 50;
const MOST_LOOKS = 1_200;

const header = z.object({
  ok: z.literal(true),
  result: z.object({ end_lt: z.string().transform(BigInt) }),
});

/** @param url of the toncenter API, up to its version */
export function createTonHistory(client: TonClient, url: string): TonHistory {
  const histories = new Map<string, Promise<readonly AccountTransaction[]>>();
  let logicalPeriod: Promise<LogicalPeriod> | undefined;
  let places: Promise<readonly Place[]> | undefined;

  const endOf = async (seqno: bigint): Promise<bigint> => {
    const place = { workchain: `${MASTERCHAIN}`, shard: WHOLE_SHARD, seqno: `${seqno}` };
    const response = await fetch(`${url}/getBlockHeader?${new URLSearchParams(place)}`);
    return header.parse(await response.json()).result.end_lt;
  };

  const measure = async ({ opening, closing }: Period): Promise<LogicalPeriod> => {
    const [after, upTo] = await Promise.all([
      endOf(opening.blockNumber),
      endOf(closing.blockNumber),
    ]);
    return { after, upTo };
  };

  const readHistory = async (account: Address, period: Period): Promise<AccountTransaction[]> => {
    logicalPeriod ??= measure(period);
    const { after, upTo } = await logicalPeriod;
    const read: Transaction[] = [];
    let { lastTransaction: next } = await client.getContractState(account);
    while (next !== null && BigInt(next.lt) > after) {
      const page = await client.getTransactions(account, { ...next, limit: PAGE, inclusive: true });
      read.push(...page.filter(({ lt }) => lt > after));
      const last = page.at(-1);
      if (last === undefined || last.prevTransactionLt >= BigInt(next.lt)) break;
      next = { lt: `${last.prevTransactionLt}`, hash: toBase64(last.prevTransactionHash) };
    }
    requireLinked(account, read, after);
    return read
      .filter(({ lt }) => lt <= upTo)
      .map((transaction) => ({ address: account, transaction }));
  };

  const listPeriod = async ({ opening, closing }: Period): Promise<readonly Place[]> =>
    listTransactions(client, Number(opening.blockNumber) + 1, Number(closing.blockNumber));

  return {
    transactionsOf(account, period) {
      const history = histories.get(account.toRawString()) ?? readHistory(account, period);
      histories.set(account.toRawString(), history);
      return history;
    },
    async findTransaction(wanted, period) {
      places ??= listPeriod(period);
      const place = (await places).find(({ hash }) => hash === wanted);
      if (place === undefined) return undefined;
      const transaction = await client.getTransaction(place.account, place.lt, place.hash);
      if (transaction !== null) return { address: place.account, transaction };
      throw new SandboxError('engine-failed', `The node lists ${wanted} and does not show it.`);
    },
    async whenTakenIn(lt) {
      for (let look = 1; look <= MOST_LOOKS; look++) {
        const { latestSeqno } = await client.getMasterchainInfo();
        if ((await endOf(BigInt(latestSeqno))) > lt) return latestSeqno;
        await sleep(BETWEEN_LOOKS_MS);
      }
      throw new SandboxError('engine-failed', `No masterchain block includes logical time ${lt}.`);
    },
  };
}

async function listTransactions(client: TonClient, from: number, to: number): Promise<Place[]> {
  const listed: Place[] = [];
  for (let first = from; first <= to; first += BLOCKS_AT_ONCE) {
    const seqnos = Array.from(
      { length: Math.min(BLOCKS_AT_ONCE, to - first + 1) },
      (_, index) => first + index,
    );
    const blocks = await Promise.all(
      seqnos.map((seqno) => client.getShardTransactions(BASECHAIN, seqno, WHOLE_SHARD)),
    );
    listed.push(...blocks.flat());
  }
  return listed;
}

/** @param transactions newest first, down to the oldest of the period */
function requireLinked(
  account: Address,
  transactions: readonly Transaction[],
  after: bigint,
): void {
  const isLinked = transactions.every(({ prevTransactionLt, prevTransactionHash }, index) => {
    const before = transactions[index + 1];
    if (before === undefined) return prevTransactionLt <= after;
    return (
      prevTransactionLt === before.lt &&
      toBase64(prevTransactionHash) === before.hash().toString('base64')
    );
  });
  if (isLinked) return;
  throw new SandboxError(
    'engine-failed',
    `The node leaves out transactions of ${account.toRawString()}.`,
  );
}

function toBase64(hash: bigint): string {
  return Buffer.from(hash.toString(16).padStart(64, '0'), 'hex').toString('base64');
}
