import type { ExternalMessage } from './external-message.ts';

/** Messages from outside that are in no block yet. */
export interface MessagePool {
  has(message: ExternalMessage): boolean;
  add(message: ExternalMessage, unixSeconds: number): void;
  /** Puts messages of a block that was taken back before all others. */
  putBack(messages: readonly ExternalMessage[], unixSeconds: number): void;
  /** Those that have not waited too long, in their order; the others are forgotten. */
  waiting(unixSeconds: number): readonly ExternalMessage[];
  remove(message: ExternalMessage): void;
  /** Counts that a block could not take it. After a few times it is forgotten. */
  postpone(message: ExternalMessage): void;
}

/**
 * Seconds after which a node forgets a message, and how often it tries one: those of the nodes'
 * `ValidatorManager`.
 */
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
