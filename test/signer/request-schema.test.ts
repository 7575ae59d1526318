import { describe, expect, it } from 'vitest';
import type { JobRule } from '../../src/core/swap/job.ts';
import type { Order } from '../../src/core/swap/swap.ts';
import { jsonWithAmounts } from '../../src/core/text/json-with-amounts.ts';
import { parseSigningRequest } from '../../src/signer/socket/request-schema.ts';
import { account, aJob, aReadyOrder, target } from '../support/snapshot.ts';

function read(order: Order, job = aJob(), more: object = {}) {
  const fee = { family: 'evm', gasLimit: 100_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
  const unsigned = { family: 'evm', chain: 'ETH', account, bytes: '0x02', fee };
  const part = {
    swap: {
      id: 'f2e1a7c4-5b0d-4c3e-9a68-1d2f3b4c5d6e',
      ...{ idempotencyKey: 'key-1', job, state: 'executing' },
    },
    lease: { account, terms: { kind: 'nonce', nonce: 4n } },
    intent: { kind: 'swap', order },
    transaction: { family: 'evm', to: target, data: '0xc35703ea', value: 0n },
    ...{ unsigned, feeSpent: 0n, ...more },
  };
  return parseSigningRequest(JSON.parse(jsonWithAmounts({ unsigned, parts: [part] })));
}

describe('a request on the socket', () => {
  it('reaches the signer with its amounts as integers', () => {
    const answer = read(aReadyOrder({ declaredFee: 7n }));
    if (!answer.ok) throw new Error(answer.fault);
    const [part] = answer.request.parts;
    expect(part).toMatchObject({ lease: { terms: { nonce: 4n } }, feeSpent: 0n });
    expect(part.intent).toMatchObject({ order: { declaredFee: 7n, minOut: 398n } });
  });

  it('brings the budgets of the job’s rule, as they are sealed', () => {
    const rule: JobRule = {
      ...{ id: 'dca', version: 4 },
      budgets: [
        { name: 'a', window: 'week', bound: { unit: 'usd', usdE18: 5n } },
        {
          ...{ name: 'b', window: 'day', chain: 'ETH', token: 'native', each: 'wallet' },
          bound: { unit: 'amount', amount: '1.5' },
        },
        { name: 'c', window: 'hour', bound: { unit: 'count', count: 3 } },
      ],
    };
    const answer = read(aReadyOrder(), aJob({ rule }));
    expect(answer.ok && answer.request.parts[0].swap.job.rule).toEqual(rule);
    const broken = { ...rule, budgets: [{ ...rule.budgets[0], bound: { unit: 'usd' } }] };
    expect(read(aReadyOrder(), aJob({ rule: broken as never })).ok).toBe(false);
  });

  it('brings votes, alone and on a batch, and refuses a place that none has', () => {
    const assertion = {
      ...{ credentialId: 'AA', authenticatorData: 'BB', clientDataJson: 'CC', signature: 'DD' },
    };
    const vote = { approver: 'ann', decision: 'approve', assertion };
    const batch = {
      count: 500,
      index: 499,
      path: Array.from({ length: 9 }, () => 'ab'.repeat(32)),
    };
    const votesWith = (...votes: object[]) => [
      { approvalId: 'a-1', envelope: { version: 1, expiresAt: 5 }, votes },
    ];
    const votes = votesWith(vote, { ...vote, batch });
    const answer = read(aReadyOrder(), aJob(), { votes });
    expect(answer.ok && answer.request.parts[0].votes).toEqual(votes);
    for (const change of [
      { count: 501 },
      { count: 1.5 },
      { index: -1 },
      { path: ['AB'.repeat(32)] },
      { path: Array.from({ length: 17 }, () => 'ab'.repeat(32)) },
      { more: 1 },
    ]) {
      const changed = votesWith({ ...vote, batch: { ...batch, ...change } });
      expect(read(aReadyOrder(), aJob(), { votes: changed }).ok, JSON.stringify(change)).toBe(
        false,
      );
    }
  });

  it('is refused with an amount below zero, which would hide a fee from the guard', () => {
    expect(read(aReadyOrder({ declaredFee: -7n })).ok).toBe(false);
  });
});
