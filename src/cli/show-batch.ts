import type { z } from 'zod';
import type { batchAnswer } from '../api/schemas/approval-batches.ts';
import { formatAmount } from '../core/amounts/amounts.ts';
import { labelled } from './labelled.ts';
import { shortActor, shortId } from './short-id.ts';
import { showTime } from './show-time.ts';

type BatchView = z.infer<typeof batchAnswer>;

/** The payments of a batch, what they are together, who has signed, and what is missing. */
export function showBatch(batch: BatchView, width: number): string {
  const { rule, instant, preparing, lines, sums, needed, missing, of, requesters, votes } = batch;
  const unquoted =
    preparing === 0
      ? undefined
      : `${preparing} payments are not quoted yet: the batch is signed as a whole, once all wait`;
  const most = sums.pays.map(({ maximumBaseUnits, ...asset }) => amountOf(maximumBaseUnits, asset));
  const least = sums.gets.map(({ minimumBaseUnits, ...asset }) =>
    amountOf(minimumBaseUnits, asset),
  );
  return labelled(
    [
      ['rule', `${rule}, due ${showTime(instant)}`],
      ['waiting', `${sums.payments} of ${lines.length} payments`],
      ['pays', most.length > 0 ? `at most ${most.join(' and ')}` : undefined],
      ['gets', least.length > 0 ? `at least ${least.join(' and ')}` : undefined],
      ['needs', needed > 0 ? `${needed} of ${of.join(', ')}; ${missing} missing` : undefined],
      ['asked by', requesters.length > 0 ? requesters.map(shortActor).join(', ') : undefined],
      ...votes.map(
        ({ approver, decision, payments }) =>
          ['vote', `${approver}: ${decision}, on ${payments} payments`] as const,
      ),
      ...lines.map((line) => ['payment', lineText(line), 'whole'] as const),
      ['not yet', unquoted],
      [
        'how',
        batch.signing
          ? 'each approver signs once with a passkey, on the page Approvals of the dashboard'
          : undefined,
      ],
    ],
    width,
  );
}

function lineText({ swapId, receiver, state, standing, envelope, missing }: BatchView['lines'][0]) {
  const swap = shortId(swapId);
  if (!envelope) return `${swap}: to ${receiver}, ${state}`;
  const { from, to } = envelope;
  const [most, least] = [amountOf(from.maximumBaseUnits, from), amountOf(to.minimumBaseUnits, to)];
  const stands = standing === 'waiting' ? `${missing} missing` : state;
  return `${swap}: at most ${most} for at least ${least} to ${to.receiver}, ${stands}`;
}

function amountOf(
  baseUnits: string,
  { decimals, symbol, chain }: { decimals: number; symbol: string; chain: string },
): string {
  return `${formatAmount(BigInt(baseUnits), decimals)} ${symbol} on ${chain}`;
}
