import type { Address } from '@ton/core';
import { type Account, NO_ACCOUNT } from './account.ts';
import type { Block, IncludedTransaction } from './block.ts';

/** The position of a transaction in the chain. */
export interface Inclusion {
  readonly block: Block;
  readonly included: IncludedTransaction;
}

/** All accounts after every block, with their transactions. It stores everything. */
export interface AccountHistory {
  /** @returns a nonexistent account if there was none */
  read(address: Address, at: Block): Account;
  /** The transactions up to the block, newest first. */
  transactions(address: Address, at: Block): readonly Inclusion[];
  /** @param changed the accounts after the block, by raw address */
  append(block: Block, changed: ReadonlyMap<string, Account>): void;
  /** Reverts what the newest block appended. */
  remove(block: Block): void;
}

interface Version {
  readonly seqno: number;
  readonly account: Account;
}

export function createAccountHistory(): AccountHistory {
  const versions = new Map<string, Version[]>();
  const inclusions = new Map<string, Inclusion[]>();

  const listOf = <Item>(lists: Map<string, Item[]>, key: string): Item[] => {
    const list = lists.get(key) ?? [];
    lists.set(key, list);
    return list;
  };

  return {
    read(address, { seqno }) {
      const known = versions.get(address.toRawString()) ?? [];
      return known.findLast((version) => version.seqno <= seqno)?.account ?? NO_ACCOUNT;
    },
    transactions(address, { seqno }) {
      const known = inclusions.get(address.toRawString()) ?? [];
      return known.filter(({ block }) => block.seqno <= seqno).reverse();
    },
    append(block, changed) {
      for (const [key, account] of changed)
        listOf(versions, key).push({ seqno: block.seqno, account });
      for (const included of block.transactions)
        listOf(inclusions, included.account).push({ block, included });
    },
    remove({ seqno, transactions }) {
      for (const key of new Set(transactions.map(({ account }) => account))) {
        const known = versions.get(key);
        if (known?.at(-1)?.seqno === seqno) known.pop();
        const included = inclusions.get(key) ?? [];
        while (included.at(-1)?.block.seqno === seqno) included.pop();
      }
    },
  };
}
