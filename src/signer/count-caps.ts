import { higherOf } from '../core/amounts/higher-of.ts';
import { type CapBound, type CapUse, capSubjects, windowMs } from '../core/caps/cap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { CountedSignature, Signature } from '../ports/signature-log.ts';
import { leaseNameOf } from './lease-name.ts';

/** The payments of the longest window that a signer counts. */
export const longestWindow = windowMs.week;

/**
 * Must hold before a signer of its own signs a payment: with what it has signed before, it keeps the
 * caps of an hour, a day and a week. What was signed counts, whether it was sent or not: the worker that
 * asked for it may keep it and send it later. A payment that takes the place of another under its lease counts once.
 * Caps on unsettled payments are the journal's: a signer follows no swap. Throws `SIGNER_REFUSED`.
 * @param payments since `longestWindow`
 * @param together what the other swaps of the same transaction take
 */
export function requireWithinCaps(
  { payments, together }: { payments: readonly CountedSignature[]; together: readonly CapUse[] },
  signing: Pick<Signature, 'chain' | 'txId' | 'lease'>,
  bounds: readonly CapBound[],
  now: number,
): void {
  const own = leaseNameOf(signing);
  const others = payments.filter((one) => leaseNameOf(one) !== own);
  for (const bound of bounds) {
    if (bound.window === 'unsettled') continue;
    const from = now - windowMs[bound.window];
    const before = others.filter(({ signedAt }) => signedAt > from);
    const signed = together
      .filter((use) => isBound(use, bound))
      .reduce((sum, use) => sum + counted(use, bound), signedFor(before, bound));
    if (signed + bound.value <= bound.limit) continue;
    throw new FerrymanError(
      'SIGNER_REFUSED',
      `the signer has signed for as much as the cap ${bound.name} allows in one ${bound.window}: the swap waits until earlier payments are older`,
      { next: 'retry', details: { cap: bound.name, window: bound.window } },
    );
  }
}

/**
 * Of the payments of one swap under one lease at most one lands, and whoever asked for them chooses
 * which: the one that counts most.
 */
function signedFor(payments: readonly CountedSignature[], bound: CapBound): bigint {
  const most = new Map<string, bigint>();
  for (const payment of payments)
    for (const { swapId, use } of payment.parts) {
      if (!use || !isBound(use, bound)) continue;
      const name = `${leaseNameOf(payment)} ${swapId}`;
      most.set(name, higherOf(most.get(name) ?? 0n, counted(use, bound)));
    }
  return [...most.values()].reduce((sum, one) => sum + one, 0n);
}

function isBound(use: CapUse, bound: CapBound): boolean {
  return capSubjects.every((one) => bound[one] === undefined || bound[one] === use[one]);
}

/** A payment without a price counts nothing: caps in US dollars hold it before it is signed. */
function counted(use: CapUse, { unit }: CapBound): bigint {
  switch (unit) {
    case 'usd':
      return use.usdE18 ?? 0n;
    case 'amount':
      return use.amount;
    case 'count':
      return 1n;
  }
}
