import { describe, expect, it } from 'vitest';
import { hasFailed } from '../../../../src/core/settlement/witnessed.ts';
import {
  type Finding,
  judgeWitnesses,
  type Landed,
  type Testimony,
} from '../../../../src/families/shared/endpoints/judge-witnesses.ts';
import type { LeaseProof, ProofEvidence } from '../../../../src/ports/lease-proof.ts';

const anchor = { number: 100n, hash: '0xa' };
const evidenceOf = (host: string, answer: string | null = null): ProofEvidence => ({
  rule: 'a-rule',
  endpoints: [host],
  anchor,
  answers: { 'receipt 0x1': answer },
});
const says = (host: string, statement: Testimony['statement']): Testimony => ({ host, statement });
const absent = (host: string, proves: 'expired' | 'used_by_stranger' = 'expired'): Testimony =>
  says(host, { kind: 'absent', proves, evidence: evidenceOf(host) });
const landing = (host: string, change: Partial<Landed> = {}): Landed => ({
  kind: 'landed',
  txId: '0x1',
  block: { number: 90n, hash: '0xb' },
  succeeded: true,
  feePaid: 3n,
  evidence: evidenceOf(host, 'block 90'),
  ...change,
});
const landed = (host: string, change?: Partial<Landed>): Testimony =>
  says(host, landing(host, change));
const failed = (host: string, change: Partial<Landed> = {}): Testimony =>
  landed(host, { succeeded: false, ...change });
const silent = (host: string): Testimony => says(host, { kind: 'silent', code: 'RPC_UNAVAILABLE' });
const finding = (host: string, kind: Exclude<Finding['kind'], 'landed' | 'absent'>): Testimony =>
  says(host, { kind });

const judge = (...testimonies: Testimony[]): LeaseProof =>
  judgeWitnesses(anchor, testimonies, hasFailed);
/** Every order, because the order of the hosts must not matter. */
const inAnyOrder = (testimonies: readonly Testimony[]): Testimony[][] =>
  testimonies.length < 2
    ? [[...testimonies]]
    : testimonies.flatMap((one) =>
        inAnyOrder(testimonies.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      );

describe('what hosts prove together', () => {
  it('is a success as soon as one host shows it: nothing is signed because of that', () => {
    for (const testimonies of inAnyOrder([
      absent('a.test'),
      finding('b.test', 'contradictory'),
      landed('c.test'),
    ])) {
      expect(judge(...testimonies)).toEqual(landing('c.test'));
    }
  });

  it.each<[string, LeaseProof['kind'], Testimony, Testimony]>([
    ['an expiry', 'expired', absent('a.test'), absent('b.test')],
    [
      'a use by others',
      'used_by_stranger',
      absent('a.test', 'used_by_stranger'),
      absent('b.test', 'used_by_stranger'),
    ],
    ['a failure', 'landed', failed('a.test'), failed('b.test')],
    [
      'a failure of one of several messages',
      'landed',
      landed('a.test', { results: [true, false] }),
      landed('b.test', { results: [true, false] }),
    ],
  ])('is %s only if two hosts show it', (_what, kind, one, other) => {
    expect(judge(one, other)).toMatchObject({
      kind,
      evidence: { endpoints: ['a.test', 'b.test'] },
    });
    for (const missing of [silent('b.test'), finding('b.test', 'behind')]) {
      for (const testimonies of inAnyOrder([one, missing])) {
        expect(judge(...testimonies)).toMatchObject({
          kind: 'undecided',
          reason: { code: 'WITNESS_MISSING' },
        });
      }
    }
    expect(judge(one, silent('c.test'), other)).toMatchObject({ kind });
    const against = ['open', 'contradictory'] as const;
    const dissent = [
      ...against.map((kind) => finding('c.test', kind)),
      says('c.test', { kind: 'other_block' }),
    ];
    for (const testimonies of dissent.flatMap((third) => inAnyOrder([one, other, third]))) {
      expect(judge(...testimonies)).toMatchObject({
        kind: 'undecided',
        reason: { code: 'WITNESSES_DISAGREE' },
      });
    }
  });

  it.each<[string, Testimony, Testimony]>([
    ['failed, or succeeded', failed('a.test'), landed('b.test')],
    ['failed, or is absent', failed('a.test'), absent('b.test')],
    [
      'failed in one block, or in another',
      failed('a.test'),
      failed('b.test', { block: { number: 90n, hash: '0xc' } }),
    ],
    ['failed, or another attempt did', failed('a.test'), failed('b.test', { txId: '0x2' })],
    [
      'succeeded in one block, or in another',
      landed('a.test'),
      landed('b.test', { block: { number: 91n, hash: '0xc' } }),
    ],
    [
      'failed in one message, or in another',
      landed('a.test', { results: [true, false] }),
      landed('b.test', { results: [false, true] }),
    ],
    [
      'expired, or its lease was used by others',
      absent('a.test'),
      absent('b.test', 'used_by_stranger'),
    ],
  ])('is undecided if it %s, and names the hosts', (_what, one, other) => {
    for (const testimonies of inAnyOrder([one, other])) {
      const proof = judge(...testimonies);
      expect(proof).toMatchObject({ kind: 'undecided', reason: { code: 'WITNESSES_DISAGREE' } });
      if (proof.kind !== 'undecided') return;
      expect(proof.reason?.message).toMatch(/at block 100 .*a\.test|b\.test/);
      for (const { host } of [one, other]) expect(proof.reason?.message).toContain(host);
    }
  });

  it('is undecided if no host shows the end of the lease', () => {
    expect(judge(finding('a.test', 'open'), silent('b.test'))).toEqual({ kind: 'undecided' });
    expect(judge(finding('a.test', 'contradictory'), finding('b.test', 'behind'))).toEqual({
      kind: 'undecided',
    });
  });

  it('names the missing host and the reason', () => {
    expect(judge(failed('a.test'), silent('b.test'))).toEqual({
      kind: 'undecided',
      reason: {
        code: 'WITNESS_MISSING',
        message:
          'at block 100 a.test shows 0x1 in block 90: failed; b.test does not answer (RPC_UNAVAILABLE)',
      },
    });
  });

  it('stores the answers of each host under its name', () => {
    expect(judge(absent('a.test'), absent('b.test'), silent('d.test'), absent('c.test'))).toEqual({
      kind: 'expired',
      evidence: {
        rule: 'a-rule',
        anchor,
        endpoints: ['a.test', 'b.test', 'c.test'],
        answers: {
          'receipt 0x1': null,
          'b.test receipt 0x1': null,
          'c.test receipt 0x1': null,
          'd.test': 'does not answer (RPC_UNAVAILABLE)',
        },
      },
    });
  });
});
