import type { Swap } from './swap.ts';

/** How a person ends the review of a swap; `undefined` if it is not in `needs_review`. */
export function wayOut({ id, state, endedAs }: Pick<Swap, 'id' | 'state' | 'endedAs'>): string | undefined {
  if (state !== 'needs_review') return undefined;
  const resolve = `ferryman swap resolve ${id} --as paid|refunded|unpaid --evidence TXID --reason TEXT`;
  if (endedAs === undefined) return `Once you know what became of the money: ${resolve}`;
  const acknowledge = `Once you have seen to that: ferryman swap acknowledge ${id} --note TEXT`;
  const had = `it had ended as ${endedAs}, and more came. ${acknowledge}`;
  return endedAs === 'settled' || endedAs === 'refunded'
    ? had
    : `${had}; or, where it was paid or refunded: ${resolve}`;
}

/** A refusal's message and, if the swap waits for a person, how that person ends the review. */
export function withWayOut(message: string, swap: Pick<Swap, 'id' | 'state' | 'endedAs'>): string {
  const way = wayOut(swap);
  return way === undefined ? message : `${message}. ${capitalized(way)}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
