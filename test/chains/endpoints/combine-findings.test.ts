import { describe, expect, it } from 'vitest';
import { combineFindings } from '../../../src/chains/endpoints/combine-findings.ts';
import type { ProofEvidence } from '../../../src/ports/chain-adapter.ts';

const anchor = { number: 100n, hash: '0xa' };
const evidenceOf = (host: string, answer: string | null = null): ProofEvidence => ({
  rule: 'a-rule',
  endpoints: [host],
  anchor,
  answers: { 'receipt 0x1': answer },
});
const absentAt = (host: string) => ({ kind: 'absent' as const, evidence: evidenceOf(host) });
const landedAt = (host: string) => ({
  kind: 'landed' as const,
  txId: '0x1',
  block: { number: 90n, hash: '0xb' },
  succeeded: true,
  feePaid: 3n,
  evidence: evidenceOf(host, 'block 90'),
});
const [contradictory, open] = [{ kind: 'contradictory' as const, anchor }, { kind: 'open' as const }];
const undecided = { kind: 'undecided' };

describe('what hosts prove together', () => {
  it('is that an attempt landed as soon as one of them has it, whatever the others say', () => {
    const landed = landedAt('c.test');
    expect(combineFindings('expired', absentAt('a.test'), [absentAt('b.test'), landed])).toEqual(landed);
    expect(combineFindings('expired', contradictory, [undefined, landed, contradictory])).toEqual(landed);
  });

  it('is an absence where two show it, and of the kind that it proves', () => {
    for (const kind of ['expired', 'used_by_stranger'] as const) {
      expect(combineFindings(kind, absentAt('a.test'), [absentAt('b.test')])).toMatchObject({ kind });
    }
  });

  it('counts nobody who does not answer: neither for an absence nor against it', () => {
    expect(combineFindings('expired', absentAt('a.test'), [undefined, undefined])).toEqual(undecided);
    expect(combineFindings('expired', absentAt('a.test'), [undefined, absentAt('b.test')])).toMatchObject({
      kind: 'expired',
    });
  });

  it.each([
    ['says something that does not go together', contradictory],
    ['says that the lease is not over', open],
  ])('is nothing where two show an absence and one %s', (_what, dissent) => {
    expect(combineFindings('expired', absentAt('a.test'), [absentAt('b.test'), dissent])).toEqual(undecided);
    expect(combineFindings('expired', dissent, [absentAt('a.test'), absentAt('b.test')])).toEqual(undecided);
  });

  it('keeps what each of them answered, under its host', () => {
    const proof = combineFindings('expired', absentAt('a.test'), [absentAt('b.test'), undefined, absentAt('c.test')]);
    expect(proof).toEqual({
      kind: 'expired',
      evidence: {
        rule: 'a-rule',
        anchor,
        endpoints: ['a.test', 'b.test', 'c.test'],
        answers: { 'receipt 0x1': null, 'b.test receipt 0x1': null, 'c.test receipt 0x1': null },
      },
    });
  });
});
