import type { ExternalMessage } from './external-message.ts';

/** External messages that are in no block yet. */
export interface MessagePool {
  has(message: ExternalMessage): boolean;
  add(message: ExternalMessage, unixSeconds: number): void;
  /** Returns messages of a removed block to the front. */
  putBack(messages: readonly ExternalMessage[], unixSeconds: number): void;
  /** The messages that have not expired, in order. Drops the expired ones. */
  waiting(unixSeconds: number): readonly ExternalMessage[];
  remove(message: ExternalMessage): void;
  /** Counts a failed inclusion. After a few the message is dropped. */
  postpone(message: ExternalMessage): void;
}

/** Lifetime of a message in seconds and number of attempts, as in the nodes' `ValidatorManager`. */
const SECONDS_IN_POOL = 600;
const MOST_TRIES = 3;

interface Waiting {
  readonly message: ExternalMessage;
  readonly since: number;
  tries: number;
}

export function createMessagePool(): MessagePool {
  let pool = new Map<string, Waiting>();
  const entry = (message: ExternalMessage, since: number) =>
    [message.hash, { message, since, tries: 0 }] as const;
  return {
    has: ({ hash }) => pool.has(hash),
    add(message, unixSeconds) {
      if (!pool.has(message.hash)) pool.set(...entry(message, unixSeconds));
    },
    putBack(messages, unixSeconds) {
      pool = new Map([...messages.map((message) => entry(message, unixSeconds)), ...pool]);
    },
    waiting(unixSeconds) {
      for (const [hash, { since }] of pool)
        if (since + SECONDS_IN_POOL < unixSeconds) pool.delete(hash);
      return [...pool.values()].map(({ message }) => message);
    },
    remove: ({ hash }) => pool.delete(hash),
    postpone({ hash }) {
      const waiting = pool.get(hash);
      if (waiting === undefined) return;
      waiting.tries++;
      if (waiting.tries >= MOST_TRIES) pool.delete(hash);
    },
  };
}
