import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak256 } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentEnvelope } from '../../src/core/approvals/payment-envelope.ts';
import type { Vote } from '../../src/core/approvals/vote.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { createGuard } from '../../src/guard/create-guard.ts';
import { createPasskeys } from '../../src/keys/create-passkeys.ts';
import { openSignatureLog } from '../../src/keys/signing-log/open-signature-log.ts';
import type { SignatureLog } from '../../src/ports/signature-log.ts';
import type { PartToSign, SigningAnswer } from '../../src/ports/signer.ts';
import { createSigner } from '../../src/signer/create-signer.ts';
import { aSwapRequest } from '../guard/scenario.ts';
import { testApprovers } from '../support/approvers.ts';
import { policyFrom, testPolicyFile } from '../support/guard-policy.ts';
import { requestOf } from '../support/signing-requests.ts';
import { aSwap } from '../support/snapshot.ts';

const swapId = '6f2ef9a2-5d3c-4a8e-9a3e-1f0f5f0f5f0f' as never;
const now = Date.UTC(2026, 0, 1, 12);
const approvers = testApprovers(['ann', 'ben', 'cleo'], { cleo: 'key_asks' });
const strangers = testApprovers(['ann', 'ben', 'cleo']);

const policy = policyFrom({
  ...testPolicyFile,
  approvers: approvers.file,
  approvals: [
    {
      when: { chain: 'ETH' },
      then: { approvals: 2, of: ['ann', 'ben', 'cleo'], expiresAfter: '24h' },
    },
    { when: {}, then: 'block' },
  ],
});

let folder: string;
let signatures: SignatureLog;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-signer-'));
});
beforeEach(async () => {
  signatures = openSignatureLog({ dataFolder: await mkdtemp(join(folder, 'log-')), now: Date.now });
  return () => signatures.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const judged = aSwapRequest();
const by = 'API key key_asks';

/** What a worker asks for, with what the journal says of votes. */
async function ask(
  votes: readonly Vote[],
  envelope: PaymentEnvelope,
  isolated: boolean,
): Promise<SigningAnswer> {
  const { chain, simulation, job, lease, intent, unsigned } = judged;
  const adapter = {
    chain,
    simulate: async () => simulation,
    sign: async ({ bytes }: { bytes: `0x${string}` }) => ({
      ...{ chain: chain.name, txId: keccak256(bytes), bytes },
    }),
  };
  const signer = createSigner({
    ...{ policy: defaultPolicy, guard: createGuard({ policy }), signatures, isolated },
    clock: { now: () => now },
    logger: { error: () => undefined },
    jobSeals: { verify: async () => ({ kind: 'sealed', by }) },
    passkeys: createPasskeys({}),
    chains: new Map([[chain.name, adapter]]),
    prices: { read: async () => undefined },
    keys: { keyRefOf: () => 'treasury' },
    signingLog: { paymentsOf: async () => [] },
  } as never);
  const seal = {
    version: 2,
    keyId: 'k',
    by,
    signature: 's',
    submittedAt: now,
    retries: [],
  } as const;
  const part: PartToSign = {
    swap: { ...aSwap(), id: swapId, job, seal },
    ...{ lease, intent, unsigned, feeSpent: 0n, facts: { simulation } },
    transaction: { family: 'evm', to: lease.account as never, data: '0x', value: 0n },
    votes: [{ approvalId: 'a-1', envelope, votes }],
  };
  return signer.sign(requestOf(part));
}

/** The envelope that the signer itself wants signed. */
async function wanted(isolated: boolean): Promise<PaymentEnvelope> {
  const empty = { expiresAt: 0 } as PaymentEnvelope;
  const answer = await ask([], empty, isolated);
  const item = answer.kind === 'refused' ? answer.verdict.findings[0]?.item : undefined;
  return item?.kind === 'payment' ? item.envelope : expect.unreachable(JSON.stringify(answer));
}

const { vote, batchVote } = approvers;
const altered = (envelope: PaymentEnvelope): PaymentEnvelope => ({
  ...envelope,
  to: { ...envelope.to, minimumBaseUnits: '1' },
});

/** A payment of another swap. */
const another = { of: { kind: 'swap', id: 'another' }, expiresAt: 1 } as unknown as PaymentEnvelope;

describe.each([
  ['in the process of a worker', false],
  ['of its own process', true],
])('a signer %s', (_, isolated) => {
  it('signs what enough approvers have signed', async () => {
    const envelope = await wanted(isolated);
    const votes = [vote('ann', envelope), vote('ben', envelope)];
    expect((await ask(votes, envelope, isolated)).kind).toBe('signed');
  });

  it('signs a payment of a batch that enough approvers have signed', async () => {
    const envelope = await wanted(isolated);
    const whole = [envelope, altered(envelope), another] as const;
    for (const second of [
      batchVote('ben', whole),
      // A batch that has lost a payment since, and a vote on this payment alone.
      batchVote('ben', [envelope, another]),
      vote('ben', envelope),
    ])
      expect((await ask([batchVote('ann', whole), second], envelope, isolated)).kind).toBe(
        'signed',
      );
  });

  it.each<[string, (envelope: PaymentEnvelope) => readonly Vote[]]>([
    ['none', () => []],
    ['one', (envelope) => [vote('ann', envelope)]],
    ['one twice', (envelope) => [vote('ann', envelope), vote('ann', envelope)]],
    [
      'one under two names',
      (envelope) => [vote('ann', envelope), { ...vote('ann', envelope), approver: 'ben' }],
    ],
    [
      'passkeys that the policy does not name',
      (envelope) => [strangers.vote('ann', envelope), strangers.vote('ben', envelope)],
    ],
    [
      'passkeys that bear the ids of others',
      (envelope) =>
        (['ann', 'ben'] as const).map((name) => {
          const forged = strangers.vote(name, envelope);
          const { id } = approvers.passkeyOf(name);
          return { ...forged, assertion: { ...forged.assertion, credentialId: id } };
        }),
    ],
    [
      'one who rejects in a batch',
      (envelope) => [
        batchVote('ann', [envelope, another]),
        batchVote('ben', [envelope, another]),
        batchVote('cleo', [envelope, another], 'reject'),
      ],
    ],
    [
      'a batch that lacks the payment',
      (envelope) =>
        (['ann', 'ben'] as const).map((name) => ({
          ...batchVote(name, [altered(envelope), another]),
        })),
    ],
    [
      'a batch of others, at the place of the payment in its own',
      (envelope) =>
        (['ann', 'ben'] as const).map((name) => ({
          ...batchVote(name, [altered(envelope), another]),
          batch: batchVote(name, [envelope, another]).batch as never,
        })),
    ],
    [
      'a batch that is said to have another payment beside it',
      (envelope) =>
        (['ann', 'ben'] as const).map((name) => ({
          ...batchVote(name, [envelope, another]),
          batch: batchVote(name, [envelope, altered(another)]).batch as never,
        })),
    ],
    [
      'a batch that was rejected',
      (envelope) =>
        (['ann', 'ben'] as const).map((name) => ({
          ...batchVote(name, [envelope, another], 'reject'),
          decision: 'approve' as const,
        })),
    ],
    [
      'a batch that are called votes on the payment alone',
      (envelope) =>
        (['ann', 'ben'] as const).map((name) => {
          const { batch: _, ...alone } = batchVote(name, [envelope]);
          return alone;
        }),
    ],
    [
      'the payment alone that are called votes on a batch',
      (envelope) =>
        (['ann', 'ben'] as const).map((name) => ({
          ...vote(name, envelope),
          batch: { count: 1, index: 0, path: [] },
        })),
    ],
    [
      'one, alone and in a batch',
      (envelope) => [vote('ann', envelope), batchVote('ann', [envelope, another])],
    ],
    [
      'whoever asked for the swap, in a batch',
      (envelope) => [batchVote('ann', [envelope, another]), batchVote('cleo', [envelope, another])],
    ],
    ['whoever asked for the swap', (envelope) => [vote('ann', envelope), vote('cleo', envelope)]],
    [
      'signatures of another envelope',
      (envelope) => [vote('ann', altered(envelope)), vote('ben', altered(envelope))],
    ],
    [
      'a rejection that is called an approval',
      (envelope) => [
        vote('ann', envelope),
        { ...vote('ben', envelope, 'reject'), decision: 'approve' },
      ],
    ],
    [
      'one who rejects',
      (envelope) => [
        vote('ann', envelope),
        vote('ben', envelope),
        vote('cleo', envelope, 'reject'),
      ],
    ],
  ])('signs nothing with the votes of %s', async (_what, votesOn) => {
    const envelope = await wanted(isolated);
    const answer = await ask(votesOn(envelope), envelope, isolated);
    expect(answer).toMatchObject({ kind: 'refused', verdict: { kind: 'hold' } });
    expect(await signatures.ofSwaps([{ swapId, idempotencyKey: 'key-1' }])).toEqual([]);
  });

  it('signs nothing for an envelope that the journal has changed since it was signed', async () => {
    const envelope = await wanted(isolated);
    const votes = [vote('ann', envelope), vote('ben', envelope)];
    const answer = await ask(votes, { ...envelope, expiresAt: envelope.expiresAt - 1 }, isolated);
    expect(answer).toMatchObject({ kind: 'refused', verdict: { kind: 'hold' } });
  });
});
