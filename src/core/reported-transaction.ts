/**
 * The id of a transaction on a chain that nobody here can look at, as the routing service gave it; nothing where it can be none. Every chain writes
 * its ids differently, so that only this is known: printable, without spaces, twenty characters at least, and not just zeros. A service that
 * names the payment itself has named nothing.
 * @param payment the transaction by which the swap was paid, where that is known
 */
export function reportedTransaction(text: string, payment: string | undefined): string | undefined {
  if (!/^[!-~]{20,200}$/.test(text) || /^(?:0x)?0+$/.test(text)) return undefined;
  return payment !== undefined && bare(text) === bare(payment) ? undefined : text;
}

function bare(txId: string): string {
  return txId.toLowerCase().replace(/^0x/, '');
}
