/** To which wallets and chains something is limited. */
export function limitsText({
  wallets,
  chains,
}: {
  wallets: readonly string[] | undefined;
  chains: readonly string[] | undefined;
}): string {
  if (!wallets && !chains) return 'all';
  return `${wallets?.join(', ') ?? 'all wallets'} on ${chains?.join(', ') ?? 'all chains'}`;
}
