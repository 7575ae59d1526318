/** What a client is notified of, from the moment at which it subscribed. */
export interface Subscription {
  /** The method of its notifications. */
  readonly notification: 'signatureNotification' | 'slotNotification';
  /** The notifications since the last call; called after each new block. */
  report(): readonly unknown[];
  /** Whether nothing will follow: then the node ends the subscription by itself. */
  isOver(): boolean;
}
