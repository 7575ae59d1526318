import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SwapId } from '../../../../src/core/swap/ids.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import type { JobAuthenticity, JobSeal } from '../../../../src/core/swap/job-seal.ts';
import type { SwapState } from '../../../../src/core/swap/swap.ts';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { createJobSeals } from '../../../../src/keys/create-job-seals.ts';
import { aSwap, noon } from '../../../support/snapshot.ts';
import { approveAs } from './approve-as.ts';
import type { Setting } from './base.ts';
import { told } from './env.ts';
import type { WireJob } from './fixtures.ts';
import { readVectorJob } from './job.ts';
import { applyPatch } from './json-patch.ts';
import { CannotBuild, type Env } from './vector.ts';
import { withWorld } from './with-world.ts';

/** What nobody can submit can be written into a store: a worker reads it from there as it is. */
async function storedJob(
  changed: WireJob,
  how: Parameters<typeof readVectorJob>[1],
  accepted: Job,
  at: string,
): Promise<Job> {
  try {
    return await readVectorJob(changed, how);
  } catch (error) {
    if (at === 'submission' || !(error instanceof FerrymanError)) throw error;
    return { ...accepted, changed } as Job;
  }
}

/** The members of a seal that a vector may take away or change. */
const valid = 'the seal';
const honestVersion = 1;

/**
 * A vector about a job alone: through the parsers of a submission, and then through the seal that it
 * was given before anything was changed. Throws the parsers' errors.
 */
export async function authenticityOf(setting: Setting): Promise<JobAuthenticity> {
  const { fixtures, mutation, env } = setting;
  const by = String(told(env, 'submitter') ?? 'key:s1');
  const honest: WireJob = {
    ...fixtures['B-EVM-ERC20'].job,
    id: 'job-1',
    tenant: 'tenant-1',
    submitter: by,
    notBefore: noon,
    expiresAt: noon + 600_000,
    v: honestVersion,
    mac: valid,
  };
  const patches = (mutation.patch ?? []).map((one) => ({
    ...one,
    path: one.path.replace(/^\/job\//, '/'),
  }));
  const changed: WireJob = applyPatch(honest, patches);
  if (patches.length > 0 && JSON.stringify(changed) === JSON.stringify(honest))
    throw new CannotBuild(
      'the vector is wrong: its patch sets what the fixtures have, letter for letter',
    );
  const at = mutation.at ?? 'submission';
  const wallet = { family: 'evm', address: fixtures.addresses.treasury.evm } as const;
  // What a client asks for is sealed as it asks; whose job it is, and until when, was sealed before.
  const { tenant, notBefore, expiresAt, fromAddress } = honest;
  const asked =
    at === 'submission' ? { ...changed, tenant, notBefore, expiresAt, fromAddress } : honest;
  const accepted = await readVectorJob(asked, { flow: 'wallet', wallet });
  const stored = await storedJob(changed, { flow: 'wallet', wallet, env }, accepted, at);
  const approver = told(env, 'approver');
  if (approver !== undefined) await approveAs(String(approver), { submitter: by });
  const isReplay = /replay/.test(at) || told(env, 'intentSeen') === true;
  const state = stateOf(env, isReplay ? 'settled' : 'requested');
  if (isReplay) await requireOnce(state);
  const dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-vectors-'));
  try {
    const intakeSecret = 'a secret of the vectors, with 32 letters';
    const seals = createJobSeals({ dataFolder, intakeSecret });
    const seal = (await seals.sealer())(
      {
        ...{ id: String(honest.id) as SwapId, idempotencyKey: 'key-1', job: accepted },
        ...{ submittedAt: noon, retries: [] },
      },
      by,
    );
    const isSpliced = /splice/.test(at);
    const other = String(told(env, 'otherJob') ?? 'job-2');
    return await seals.verify({
      ...aSwap({ state }),
      id: (isSpliced ? other : String(changed.id)) as SwapId,
      idempotencyKey: 'key-1',
      job: stored,
      ...sealOf(changed, seal),
    });
  } finally {
    await rm(dataFolder, { recursive: true });
  }
}

function sealOf({ mac, v, submitter }: WireJob, seal: JobSeal): { seal?: JobSeal } {
  if (mac === undefined || mac === null || mac === '') return {};
  return {
    seal: {
      ...seal,
      // What vectors call 1 is the newest.
      version: v === honestVersion ? seal.version : 0,
      by: `${submitter}`,
      ...(mac === valid ? {} : { signature: String(mac) }),
    } as JobSeal,
  };
}

/** Ferryman's states, by what vectors call them. */
const states: readonly [RegExp, SwapState][] = [
  [/^(?:settled|completed?|done|executed|succeeded|success|confirmed|paid)$/, 'settled'],
  [/^(?:failed|rejected|error)$/, 'failed'],
  [/^cancell?ed$/, 'cancelled'],
  [/^expired$/, 'expired'],
  [/^refunded$/, 'refunded'],
  [/^(?:requested|pending|queued|new|accepted)$/, 'requested'],
  [/^(?:executing|signed|signing|broadcast(?:ed)?|sent|inflight|running)$/, 'executing'],
];

function stateOf(env: Env, usual: SwapState): SwapState {
  const said = told(env, 'ledgerState');
  if (said === undefined) return usual;
  const text = String(said)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const state = states.find(([name]) => name.test(text))?.[1];
  if (!state) throw new CannotBuild(`the state ${said} is not known`);
  return state;
}

/** The journal leases one payment for a job, however often its queue names it. */
async function requireOnce(state: SwapState): Promise<void> {
  if (state !== 'requested' && state !== 'executing') return;
  let isRefused = false;
  await withWorld(async (world) => {
    const { id } = await world.paid();
    isRefused = await isRefusedOf(async () => (await world.lease(id)).kind);
  });
  if (isRefused)
    throw new FerrymanError('JOB_FORGED', 'the job is carried out already: nothing more is leased');
}

async function isRefusedOf(lease: () => Promise<'leased' | 'refused'>): Promise<boolean> {
  try {
    return (await lease()) === 'refused';
  } catch (error) {
    if (error instanceof FerrymanError) return true;
    throw error;
  }
}
