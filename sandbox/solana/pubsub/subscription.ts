/** What a client wants to be told of, from the moment at which it subscribed. */
export interface Subscription {
  /** The method of its notifications. */
  readonly notification: 'signatureNotification' | 'slotNotification';
  /** What there is to tell since the last call; asked for after each new block. */
  report(): readonly unknown[];
  /** Whether nothing will follow: then the node ends the subscription by itself. */
  isOver(): boolean;
}
