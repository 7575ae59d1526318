import { describe, expect, it } from 'vitest';
import type { PaymentEnvelope } from '../../../src/core/approvals/payment-envelope.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { Order } from '../../../src/core/swap/swap.ts';
import { matchRow } from '../../../src/guard/approvals/approval-table.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import type { ApprovalStanding, Verdict } from '../../../src/ports/guard.ts';
import { readStanding } from '../../../src/signer/read-standing.ts';
import { testApprovers } from '../../support/approvers.ts';
import { policyFrom, testPolicyFile } from '../../support/guard-policy.ts';
import { attacker, receiver, usdc } from '../../support/snapshot.ts';
import { aSwapRequest } from '../scenario.ts';

const swapId = 's-1' as SwapId;
const noon = Date.UTC(2026, 10, 27, 12);
const hour = 3_600_000;
const { file: approvers } = testApprovers(['ann', 'ben', 'cleo'], { ben: 'key_ben' });
const rest = { when: {}, then: 'block' };
const twoOfThree = { approvals: 2, of: ['ann', 'ben', 'cleo'], expiresAfter: '24h' };
/** The job sells 1,000 of it. */
const priced = [
  { chain: 'ETH', token: usdc, class: 'major', sources: [{ kind: 'static', usd: '1' }] },
];

const policyWith = (approvals: readonly object[], more: object = {}) =>
  policyFrom({ ...testPolicyFile, approvals, approvers, ...more });

const standing: ApprovalStanding = {
  swapId,
  now: noon,
  submittedAt: noon - 60_000,
  requesters: ['API key key_asks'],
  votes: [],
};

/** The row of the table that decides, from 1. */
function rowOf(
  rows: readonly object[],
  { usd, isNewReceiver = false }: { usd?: bigint; isNewReceiver?: boolean },
  change: Partial<Job> = {},
): string {
  const { job, intent } = aSwapRequest({ job: change });
  const provider = intent.kind === 'swap' ? intent.order.provider : '';
  const usdE18 = usd === undefined ? undefined : usd * 10n ** 18n;
  const payment = { job, provider, usdE18, isNewReceiver };
  const { number, outcome } = matchRow(policyWith(rows).approvals!, payment);
  return `${number} ${typeof outcome === 'string' ? outcome : 'approvals'}`;
}

describe('the table of approvals', () => {
  const table = [
    { when: { wallet: 'cold' }, then: 'block' },
    { when: { newReceiver: true }, then: { ...twoOfThree, coolFor: '1h' } },
    { when: { aboveUsd: '500' }, then: twoOfThree },
    { when: { rule: 'weekly-dca' }, then: 'allow' },
    { when: { chain: 'ETH', token: usdc, provider: 'UNISWAP_V2' }, then: 'allow' },
    rest,
  ];

  it.each<[string, Parameters<typeof rowOf>[1], Partial<Job>, string]>([
    [
      'a wallet, before all that follows',
      { usd: 501n, isNewReceiver: true },
      of('cold'),
      '1 block',
    ],
    ['an account of a wallet', { usd: 1n }, of('cold/2'), '1 block'],
    ['a new receiver', { usd: 1n, isNewReceiver: true }, {}, '2 approvals'],
    ['more than a bound', { usd: 501n }, {}, '3 approvals'],
    ['no price, as more than any bound', {}, {}, '3 approvals'],
    [
      'a treasury rule',
      { usd: 500n },
      { rule: { id: 'weekly-dca', version: 1, budgets: [] } },
      '4 allow',
    ],
    ['chain, token and provider', { usd: 500n }, {}, '5 allow'],
    ['nothing of that', { usd: 500n }, { from: soldDai() }, '6 block'],
  ])('matches by %s', (_, payment, change, row) => {
    expect(rowOf(table, payment, change)).toBe(row);
  });

  it('blocks what no row matches, should the last one be missing', () => {
    const { job } = aSwapRequest();
    const rows = [{ when: { wallet: 'other' }, outcome: 'allow' as const }];
    const payment = { job, provider: 'x', usdE18: 1n, isNewReceiver: false };
    expect(matchRow({ rows }, payment)).toEqual({ number: 1, outcome: 'block' });
  });
});

function of(name: string): Partial<Job> {
  return { wallet: { ...aSwapRequest().job.wallet, name } };
}

function soldDai(): Job['from'] {
  return { ...aSwapRequest().job.from, token: attacker };
}

const big = [
  { when: { aboveUsd: '500' }, then: twoOfThree },
  { when: { chain: 'ETH' }, then: 'allow' },
  rest,
];

function judge(
  change: {
    rows?: readonly object[];
    standing?: Partial<ApprovalStanding> | null;
    job?: Partial<Job>;
    order?: Partial<Order>;
    receivers?: readonly string[] | 'any';
    request?: object;
  } = {},
): Verdict {
  const { rows = big, standing: known = {}, receivers = [receiver] } = change;
  const ETH = { ...testPolicyFile.chains.ETH, receivers };
  const chains = { ...testPolicyFile.chains, ETH };
  const policy = policyWith(rows, { prices: { tokens: priced, unpriced: 'any' }, chains });
  const request = aSwapRequest({
    ...(change.job ? { job: change.job } : {}),
    ...(change.order ? { order: change.order } : {}),
  });
  return createGuard({ policy }).judge({
    ...request,
    prices: priceOne(),
    ...(known === null ? {} : { standing: { ...standing, ...known } }),
    ...change.request,
  });
}

function priceOne() {
  const readings = [{ source: 'static', usdE18: 10n ** 18n, at: noon, maxAge: hour }];
  return { at: noon, tokens: [{ chain: 'ETH', token: usdc, readings }] } as never;
}

const shown = (verdict: Verdict): string =>
  verdict.kind === 'allow'
    ? 'allow'
    : `${verdict.kind} ${verdict.findings.map(({ rule, message }) => `${rule}: ${message}`).join()}`;

/** The envelope that approvers are asked to sign. */
function askedFor(verdict: Verdict): PaymentEnvelope {
  const item = verdict.kind === 'allow' ? undefined : verdict.findings[0]?.item;
  if (item?.kind !== 'payment') return expect.unreachable(shown(verdict));
  return item.envelope;
}

const signedBy = (
  envelope: PaymentEnvelope,
  approvedBy: readonly string[],
  rejectedBy: readonly string[] = [],
): Pick<ApprovalStanding, 'votes'> => ({
  votes: [{ approvalId: 'a-1', envelope, approvedBy, rejectedBy }],
});

const asked = 'hold G15: the payment needs 2 of 3 approvals';

describe('G15', () => {
  it('lets a payment pass without a table, and where a row allows it', () => {
    expect(createGuard({ policy: policyFrom(testPolicyFile) }).judge(aSwapRequest()).kind).toBe(
      'allow',
    );
    expect(shown(judge({ job: { amount: 500_000_000n } }))).not.toContain('G15');
  });

  it('blocks what the last row blocks', () => {
    expect(shown(judge({ rows: [rest] }))).toBe(
      'reject G15: the table of approvals blocks the payment',
    );
  });

  it('rejects a payment of which nothing is known', () => {
    expect(shown(judge({ standing: null }))).toMatch(/^reject G15/);
  });

  it('asks for an envelope around the payment', () => {
    expect(shown(judge())).toBe(asked);
    expect(askedFor(judge())).toEqual({
      version: 1,
      of: { kind: 'swap', id: swapId },
      wallet: { name: 'treasury', address: aSwapRequest().job.wallet.address },
      from: {
        ...{ chain: 'ETH', token: usdc, decimals: 6, symbol: 'USDC' },
        maximumBaseUnits: '1000000000',
      },
      to: {
        ...{ chain: 'ETH', token: aSwapRequest().job.to.token, decimals: 18, symbol: 'ETH' },
        receiver,
        minimumBaseUnits: '390',
      },
      providers: ['UNISWAP_V2'],
      maximumFeeBaseUnits: '0',
      expiresAt: noon + 24 * hour,
    });
  });

  it('takes the minimum of the quote less the slippage, where the job has no minimum', () => {
    const bound = { kind: 'slippage', slippageBps: 100 } as const;
    const order = { minOut: 400n, quotedMinOut: 400n };
    expect(askedFor(judge({ job: { bound }, order })).to.minimumBaseUnits).toBe('396');
  });

  it.each<[string, Parameters<typeof signedBy>[1], string]>([
    ['two approvers', ['ann', 'cleo'], 'allow'],
    ['three', ['ann', 'ben', 'cleo'], 'allow'],
    ['one', ['ann'], asked],
    ['one twice', ['ann', 'ann'], asked],
    ['one of the row and a stranger', ['ann', 'dora'], asked],
  ])('counts the signatures of %s', (_, names, verdict) => {
    expect(shown(judge({ standing: signedBy(askedFor(judge()), names) }))).toBe(verdict);
  });

  it('counts nobody who asked for the swap', () => {
    const votes = signedBy(askedFor(judge()), ['ann', 'ben']);
    expect(shown(judge({ standing: votes }))).toBe('allow');
    expect(shown(judge({ standing: { ...votes, requesters: ['API key key_ben'] } }))).toBe(asked);
  });

  it('counts no author of the treasury rule that asks for the swap', () => {
    const byRule = (author?: string): Parameters<typeof judge>[0] => ({
      job: { rule: { id: 'dca', version: 1, budgets: [], ...(author ? { author } : {}) } },
      standing: signedBy(askedFor(judge()), ['ann', 'cleo']),
    });
    expect(shown(judge(byRule()))).toBe('allow');
    expect(shown(judge(byRule('dora')))).toBe('allow');
    for (const name of ['cleo', 'Cleo', ' CLEO ']) expect(shown(judge(byRule(name)))).toBe(asked);
  });

  it('lets nothing pass that one approver rejects', () => {
    const votes = signedBy(askedFor(judge()), ['ann', 'ben'], ['cleo']);
    expect(shown(judge({ standing: votes }))).toBe(asked);
  });

  const signed = () => signedBy(askedFor(judge()), ['ann', 'ben']);

  it.each<[string, Parameters<typeof judge>[0]]>([
    ['a better quote', { order: { minOut: 399n } }],
    ['the least that was signed', { order: { minOut: 390n, quotedMinOut: 390n } }],
  ])('needs nobody again for %s', (_, change) => {
    expect(shown(judge({ ...change, standing: signed() }))).toBe('allow');
  });

  it.each<[string, Parameters<typeof judge>[0]]>([
    ['another provider', { order: { provider: 'SUSHI_SWAP' } }],
    ['a higher fee', { order: { declaredFee: 1n } }],
    ['more', { job: { amount: 1_000_000_001n } }],
    ['another receiver', { job: { receiver: attacker } }],
    ['another token', { job: { from: soldDai() } }],
  ])('goes back to the approvers with %s', (_, change) => {
    const verdict = judge({ ...change, standing: signed() });
    expect(shown(verdict)).toContain('G15: the payment needs 2 of 3 approvals');
  });

  it('goes back to the approvers once a quote brings less', () => {
    const bound = { kind: 'slippage', slippageBps: 100 } as const;
    const at = (minOut: bigint, votes = {}) =>
      judge({
        job: { bound },
        order: { minOut, quotedMinOut: minOut },
        standing: votes,
      });
    const votes = signedBy(askedFor(at(400n)), ['ann', 'ben']);
    expect(shown(at(396n, votes))).toBe('allow');
    expect(shown(at(395n, votes))).toBe(asked);
  });

  it('counts nothing for another swap', () => {
    const other = { ...signed(), swapId: 's-2' as SwapId };
    expect(shown(judge({ standing: other }))).toBe(asked);
  });

  it('counts nothing once the time is over, nor for a longer one than the row says', () => {
    const at = (now: number) => shown(judge({ standing: { ...signed(), now } }));
    expect(at(noon + 24 * hour - 1)).toBe('allow');
    expect(at(noon + 24 * hour)).toBe(asked);
    const envelope = { ...askedFor(judge()), expiresAt: noon + 48 * hour };
    expect(shown(judge({ standing: signedBy(envelope, ['ann', 'ben']) }))).toBe(asked);
  });

  it('takes no admission of a person in the place of signatures', () => {
    const [finding] = (judge() as Exclude<Verdict, { kind: 'allow' }>).findings;
    expect(shown(judge({ request: { admitted: [finding!.item!] } }))).toBe(asked);
  });

  it('does not ask again for a replacement of a payment', () => {
    expect(shown(judge({ request: { repeats: true } }))).toBe('allow');
  });
});

describe('a new receiver', () => {
  const cooling = [
    { when: { newReceiver: true }, then: { ...twoOfThree, coolFor: '2h' } },
    { when: { chain: 'ETH' }, then: 'allow' },
    rest,
  ];
  const pays = (change: Parameters<typeof judge>[0] = {}) =>
    judge({ rows: cooling, receivers: 'any', ...change });

  it('is one that neither the policy names nor a settled swap has paid', () => {
    expect(shown(pays())).toBe(asked);
    expect(shown(pays({ receivers: [receiver] }))).toBe('allow');
    expect(shown(pays({ standing: { paidBefore: true } }))).toBe('allow');
  });

  it('stays new for as long as receivers cool, whatever small payment went to it meanwhile', async () => {
    const chains = {
      ...testPolicyFile.chains,
      ETH: { ...testPolicyFile.chains.ETH, receivers: 'any' },
    };
    const guard = createGuard({ policy: policyWith(cooling, { chains }) });
    const { job } = aSwapRequest({});
    const askedBefore: number[] = [];
    await readStanding(
      { guard, clock: { now: () => noon } } as never,
      { id: swapId, job },
      {
        votes: async () => [],
        async paidBefore(before) {
          askedBefore.push(before);
          return false;
        },
      },
    );
    expect(askedBefore).toEqual([noon - 2 * hour]);
  });

  it('cools from the submission on, whoever has signed', () => {
    const envelope = askedFor(pays());
    expect(envelope.notBefore).toBe(noon - 60_000 + 2 * hour);
    const votes = signedBy(envelope, ['ann', 'ben']);
    const at = (now: number) => shown(pays({ standing: { ...votes, now } }));
    expect(at(noon + hour)).toBe(
      'requote G15: the receiver is new: its cooling period is not over',
    );
    expect(at(noon + 2 * hour)).toBe('allow');
  });

  it('is not paid by an envelope that says nothing of it, or less than the row', () => {
    const { notBefore: _, ...envelope } = askedFor(pays());
    for (const early of [envelope, { ...envelope, notBefore: noon }]) {
      const standing = { ...signedBy(early, ['ann', 'ben']), now: noon + 3 * hour };
      expect(shown(pays({ standing }))).toBe(asked);
    }
  });
});
