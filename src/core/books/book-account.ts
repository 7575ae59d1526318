import type { Posting } from './posting.ts';

/** What swaps take and bring: for each token what was sold for others, or bought with them. */
const swaps = ['Equity', 'Swaps'] as const;
/** Accounts that are none of Ferryman's: receivers, and persons who pay deposits. */
const outside = ['Equity', 'Outside'] as const;
const networkFees = ['Expenses', 'Fees', 'Network'] as const;
const otherFees = ['Expenses', 'Fees', 'Other'] as const;

/** An account of double-entry books, as the parts of its name. */
export type BookAccount = readonly string[];

/** The account whose balance a posting changes. */
export function accountOf({ wallet, chain }: Pick<Posting, 'wallet' | 'chain'>): BookAccount {
  return wallet === undefined
    ? outside
    : ['Assets', 'Ferryman', ...wallet.split('/').map(part), part(chain)];
}

/** The account that takes the other side, so that each token adds up to nothing. */
export function counterAccountOf({ kind }: Pick<Posting, 'kind'>): BookAccount {
  switch (kind) {
    case 'payment':
    case 'payout':
    case 'refund':
      return swaps;
    case 'network-fee':
      return networkFees;
    case 'charge':
    case 'return':
      return otherFees;
  }
}

/**
 * A name of a wallet or chain as Beancount takes it: an upper-case letter or a digit first, then
 * letters, digits and hyphens. Wallets' names have no upper-case letters, so no two become one.
 */
function part(name: string): string {
  const plain = name.replaceAll('.', '-Dot-').replaceAll('_', '-U-');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
