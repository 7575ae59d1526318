import type { PaymentEnvelope } from '../../../src/core/approvals/payment-envelope.ts';
import type { StoredOccurrence } from '../../../src/ports/stores/treasury-store.ts';
import { day, hour, instantsOf, wallOf } from './calendar.ts';
import type { CastVote } from './persons.ts';
import type { StopTime } from './play-quarter.ts';
import { blackouts, caps, demands, type QuarterBlackout, type QuarterCap } from './policy.ts';
import { type Landed, paidOf } from './read-chains.ts';
import type { Signed, SignedPayment } from './record-signatures.ts';
import type { PlannedRule } from './rules.ts';

/*
 * What holds of the quarter, each read from what was signed, what the chains show, and what the test
 * did: a list of what breaks it. Nothing here asks the product what it thinks of it.
 */

type Paying = Signed & { payment: SignedPayment };

const payments = (signed: readonly Signed[]): Paying[] =>
  signed.filter((one): one is Paying => one.payment !== undefined);

const shown = (at: number): string => new Date(at).toISOString();

/** No job of an occurrence pays twice, no occurrence pays more often than it has jobs, or was not due. */
export function paidTwice(
  rules: readonly PlannedRule[],
  signed: readonly Signed[],
  landed: ReadonlyMap<string, Landed>,
): string[] {
  const left = new Map<string, number>(
    rules.flatMap(({ id, timetable, jobs }) =>
      instantsOf(timetable).map((at) => [`${id}:${shown(at)}`, jobs] as const),
    ),
  );
  const paid = new Set<string>();
  return paidOf(signed, landed).flatMap(({ idempotencyKey }) => {
    if (paid.has(idempotencyKey)) return [`${idempotencyKey} paid twice`];
    paid.add(idempotencyKey);
    const [, occurrence = ''] = /^treasury:(.+):\d+$/.exec(idempotencyKey) ?? [];
    const jobs = left.get(occurrence);
    if (jobs === undefined) return [`${idempotencyKey} was not due`];
    left.set(occurrence, jobs - 1);
    return jobs > 0 ? [] : [`${occurrence} paid more often than it has jobs`];
  });
}

/** Each instant at which a rule is due is one occurrence, or one of those that an outage missed. */
export function unaccounted(
  { id, timetable }: PlannedRule,
  occurrences: readonly StoredOccurrence[],
): string[] {
  const due = instantsOf(timetable);
  const count = (at: number): number =>
    occurrences.filter(({ state, instant, missed }) =>
      state === 'missed' ? (missed?.from ?? instant) <= at && at <= instant : instant === at,
    ).length;
  const considered = occurrences.reduce((sum, { missed }) => sum + (missed?.count ?? 1), 0);
  return [
    ...due.flatMap((at) => (count(at) === 1 ? [] : [`${id} at ${shown(at)}: ${count(at)} times`])),
    ...(considered === due.length ? [] : [`${id}: ${considered} of ${due.length} instants`]),
  ];
}

const windows = { hour, day, week: 7 * day } as const;

/** What the payments of a window take together, at the moment of each signature. */
export function overBudget(
  signed: readonly Signed[],
  landed: ReadonlyMap<string, Landed>,
  usdcAddress: string,
): string[] {
  // A transaction that failed, or never landed, took nothing.
  const paid = payments(paidOf(signed, landed));
  return caps.flatMap((cap) =>
    paid.flatMap((last) => {
      const within = paid.filter(
        (one) =>
          counts(cap, one, usdcAddress) &&
          one.at <= last.at &&
          one.at > last.at - windows[cap.window] &&
          (cap.each === undefined || one[cap.each] === last[cap.each]),
      );
      const used = within.reduce((sum, one) => sum + measure(cap, one.payment), 0n);
      return used <= limitOf(cap)
        ? []
        : [`${cap.name}: ${used} of ${limitOf(cap)} at ${shown(last.at)}`];
    }),
  );
}

function counts(cap: QuarterCap, { rule, payment }: Paying, usdcAddress: string): boolean {
  if (cap.rule !== undefined && cap.rule !== rule) return false;
  return cap.usdc === undefined || payment.token.toLowerCase() === usdcAddress.toLowerCase();
}

function measure({ usd, usdc }: QuarterCap, { usdE18, amount }: SignedPayment): bigint {
  if (usd !== undefined) return usdE18;
  return usdc === undefined ? 1n : amount;
}

function limitOf({ usd, usdc, count = 0 }: QuarterCap): bigint {
  if (usd !== undefined) return BigInt(usd) * 10n ** 18n;
  return usdc === undefined ? BigInt(count) : BigInt(usdc) * 10n ** 6n;
}

/** Payments that need approvals, and were signed without enough votes on an envelope around them. */
export function outsideEnvelopes(signed: readonly Signed[], votes: readonly CastVote[]): string[] {
  return payments(signed).flatMap((one) => {
    const demand = demandOn(one);
    if (!demand) return [];
    const before = votes.filter(({ swapId, at }) => swapId === one.swapId && at <= one.at);
    const isApproved = [...new Set(before.map(({ approvalId }) => approvalId))].some((id) => {
      const own = before.filter(({ approvalId }) => approvalId === id);
      const [first] = own;
      const names = own.map(({ approver }) => approver);
      return (
        first !== undefined &&
        own.every(({ decision }) => decision === 'approve') &&
        new Set(names.filter((name) => demand.of.some((known) => known === name))).size >=
          demand.approvals &&
        isAround(first.envelope, one)
      );
    });
    return isApproved
      ? []
      : [`${one.idempotencyKey} was signed at ${shown(one.at)} without approvals`];
  });
}

function demandOn({ rule, payment }: Paying): (typeof demands)[number] | undefined {
  return demands.find((demand) =>
    'rule' in demand ? demand.rule === rule : payment.usdE18 > BigInt(demand.aboveUsd) * 10n ** 18n,
  );
}

function isAround(
  { from, to, providers, expiresAt }: PaymentEnvelope,
  { at, payment }: Paying,
): boolean {
  return (
    at < expiresAt &&
    from.token === payment.token &&
    payment.amount <= BigInt(from.maximumBaseUnits) &&
    to.chain === payment.to.chain &&
    to.token === payment.to.token &&
    to.receiver === payment.receiver &&
    payment.minOut >= BigInt(to.minimumBaseUnits) &&
    providers.includes(payment.provider)
  );
}

/** What took another amount than was signed for, or brought less than was promised. */
export function otherAmounts(
  signed: readonly Signed[],
  landed: ReadonlyMap<string, Landed>,
  wallets: Readonly<Record<string, string>>,
): string[] {
  return payments(paidOf(signed, landed)).flatMap(
    ({ txId, wallet, payment, idempotencyKey, chain }) => {
      const moved = landed.get(txId);
      const sent = moved?.sent.get(`${payment.token} ${wallets[wallet]}`.toLowerCase());
      const arrived = moved?.arrived.get(`${payment.to.token} ${payment.receiver}`.toLowerCase());
      const isCoin = (symbol: string) => symbol === 'ETH';
      return [
        ...(isCoin(payment.symbol) || sent === payment.amount
          ? []
          : [`${idempotencyKey} took ${sent} in place of ${payment.amount}`]),
        // Coins arrive without an event.
        ...(payment.to.chain === chain && arrived !== undefined && arrived < payment.minOut
          ? [`${idempotencyKey} brought ${arrived}, less than ${payment.minOut}`]
          : []),
      ];
    },
  );
}

/** What was signed while it was stopped, or in a blackout. */
export function signedUnderStop(signed: readonly Signed[], stops: readonly StopTime[]): string[] {
  return signed
    .filter(({ intent }) => intent !== 'cancel')
    .flatMap((one) => {
      const stop = stops.find(
        (time) => time.from <= one.at && one.at < time.until && concerns(time, one),
      );
      const blackout = blackouts.find((time) => isDark(time, one));
      const why = stop ? `the stop of ${stop.scope} ${stop.subject}` : blackout?.name;
      return why === undefined ? [] : [`${one.idempotencyKey} at ${shown(one.at)} under ${why}`];
    });
}

function concerns({ scope, subject }: StopTime, { chain, wallet, rule }: Signed): boolean {
  switch (scope) {
    case 'all':
      return true;
    case 'chain':
      return chain === subject;
    case 'wallet':
      return wallet === subject;
    case 'rule':
      return rule === subject;
  }
}

function isDark(
  { wallet, rule, timeZone, days, dates }: QuarterBlackout,
  one: Pick<Signed, 'at' | 'wallet' | 'rule'>,
): boolean {
  const { weekday, isoDate } = wallOf(timeZone)(one.at);
  return (
    (wallet === undefined || wallet === one.wallet) &&
    (rule === undefined || rule === one.rule) &&
    ((days?.some((name) => name === weekday) ?? false) || (dates?.includes(isoDate) ?? false))
  );
}
