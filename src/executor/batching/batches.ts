/**
 * Payments that wait to share a transaction with others of the same key, until one of them takes
 * them all.
 */
export interface Batches<Payment, Result> {
  join(key: string, payment: Payment): Joined<Result>;
  /** Removes and returns the first `max` payments. */
  take(key: string, max: number): readonly Taken<Payment, Result>[];
}

interface Joined<Result> {
  isTaken(): boolean;
  /** Settles with what the taker reports. */
  result: Promise<Result>;
}

interface Taken<Payment, Result> {
  payment: Payment;
  report(result: Result): void;
  fail(error: unknown): void;
}

export function createBatches<Payment, Result>(): Batches<Payment, Result> {
  const waiting = new Map<string, Taken<Payment, Result>[]>();
  return {
    join(key, payment) {
      let taken: Taken<Payment, Result> | undefined;
      const result = new Promise<Result>((resolve, reject) => {
        taken = { payment, report: resolve, fail: reject };
        waiting.set(key, [...(waiting.get(key) ?? []), taken]);
      });
      // The joiner awaits it later; until then a rejection is not unhandled.
      result.catch(() => undefined);
      return { result, isTaken: () => taken === undefined || !waiting.get(key)?.includes(taken) };
    },
    take(key, max) {
      const all = waiting.get(key) ?? [];
      const left = all.slice(max);
      if (left.length > 0) waiting.set(key, left);
      else waiting.delete(key);
      return all.slice(0, max);
    },
  };
}
