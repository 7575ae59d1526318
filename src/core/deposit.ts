/** What an order that is paid by deposit wants: so much to this address, with this written beside it, and nothing else. */
export interface Deposit {
  /** As the provider writes it: on TON its form says whether a message may bounce. */
  address: string;
  /** Base units of the source token, exactly. */
  amount: bigint;
  /** What has to stand beside the payment, in the form that its chain takes. Absent: nothing. */
  memo?: string;
  /** Names the order at its provider. */
  exchangeId: string;
}
