import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak256 } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { createGuard } from '../../src/guard/create-guard.ts';
import { openSignatureLog } from '../../src/keys/signing-log/open-signature-log.ts';
import type { Guard, GuardRequest } from '../../src/ports/guard.ts';
import type { SignatureLog } from '../../src/ports/signature-log.ts';
import type { PartToSign, SigningRequest } from '../../src/ports/signer.ts';
import { createSigner } from '../../src/signer/create-signer.ts';
import { describeAnswer } from '../conformance/signer.ts';
import { aCancelRequest, anAllowanceRequest, aSwapRequest } from '../guard/scenario.ts';
import { policyFrom, testGuard, testPolicyFile } from '../support/guard-policy.ts';
import { requestOf, withNonce } from '../support/signing-requests.ts';
import { aJob, aSwap, spender, usdc } from '../support/snapshot.ts';

const swapId = '6f2ef9a2-5d3c-4a8e-9a3e-1f0f5f0f5f0f' as never;

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

/** A signer with the guard of its own, on a chain that shows what `judged` says. */
function signerOf(
  { chain, simulation }: GuardRequest,
  {
    isolated = false,
    guard = testGuard,
    now = 1,
  }: { isolated?: boolean; guard?: Guard; now?: number } = {},
) {
  const adapter = {
    chain,
    simulate: async () => simulation,
    sign: async ({ bytes }: { bytes: `0x${string}` }) => ({
      ...{ chain: chain.name, txId: keccak256(bytes), bytes },
    }),
  };
  return createSigner({
    ...{ policy: defaultPolicy, guard, clock: { now: () => now }, signatures },
    logger: { error: () => undefined },
    jobSeals: { verify: async () => ({ kind: 'sealed', by: 'library' }) },
    chains: new Map([[chain.name, adapter]]),
    prices: { read: async () => undefined },
    keys: { keyRefOf: () => 'treasury' },
    signingLog: { paymentsOf: async () => [] },
    isolated,
  } as never);
}

function partOf({ job, lease, intent, unsigned, simulation }: GuardRequest): PartToSign {
  const transaction = { family: 'evm', to: lease.account, data: '0x', value: 0n } as const;
  const swap = { ...aSwap(), id: swapId, job };
  return { swap, lease, intent, transaction, unsigned, feeSpent: 0n, facts: { simulation } };
}

const outcome = async (judged: GuardRequest, request: SigningRequest): Promise<string> =>
  signerOf(judged)
    .sign(request)
    .then(describeAnswer, ({ code }: { code: string }) => code);

describe('a signer', () => {
  it('signs the cancel of a claim, which is on the chain where the job receives', async () => {
    const { from, to } = aJob();
    const job = aJob({ from: { ...from, chain: 'POLYGON' }, to });
    const judged = { ...aCancelRequest(), job };
    const part = partOf(judged);
    expect(await outcome(judged, { unsigned: part.unsigned, parts: [part] })).toBe('signed');
  });

  it('signs no payment on the chain where the job receives', async () => {
    const { from, to } = aJob();
    const judged = { ...aSwapRequest(), job: aJob({ from: { ...from, chain: 'POLYGON' }, to }) };
    const part = partOf(judged);
    expect(await outcome(judged, { unsigned: part.unsigned, parts: [part] })).toBe(
      'SIGNER_REFUSED',
    );
  });

  it.each<[what: string, change: (part: PartToSign) => Partial<PartToSign['unsigned']>]>([
    ['another end of its validity', () => ({ expires: 1n })],
    ['another fee', ({ unsigned: { fee } }) => ({ fee: { ...fee, gasLimit: 0n } as never })],
  ])('signs nothing whose whole has %s than what it judges and logs', async (_what, change) => {
    const judged = aSwapRequest();
    const part = partOf(judged);
    const request = (unsigned: PartToSign['unsigned']) => ({ unsigned, parts: [part] as const });
    expect(await outcome(judged, request({ ...part.unsigned, ...change(part) }))).toBe(
      'SIGNER_REFUSED',
    );
    expect(await signatures.ofSwaps([{ swapId, idempotencyKey: '' }])).toEqual([]);
    expect(await outcome(judged, request(part.unsigned))).toBe('signed');
  });

  const withBlackout = (blackout: object = {}) =>
    createGuard({
      policy: policyFrom({
        ...testPolicyFile,
        blackouts: [{ name: 'weekend', timeZone: 'UTC', days: ['sat', 'sun'], ...blackout }],
      }),
    });
  const [friday, saturday] = [Date.UTC(2026, 10, 27, 12), Date.UTC(2026, 10, 28, 12)];

  it.each([true, false])('signs cancels alone in a blackout (isolated: %s)', async (isolated) => {
    const ask = async (judged: GuardRequest, now: number, guard = withBlackout()) => {
      const part = partOf(judged);
      return signerOf(judged, { isolated, guard, now })
        .sign({ unsigned: part.unsigned, parts: [part] })
        .then((answer) =>
          answer.kind === 'failed'
            ? [answer.error.code, answer.error.retryAfter]
            : describeAnswer(answer),
        );
    };
    const paying = aSwapRequest();
    const toMonday = Date.UTC(2026, 10, 30) - saturday;
    expect(await ask(paying, saturday)).toEqual(['BLACKOUT', toMonday]);
    expect(await signatures.ofSwaps([{ swapId, idempotencyKey: '' }])).toEqual([]);
    const approve = { kind: 'approve', token: usdc, spender, value: 5n } as const;
    expect(await ask(anAllowanceRequest(approve), saturday)).toEqual(['BLACKOUT', toMonday]);
    const elsewhere = withBlackout({ chains: ['POLYGON'] });
    // On its chain, in its hours and of its wallet alone.
    for (const [now, guard] of [
      [friday, withBlackout()],
      [saturday, elsewhere],
      [saturday, withBlackout({ wallets: ['payroll'] })],
      [saturday, withBlackout({ rules: ['dca'] })],
    ] as const)
      expect(JSON.stringify(await ask(paying, now, guard))).not.toContain('BLACKOUT');
    const cancelled = await ask(aCancelRequest(), saturday);
    expect(JSON.stringify(cancelled)).not.toContain('BLACKOUT');
  });

  it('counts the fees of what it is asked for at the same moment', async () => {
    const approve = { kind: 'approve', token: usdc, spender, value: 5n } as const;
    // Each costs up to 0.006 ether.
    const judged = anAllowanceRequest(approve, { job: { maxFee: 7n * 10n ** 15n } });
    const parts = [partOf(judged), withNonce(partOf(judged), 8)];
    const { sign } = signerOf(judged, { isolated: true });
    const answers = await Promise.all(parts.map((part) => sign(requestOf(part))));
    expect(answers.map(describeAnswer).sort()).toEqual(['SIGNER_REFUSED', 'signed']);
  });
});
