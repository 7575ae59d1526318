import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * Bounds how many waits a key has open in this process. Throws `TOO_MANY_REQUESTS`.
 * @param options.retryAfter in milliseconds, for the error
 */
export function createWaitLimit({
  max,
  retryAfter,
  whatFor = 'swaps',
}: {
  max: number;
  retryAfter: number;
  whatFor?: string;
}) {
  const open = new Map<string, number>();
  return {
    async run<Result>(keyId: string, wait: () => Promise<Result>): Promise<Result> {
      const count = open.get(keyId) ?? 0;
      if (count >= max) {
        const message = `the API key ${keyId} waits for ${max} ${whatFor} already`;
        throw new FerrymanError('TOO_MANY_REQUESTS', message, { retryAfter });
      }
      open.set(keyId, count + 1);
      try {
        return await wait();
      } finally {
        const left = (open.get(keyId) ?? 1) - 1;
        if (left === 0) open.delete(keyId);
        else open.set(keyId, left);
      }
    },
  };
}
