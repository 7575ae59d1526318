import type { SigningLogEntry } from '../../ports/signing-log.ts';

type AttemptName = Pick<SigningLogEntry, 'chain' | 'txId'>;

/** Which attempts this process has written to the signing log. */
export interface WrittenAttempts {
  has(attempt: AttemptName): boolean;
  add(attempt: AttemptName): void;
}

/** A forgotten attempt is only written again. */
const maxRemembered = 10_000;

/** Forgets the oldest attempts beyond `maxRemembered`. */
export function createWrittenAttempts(): WrittenAttempts {
  const written = new Set<string>();
  return {
    has: (attempt) => written.has(nameOf(attempt)),
    add(attempt) {
      written.add(nameOf(attempt));
      for (const oldest of written) {
        if (written.size <= maxRemembered) break;
        written.delete(oldest);
      }
    },
  };
}

function nameOf({ chain, txId }: AttemptName): string {
  return `${chain} ${txId}`;
}
