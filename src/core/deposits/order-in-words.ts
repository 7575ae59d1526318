/*
 * The parts of messages that quote an order's number or memo. Readers who must not see them get the
 * messages without: what writes the parts and what takes them out stand here together.
 */

/** Names an order to a person, who asks its provider about it. */
export function orderInWords(exchangeId: string, provider: string): string {
  return `(order ${exchangeId} at ${provider})`;
}

/** Says which memo a payment needs. It ends a message or is before `orderInWords`. */
export function memoInWords(memo: string): string {
  return `the provider identifies the order by the memo ${memo}`;
}

/** A memo may have any text in it, so nothing after it is shown. Numbers may have spaces. */
export function hideOrders(text: string): string {
  return text
    .replace(/(?<=identifies the order by the memo ).*/s, '…')
    .replace(/(?<=\(order ).+(?= at )/s, '…');
}
