import type { z } from 'zod';
import type { votesAnswer } from '../api/schemas/approvals.ts';
import { formatAmount } from '../core/amounts/amounts.ts';
import { labelled } from './labelled.ts';
import { shortActor } from './short-id.ts';
import { showTime } from './show-time.ts';

type VotesView = z.infer<typeof votesAnswer>;

/** The envelope of a payment, who has signed it, and what is missing. */
export function showVotes(view: VotesView, width: number): string {
  const { envelope, needed, of, missing, votes } = view;
  const { from, to, providers, notBefore, expiresAt } = envelope;
  const [most, least] = [
    formatAmount(BigInt(from.maximumBaseUnits), from.decimals),
    formatAmount(BigInt(to.minimumBaseUnits), to.decimals),
  ];
  return labelled(
    [
      ['pays', `at most ${most} ${from.symbol} on ${from.chain} (${from.token})`, 'whole'],
      ['gets', `at least ${least} ${to.symbol} on ${to.chain} (${to.token})`, 'whole'],
      ['receiver', to.receiver, 'whole'],
      ['through', providers.join(', ')],
      ['cools', notBefore === undefined ? undefined : `until ${showTime(iso(notBefore))}`],
      ['expires', showTime(iso(expiresAt))],
      ['needs', `${needed} of ${of.join(', ')}; ${missing} missing`],
      ...votes.map(
        ({ approver, decision, by, reason, at }) =>
          [
            'vote',
            `${approver}: ${decision}, ${showTime(at)} through ${shortActor(by)}: ${reason}`,
          ] as const,
      ),
      ['how', missing > 0 ? 'approvers sign with their passkeys, on the dashboard' : undefined],
    ],
    width,
  );
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
