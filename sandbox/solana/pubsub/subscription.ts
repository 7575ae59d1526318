/** The notifications of one client from the time of its subscription. */
export interface Subscription {
  /** The method name of its notifications. */
  readonly notification: 'signatureNotification' | 'slotNotification';
  /** Returns the notifications since the last call. Called after each new block. */
  report(): readonly unknown[];
  /** Whether no notification will follow. Then the node ends the subscription. */
  isOver(): boolean;
}
