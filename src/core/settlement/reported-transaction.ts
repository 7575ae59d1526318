import { type Family, formatsOf } from '../swap/chains.ts';

/**
 * Canonical form of a transaction id that the routing service reports for a chain that Ferryman
 * cannot read. `undefined`: it cannot be an id, or names the payment itself. If the chain is of a
 * known family, the family's form applies. Other ids must be printable, at least twenty characters
 * without spaces, and not only zeros; hex ids become lower case without `0x`.
 * @param payment the transaction that paid the swap, if known
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

/** The compared form, the same as `transaction_key` in the journal. */
function bare(txId: string): string {
  return txId.toLowerCase().replace(/^0x/, '').replace(/^0+/, '');
}
