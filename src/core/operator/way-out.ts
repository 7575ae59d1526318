import { isCause } from '../decide/review-causes.ts';
import type { Swap } from '../swap/swap.ts';

type Waiting = Pick<Swap, 'id' | 'state' | 'endedAs' | 'reason'>;

/** How a person ends the review of a swap; `undefined` if it is not in `needs_review`. */
export function wayOut({ id, state, endedAs, reason }: Waiting): string | undefined {
  if (state !== 'needs_review') return undefined;
  if (endedAs === undefined)
    return `Find out what became of the money, then end the swap with: ${resolveWith(id)}`;
  const acknowledge = `Once you have dealt with that, run: ferryman swap acknowledge ${id} --note TEXT`;
  if (isCause(reason, 'DEAD_AFTER_END')) {
    const release = `ferryman swap resolve ${id} --as unpaid --reason TEXT`;
    return `the swap had ended as ${endedAs}. If the evidence was a manual payment for this swap, run: ferryman swap acknowledge ${id} --note TEXT; if it belongs to another swap: ${release}`;
  }
  const had = `the swap had ended as ${endedAs}, and more money arrived. ${acknowledge}`;
  return endedAs === 'settled' || endedAs === 'refunded'
    ? had
    : `${had}; or, if the swap was paid or refunded: ${resolveWith(id)}`;
}

/** What a person has to do for a swap; `undefined` if it does not wait for one that can. */
export function toDoFor(swap: Waiting): string | undefined {
  const { id, state, reason } = swap;
  const isHeld = state === 'needs_review' && isCause(reason, 'APPROVAL_NEEDED');
  return state === 'awaiting_approval' || isHeld
    ? `A person who did not ask for the swap approves or rejects what the guard holds it for: ferryman approvals list --swap-id ${id}`
    : wayOut(swap);
}

function resolveWith(id: Swap['id']): string {
  const outcomes =
    'WHAT is `paid` if the receiver got the money and `refunded` if it came back, each with --evidence TXID (the transaction that brought it), or `unpaid` if neither happened, which needs no evidence';
  return `ferryman swap resolve ${id} --as WHAT --reason TEXT. ${outcomes}`;
}

/** A refusal's message and, if the swap waits for a person, how that person ends the review. */
export function withWayOut(message: string, swap: Waiting): string {
  const way = wayOut(swap);
  return way === undefined ? message : `${message}. ${capitalized(way)}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
