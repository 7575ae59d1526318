import type { z } from 'zod';
import { batchId } from '../core/approvals/batch-id.ts';
import type { VoteDecision } from '../core/approvals/payment-envelope.ts';
import { type ApprovalBatch, missingOf } from '../executor/vote-on-batch.ts';
import type { BatchLine, BatchPayment, OpenBatch } from '../ports/stores/approval-store.ts';
import type { OccurrenceName } from '../ports/stores/treasury-store.ts';
import { ruleId as schemaOfRuleId } from '../treasury/rule-schema.ts';
import { iso } from './iso.ts';
import type { batchAnswer, batchList } from './schemas/approval-batches.ts';
import { timeInput } from './schemas/common.ts';

type Answer = z.input<typeof batchAnswer>;

/** The occurrence that an id of a batch names. `undefined`: it is no such id. */
export function occurrenceOf(id: string): OccurrenceName | undefined {
  const [ruleId = '', instant = '', ...more] = id.split('@');
  const at = timeInput.safeParse(instant);
  if (!schemaOfRuleId.safeParse(ruleId).success || !at.success || more.length > 0) return undefined;
  return { ruleId, instant: Date.parse(at.data) };
}

export function openBatchJson(batch: OpenBatch): z.input<typeof batchList>['batches'][number] {
  return { ...nameOf(batch), version: batch.version, swaps: batch.swaps };
}

function nameOf(name: OccurrenceName) {
  return { id: batchId(name), rule: name.ruleId, instant: iso(name.instant) };
}

export function batchJson(batch: ApprovalBatch): Answer {
  const { version, lines, preparing, needed, missing, of, signing } = batch;
  const payments = lines.flatMap(({ payment, standing }) =>
    payment && standing !== 'ended' ? [{ ...payment, standing }] : [],
  );
  const waiting = payments.filter(({ standing }) => standing === 'waiting');
  const requesters = waiting.flatMap(({ approval }) => approval.requesters);
  return {
    ...{ ...nameOf(batch), version, preparing, needed, missing, of: [...of] },
    lines: lines.map(lineJson),
    sums: sumsOf(waiting),
    requesters: [...new Set(requesters)],
    votes: votesOf(payments),
    ...(signing
      ? {
          signing: {
            ...signing,
            passkeys: [...signing.passkeys],
            envelopes: [...signing.envelopes],
          },
        }
      : {}),
  };
}

function lineJson({ swap, state, standing, payment }: BatchLine): Answer['lines'][number] {
  return {
    ...{ swapId: swap.id, receiver: swap.receiver, state, standing },
    ...(payment && standing !== 'ended'
      ? {
          approvalId: payment.approval.id,
          digest: payment.digest,
          envelope: {
            ...payment.item.envelope,
            providers: [...payment.item.envelope.providers],
          },
          needed: payment.item.approvals,
          of: [...payment.item.of],
          missing: missingOf(payment),
        }
      : {}),
  };
}

function sumsOf(waiting: readonly BatchPayment[]): Answer['sums'] {
  const pays = new Map<string, Answer['sums']['pays'][number]>();
  const gets = new Map<string, Answer['sums']['gets'][number]>();
  for (const { item } of waiting) {
    const { from, to } = item.envelope;
    const [paid, got] = [assetKey(from), assetKey(to)];
    pays.set(paid, {
      ...assetOf(from),
      maximumBaseUnits: sum(pays.get(paid)?.maximumBaseUnits, from.maximumBaseUnits),
    });
    gets.set(got, {
      ...assetOf(to),
      minimumBaseUnits: sum(gets.get(got)?.minimumBaseUnits, to.minimumBaseUnits),
    });
  }
  return { payments: waiting.length, pays: [...pays.values()], gets: [...gets.values()] };
}

type EnvelopeAsset = Omit<
  BatchPayment['item']['envelope']['from'],
  'maximumBaseUnits' | 'minimumBaseUnits'
>;

function assetOf({ chain, token, symbol, decimals }: EnvelopeAsset) {
  return { chain, token, symbol, decimals };
}

/** Amounts add up only for one token of one number of decimals. */
function assetKey({ chain, token, decimals }: EnvelopeAsset): string {
  return JSON.stringify([chain, token, decimals]);
}

function sum(one = '0', other: string): string {
  return `${BigInt(one) + BigInt(other)}`;
}

function votesOf(payments: readonly BatchPayment[]): Answer['votes'] {
  const found = new Map<string, Answer['votes'][number]>();
  for (const { votes } of payments)
    for (const { approver, decision } of votes) {
      const key = voteKey(approver, decision);
      const before = found.get(key)?.payments ?? 0;
      found.set(key, { approver, decision, payments: before + 1 });
    }
  return [...found.values()];
}

function voteKey(approver: string, decision: VoteDecision): string {
  return JSON.stringify([approver, decision]);
}
