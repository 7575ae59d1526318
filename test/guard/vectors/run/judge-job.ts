import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SwapId } from '../../../../src/core/swap/ids.ts';
import type { JobAuthenticity } from '../../../../src/core/swap/job-seal.ts';
import type { SwapState } from '../../../../src/core/swap/swap.ts';
import { createJobSeals } from '../../../../src/keys/create-job-seals.ts';
import { aSwap, noon } from '../../../support/snapshot.ts';
import { approveAs } from './approve-as.ts';
import type { Setting } from './base.ts';
import type { WireJob } from './fixtures.ts';
import { readVectorJob } from './job.ts';
import { applyPatch } from './json-patch.ts';
import { CannotBuild } from './vector.ts';

/** The members of a seal that a vector may take away or change. */
const valid = 'the seal';

/**
 * A vector about a job alone: through the parsers of a submission, and then through the seal that it
 * was given. Throws the parsers' errors.
 */
export async function authenticityOf(setting: Setting): Promise<JobAuthenticity> {
  const { fixtures, mutation, env } = setting;
  const by = String(env.submitter ?? 'key:s1');
  const honest: WireJob = {
    ...fixtures['B-EVM-ERC20'].job,
    id: 'job-1',
    tenant: 'tenant-1',
    submitter: by,
    notBefore: noon,
    expiresAt: noon + 600_000,
    v: 1,
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
  // At a later moment the job is as it was accepted, and what is stored was changed.
  const isLater = at !== 'submission';
  const accepted = await readVectorJob(isLater ? honest : changed, { flow: 'wallet', wallet });
  const stored = isLater ? await readVectorJob(changed, { flow: 'wallet', wallet }) : accepted;
  if (env.approver !== undefined) await approveAs(String(env.approver), { submitter: by });
  const dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-vectors-'));
  try {
    const intakeSecret = 'a secret of the vectors, with 32 letters';
    const seals = createJobSeals({ dataFolder, intakeSecret });
    const seal = (await seals.sealer())(
      { id: String(honest.id) as SwapId, idempotencyKey: 'key-1', job: accepted },
      by,
    );
    const isSpliced = /splice/.test(at);
    return await seals.verify({
      ...aSwap({ state: String(env.ledgerState ?? 'requested').toLowerCase() as SwapState }),
      id: (isSpliced ? 'job-2' : String(changed.id)) as SwapId,
      idempotencyKey: 'key-1',
      job: stored,
      ...sealOf(changed.mac, seal),
    });
  } finally {
    await rm(dataFolder, { recursive: true });
  }
}

function sealOf<Seal extends { signature: string }>(mac: unknown, seal: Seal): { seal?: Seal } {
  if (mac === undefined || mac === null || mac === '') return {};
  return { seal: mac === valid ? seal : { ...seal, signature: String(mac) } };
}
