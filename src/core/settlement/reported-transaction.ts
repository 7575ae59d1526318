import { type Family, formatsOf } from '../swap/chains.ts';

/**
 * The id of a transaction on a chain that nobody here can look at, as the routing service gave it;
 * nothing where it can be none. Where the chain is of a family it is the family's, in its one form:
 * a service that writes it now so and now otherwise names the same transaction. Every other chain
 * writes its ids differently, so that only this is known: printable, without spaces, twenty
 * characters at least, and not just zeros. Of these a hex number is in one form as well: lower
 * case, without `0x`. In anything else the case counts. A service that names the payment itself has
 * named nothing.
 * @param payment the transaction by which the swap was paid, where that is known
 */
export function reportedTransaction(
  text: string,
  family: Family | 'other',
  payment: string | undefined,
): string | undefined {
  if (!/^[!-~]{20,200}$/.test(text) || /^(?:0x)?0+$/.test(text)) return undefined;
  return payment !== undefined && bare(text) === bare(payment) ? undefined : idOf(text, family);
}

function idOf(text: string, family: Family | 'other'): string | undefined {
  if (family !== 'other') return formatsOf(family).transactionId(text);
  return /^(?:0x)?[0-9a-f]+$/i.test(text) ? text.toLowerCase().replace(/^0x/, '') : text;
}

/** What is compared, as by `transaction_key` in the journal. */
function bare(txId: string): string {
  return txId.toLowerCase().replace(/^0x/, '').replace(/^0+/, '');
}
