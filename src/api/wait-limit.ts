import { FerrymanError } from '../errors/ferryman-error.ts';

interface LimitOptions {
  max: number;
  /** In milliseconds, for the error. */
  retryAfter: number;
  /** What a key waits for, for the error. */
  whatFor?: string;
  /** What a key does too often at the same time, for the error. */
  what?: string;
}

/** Bounds how many waits or streams a key has open in this process. */
export function createWaitLimit({
  max,
  retryAfter,
  whatFor = 'swaps',
  what = `waits for ${max} ${whatFor}`,
}: LimitOptions) {
  const open = new Map<string, number>();
  /** Throws `TOO_MANY_REQUESTS`. Returns what ends it; to call it again does nothing. */
  function enter(keyId: string): () => void {
    const count = open.get(keyId) ?? 0;
    if (count >= max) {
      const message = `the API key ${keyId} ${what} already`;
      throw new FerrymanError('TOO_MANY_REQUESTS', message, { retryAfter });
    }
    open.set(keyId, count + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (open.get(keyId) ?? 1) - 1;
      if (left === 0) open.delete(keyId);
      else open.set(keyId, left);
    };
  }
  return {
    enter,
    async run<Result>(keyId: string, wait: () => Promise<Result>): Promise<Result> {
      const leave = enter(keyId);
      try {
        return await wait();
      } finally {
        leave();
      }
    },
  };
}
