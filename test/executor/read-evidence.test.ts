import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { Resolution } from '../../src/core/operator/judge-resolve.ts';
import type { Job } from '../../src/core/swap/job.ts';
import type { Snapshot, Step } from '../../src/core/swap/swap.ts';
import { readEvidence } from '../../src/executor/read-evidence.ts';
import type { OrderAnchors } from '../../src/ports/stores/deposit-store.ts';
import {
  aJob,
  aLandedPayment,
  aLease,
  anAttempt,
  aSnapshot,
  aStep,
  aSwap,
  included,
} from '../support/snapshot.ts';

const txId = `0x${'cd'.repeat(32)}`;

/** What is read of a transaction that brings the wallet some of the source token in this block. */
async function refundIn(block: bigint, payment: Step, amount = 7n) {
  return read('refunded', { block, amount, steps: [payment] });
}

interface Brought {
  block: bigint;
  amount?: bigint;
  token?: string;
  steps?: Step[];
  job?: Job;
  anchors?: OrderAnchors;
  lost?: NonNullable<Snapshot['lost']>;
  /** How the person names the transaction. Default: as the chain does. */
  named?: string;
  /** It was signed here. */
  isOurs?: boolean;
}

async function read(
  as: Resolution,
  { block, amount = 7n, token: given, steps = [], job = aJob(), ...rest }: Brought,
) {
  const { anchors = {}, lost, named = txId, isOurs = false } = rest;
  const swap = aSwap({ state: 'needs_review', fundsState: 'in_flight', job });
  const snapshot = aSnapshot({ swap, steps, ...(lost ? { lost } : {}) });
  const { token, chain } = as === 'paid' ? job.to : job.from;
  const transfer = {
    txId,
    index: 0,
    token: given ?? token,
    amount,
    block: { number: block, hash: '0xb' },
    final: true,
  };
  const adapter = {
    parseTxId: (text: string) => text,
    receivedIn: async (_txId: string, _receiver: string, wanted: string) =>
      wanted === transfer.token ? [transfer] : [],
    tokensReceivedIn: async () => [transfer.token],
  };
  const journal = {
    isOwnTransaction: async (_chain: string, id: string) => isOurs && id === txId,
    attributedLegs: async () => [],
    lostRefunds: async () => [],
    othersTransactions: async (_id: string, _chain: string, [id]: [string]) =>
      isOurs && id === txId ? [id] : [],
  };
  const chains = new Map([[chain, adapter]]);
  const context = { journal, chains, deposits: [], anchors, policy: defaultPolicy };
  return readEvidence(context as never, snapshot, as, named, undefined);
}

describe('what a transaction shows of a refund', () => {
  const inBlock = (block: bigint, succeeded = true) =>
    aStep({
      lease: aLease([
        anAttempt({ inclusion: { ...included, block: { number: block, hash: '0xb' }, succeeded } }),
      ]),
    });

  it('is nothing as long as the payment is in no block, or failed there', async () => {
    const refused = { code: 'EVIDENCE_NOT_SHOWN' };
    await expect(refundIn(200n, aStep({ lease: aLease([anAttempt()]) }))).rejects.toMatchObject(
      refused,
    );
    await expect(refundIn(200n, inBlock(100n, false))).rejects.toMatchObject(refused);
  });

  it('is what came after the payment, be that proven or not', async () => {
    await expect(refundIn(100n, inBlock(100n))).rejects.toMatchObject({
      code: 'EVIDENCE_NOT_SHOWN',
    });
    expect(await refundIn(101n, inBlock(100n))).toMatchObject({
      legs: [{ role: 'refund', amount: 7n }],
    });
    expect(await refundIn(1_000_000n, aLandedPayment())).toMatchObject({
      legs: [{ role: 'refund' }],
    });
  });

  it('is marked where it is far less than was paid, or of another token', async () => {
    const { amount } = aJob();
    const payment = inBlock(100n);
    expect(await refundIn(101n, payment, 1n)).toMatchObject({
      remark: expect.stringMatching(/were refunded of .* paid/),
    });
    expect(await refundIn(101n, payment, (amount * 95n) / 100n)).not.toHaveProperty('remark');
    const other = await read('refunded', { block: 101n, token: '0xother', steps: [payment] });
    expect(other.remark).toContain('another token');
  });

  it('comes after the first order wanted its deposit, where nothing tells of the payment', async () => {
    const anchors = { deposit: 50n };
    await expect(read('refunded', { block: 50n, anchors })).rejects.toMatchObject({
      code: 'EVIDENCE_NOT_SHOWN',
    });
    expect((await read('refunded', { block: 51n, anchors })).legs).toHaveLength(1);
    expect((await read('refunded', { block: 1n })).remark).toContain(
      'age of the transaction was not checked',
    );
  });
});

describe('what a transaction shows of a payout', () => {
  const { from, to } = aJob();
  const within = aJob({ to: { ...to, chain: from.chain, family: from.family } as Job['to'] });
  const across = aJob({ to: { ...to, chain: 'POLYGON', family: 'evm' } as Job['to'] });

  it.each([
    ['within one chain', within, 49n],
    ['across chains', across, 50n],
  ])('%s: came no earlier than the swap’s first order, open or not', async (_, job, tooEarly) => {
    const anchors = { destination: 50n };
    const refused = { code: 'EVIDENCE_NOT_SHOWN' };
    await expect(read('paid', { block: tooEarly, job, anchors })).rejects.toMatchObject(refused);
    const shown = await read('paid', { block: tooEarly + 1n, job, anchors });
    expect(shown.legs).toMatchObject([{ role: 'payout', amount: 7n }]);
    expect(shown.remark ?? '').not.toContain('age of the transaction was not checked');
  });

  it('is said not to be bound where no order is known, or the journal has forgotten the one that was paid', async () => {
    const unbound = { remark: expect.stringContaining('age of the transaction was not checked') };
    expect(await read('paid', { block: 1n, job: within })).toMatchObject(unbound);
    const forgotten = { lost: { chain: from.chain, txId: '0xaa' }, anchors: { destination: 50n } };
    expect(await read('paid', { block: 1n, job: within, ...forgotten })).toMatchObject(unbound);
  });
});

describe('a transaction of ours', () => {
  it.each([txId, 'another name of it'])(
    'is evidence of nothing that others paid, named %s',
    async (named) => {
      const refused = { code: 'EVIDENCE_NOT_SHOWN' };
      const payment = aLandedPayment();
      for (const as of ['paid', 'refunded'] as const) {
        const brought = { block: 1_000_000n, steps: as === 'paid' ? [] : [payment], named };
        await expect(read(as, { ...brought, isOurs: true })).rejects.toMatchObject(refused);
        expect((await read(as, brought)).legs).toMatchObject([{ txId, amount: 7n }]);
      }
    },
  );
});
