import type { Balance } from 'ferryman-client';

/** Names a balance among others. */
export function balanceKey({
  wallet,
  family,
  chain,
  token,
}: Pick<Balance, 'wallet' | 'family' | 'chain' | 'token'>): string {
  return `${wallet} ${family} ${chain} ${token}`;
}
