import type { ApiAnswer, JobAnswer } from './client.ts';

/** The swap that does the job, and those that came to nothing before it. */
export function swapsOf(told: JobAnswer | undefined): ApiAnswer[] {
  return told ? [told, ...told.earlier] : [];
}

/**
 * What the swaps' histories say was signed for them, with what speeds it up; nonces where the chain
 * has any.
 */
export function attemptsIn(
  swaps: readonly ApiAnswer[],
): { chain: string; nonce: number | undefined; txId: string; step: string }[] {
  return swaps
    .flatMap(({ events }) => events)
    .filter(({ type }) => type === 'attempt_committed' || type === 'attempt_boosted')
    .map(({ data: { chain, nonce, txId, step } }) => ({
      chain: String(chain),
      nonce: nonce === undefined ? undefined : Number(nonce),
      txId: String(txId),
      step: String(step),
    }));
}

/** Who, by the quotes that the swaps' histories show, was to take the tokens. */
export function spendersIn(swaps: readonly ApiAnswer[]): string[] {
  return swaps
    .flatMap(({ events }) => events)
    .filter(({ type }) => type === 'quote_recorded')
    .map(({ data }) => String(data.spender).toLowerCase());
}

/**
 * The number, at its provider, of the order that a swap's history has open when it shows this
 * transaction signed. `undefined`: none was open. Nothing at all where no history shows the
 * transaction.
 */
export function orderSignedFor(
  swaps: readonly ApiAnswer[],
  txId: string,
): { exchangeId: string | undefined } | undefined {
  for (const { events } of swaps) {
    let exchangeId: string | undefined;
    for (const { type, data } of events) {
      if (type === 'swap_data_received')
        exchangeId = (data.deposit as { exchangeId?: string } | undefined)?.exchangeId;
      if (type === 'order_closed') exchangeId = undefined;
      if (type === 'attempt_committed' && data.txId === txId) return { exchangeId };
    }
  }
  return undefined;
}

/** The numbers, at their providers, of the orders that a swap's history has where to pay. */
export function ordersKnownTo({ events }: ApiAnswer): string[] {
  return events.flatMap(({ type, data }) =>
    type === 'swap_data_received'
      ? ((data.deposit as { exchangeId?: string } | undefined)?.exchangeId ?? [])
      : [],
  );
}

/** Why the guard held a swap for a person's approval, each time that its history shows it. */
export function holdsIn({ events }: ApiAnswer): string[] {
  return events
    .filter(({ type }) => type === 'approval_requested' || type === 'state_changed')
    .filter(({ data }) => data.items !== undefined)
    .map(({ data }) => (data.reason as { message: string }).message);
}

/** Why orders were given up, and how often, in words. */
export function closedOrdersIn(swaps: readonly ApiAnswer[]): string[] {
  const counts = new Map<string, number>();
  for (const { type, data } of swaps.flatMap(({ events }) => events)) {
    if (type !== 'order_closed') continue;
    const { code = '', message = '' } = (data.reason ?? {}) as { code?: string; message?: string };
    const why = `${code}: ${message}`;
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([why, count]) => `${count} orders closed, ${why}`);
}
