import type { Address } from '@ton/core';
import { type Account, NO_ACCOUNT } from './account.ts';
import type { Block, IncludedTransaction } from './block.ts';

/** Where a transaction is in the chain. */
export interface Inclusion {
  readonly block: Block;
  readonly included: IncludedTransaction;
}

/** All accounts after every block, and their transactions. Nothing is ever thrown away. */
export interface AccountHistory {
  /** @returns an account that does not exist, if there was none */
  read(address: Address, at: Block): Account;
  /** Those that exist after the block, newest first. */
  transactions(address: Address, at: Block): readonly Inclusion[];
  /** @param changed the accounts after the block, by raw address */
  append(block: Block, changed: ReadonlyMap<string, Account>): void;
  /** Takes back what the newest block appended. */
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
