import type { Address, CommonMessageInfoInternal, Message, Transaction } from '@ton/core';
import type { TonClient } from '@ton/ton';
import { sentBy } from '../../../sandbox/audit/ton-trace.ts';

const page = 100;

/** What accounts of TON did, each read once. */
export interface TonHistory {
  /** All transactions of an account, the newest first. */
  transactionsOf(account: Address): Promise<readonly Transaction[]>;
  /** The transaction that received a message; nothing while it is on its way. */
  receiving(message: CommonMessageInfoInternal): Promise<Transaction | undefined>;
  /** Whether nothing that a transaction led to is on its way any more. */
  isWhole(transaction: Transaction): Promise<boolean>;
}

export function createTonHistory(client: TonClient): TonHistory {
  const histories = new Map<string, Promise<readonly Transaction[]>>();

  async function readAll(account: Address): Promise<Transaction[]> {
    const found: Transaction[] = [];
    let { lastTransaction: next } = await client.getContractState(account);
    while (next !== null) {
      const some = await client.getTransactions(account, { ...next, limit: page, inclusive: true });
      found.push(...some);
      const oldest = some.at(-1);
      if (oldest === undefined)
        throw new Error(`the node does not show all that ${account.toRawString()} did`);
      const { prevTransactionLt: lt, prevTransactionHash: hash } = oldest;
      const bytes = Buffer.from(hash.toString(16).padStart(64, '0'), 'hex');
      next = lt === 0n ? null : { lt: `${lt}`, hash: bytes.toString('base64') };
    }
    return found;
  }

  function transactionsOf(account: Address): Promise<readonly Transaction[]> {
    const key = account.toRawString();
    const history = histories.get(key) ?? readAll(account);
    histories.set(key, history);
    return history;
  }

  async function receiving({
    src,
    dest,
    createdLt,
  }: CommonMessageInfoInternal): Promise<Transaction | undefined> {
    return (await transactionsOf(dest)).find((one) => {
      const info = one.inMessage?.info;
      return info?.type === 'internal' && info.createdLt === createdLt && info.src.equals(src);
    });
  }

  async function isWhole(transaction: Transaction): Promise<boolean> {
    for (const message of sentBy(transaction)) {
      const received = await receiving(message);
      if (!received || !(await isWhole(received))) return false;
    }
    return true;
  }

  return { transactionsOf, receiving, isWhole };
}

/** What it sent to accounts, in order, with what it says. */
export function messagesOf({
  outMessages,
}: Transaction): (Message & { info: CommonMessageInfoInternal })[] {
  return outMessages
    .values()
    .flatMap((message) =>
      message.info.type === 'internal' ? [{ ...message, info: message.info }] : [],
    );
}
