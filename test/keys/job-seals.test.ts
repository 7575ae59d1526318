import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Cap } from '../../src/core/caps/cap.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { Job, JobRule } from '../../src/core/swap/job.ts';
import { type JobOrigin, type JobSeal, sealedText } from '../../src/core/swap/job-seal.ts';
import type { Swap } from '../../src/core/swap/swap.ts';
import { createJobSeals, publicJobKey } from '../../src/keys/create-job-seals.ts';
import { ed25519Sign } from '../../src/keys/ed25519.ts';
import { aJob, aSwap, attacker, noon } from '../support/snapshot.ts';

function keyIdOf(secret: string): string {
  const key = Buffer.from(publicJobKey(secret), 'base64url');
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-seals-'));
  folders.push(folder);
  return folder;
}

const intakeSecret = 'only the processes that accept jobs have this';
const databaseUrl = 'postgres://localhost/somewhere';

const origin = {
  submittedAt: noon,
  retries: [{ swapId: 's-0' as SwapId, idempotencyKey: 'key-0' }],
};

const open = createJobSeals;

async function sealed(dataFolder: string, change: Partial<Swap> = {}): Promise<Swap> {
  const seals = open({ dataFolder, intakeSecret });
  const swap = aSwap(change);
  return { ...swap, seal: (await seals.sealer())({ ...swap, ...origin }, 'API key key_1') };
}

describe('a seal', () => {
  it('is verified by a process that has the public key alone', async () => {
    const dataFolder = await newFolder();
    const swap = await sealed(dataFolder);
    const worker = open({ dataFolder, databaseUrl });
    expect(await worker.verify(swap)).toEqual({ kind: 'sealed', by: 'API key key_1' });
    const elsewhere = open({
      dataFolder: await newFolder(),
      databaseUrl,
      jobKeys: [publicJobKey(intakeSecret)],
    });
    expect(await elsewhere.verify(swap)).toMatchObject({ kind: 'sealed' });
  });

  it('leaves nothing secret in the folder if the secret is configured', async () => {
    const dataFolder = await newFolder();
    await sealed(dataFolder);
    expect(await readFile(join(dataFolder, 'job-keys'), 'utf8')).toBe(
      `${publicJobKey(intakeSecret)}\n`,
    );
    await expect(readFile(join(dataFolder, 'intake-secret'))).rejects.toThrow('ENOENT');
  });

  const changes: Record<string, (swap: Swap) => Swap> = {
    amount: (swap) => ({ ...swap, job: aJob({ amount: 1_000_000_001n }) }),
    receiver: (swap) => ({ ...swap, job: aJob({ receiver: attacker }) }),
    'refund address': (swap) => ({ ...swap, job: aJob({ refundAddress: attacker }) }),
    bound: (swap) => ({ ...swap, job: aJob({ bound: { kind: 'min_out', minOut: 1n } }) }),
    account: (swap) => ({
      ...swap,
      job: aJob({ wallet: { ...swap.job.wallet, address: attacker } }),
    }),
    'rule that asks for it': (swap) => ({
      ...swap,
      job: aJob({ rule: { id: 'dca', version: 1, budgets: [] } }),
    }),
    id: (swap) => ({ ...swap, id: 's-2' as SwapId }),
    'idempotency key': (swap) => ({ ...swap, idempotencyKey: 'key-2' }),
    submitter: (swap) => ({ ...swap, seal: { ...swap.seal!, by: 'API key key_2' } }),
    signature: (swap) => ({ ...swap, seal: { ...swap.seal!, signature: 'AAAA' } }),
    'time of submission': (swap) => ({
      ...swap,
      seal: { ...swap.seal!, submittedAt: noon + 1 } as JobSeal,
    }),
    'swap that it retries': (swap) => ({
      ...swap,
      seal: { ...swap.seal!, retries: [] } as JobSeal,
    }),
    'version of its own kind': (swap) => {
      const { submittedAt: _, retries: __, ...head } = swap.seal as JobSeal & JobOrigin;
      return { ...swap, seal: { ...head, version: 1 } };
    },
    version: (swap) => ({ ...swap, seal: { ...swap.seal!, version: 3 as never } }),
  };
  it.each(Object.keys(changes))('does not match another %s', async (what) => {
    const dataFolder = await newFolder();
    const changed = changes[what]!(await sealed(dataFolder));
    expect(await open({ dataFolder, databaseUrl }).verify(changed)).toEqual({
      kind: 'forged',
    });
  });

  it('covers the rule that asks for the job, with its budgets', async () => {
    const dataFolder = await newFolder();
    const budget = (most: bigint): Cap => ({
      ...{ name: 'a week', window: 'week' },
      bound: { unit: 'usd', usdE18: most * 10n ** 18n },
    });
    const ofRule = (change: Partial<JobRule>) =>
      aJob({ rule: { id: 'dca', version: 1, budgets: [budget(500n)], ...change } });
    const swap = await sealed(dataFolder, { job: ofRule({}) });
    const worker = open({ dataFolder, databaseUrl });
    const verdictOf = async (job: Job) => (await worker.verify({ ...swap, job })).kind;
    expect(await verdictOf(ofRule({}))).toBe('sealed');
    for (const changed of [
      ofRule({ budgets: [budget(501n)] }),
      ofRule({ budgets: [{ ...budget(500n), window: 'hour' }] }),
      ofRule({ budgets: [] }),
      ofRule({ id: 'another' }),
      ofRule({ version: 2 }),
      aJob(),
    ])
      expect(await verdictOf(changed)).toBe('forged');
  });

  it('matches after a recovery, which gives the wallet another id', async () => {
    const dataFolder = await newFolder();
    const swap = await sealed(dataFolder);
    const wallet = { ...swap.job.wallet, id: 'w-2' as never };
    const found = await open({ dataFolder }).verify({
      ...swap,
      job: { ...swap.job, wallet },
    });
    expect(found.kind).toBe('sealed');
  });

  it('of an earlier version counts, which covers the job without its origin', async () => {
    const dataFolder = await newFolder();
    await open({ dataFolder, intakeSecret }).sealer();
    const swap = aSwap();
    const head = { version: 1, keyId: keyIdOf(intakeSecret), by: 'API key key_1' } as const;
    const seed = createHmac('sha256', intakeSecret).update('ferryman-job-seal-v1').digest();
    const text = Buffer.from(sealedText(swap, head));
    const signature = Buffer.from(ed25519Sign(seed, text)).toString('base64url');
    const found = await open({ dataFolder, databaseUrl }).verify({
      ...swap,
      seal: { ...head, signature },
    });
    expect(found).toMatchObject({ kind: 'sealed' });
  });

  it('says if the swap has ended', async () => {
    const dataFolder = await newFolder();
    const swap = await sealed(dataFolder, { state: 'settled' });
    expect(await open({ dataFolder }).verify(swap)).toMatchObject({ ended: 'settled' });
  });

  it('is looked at and made again where the secret is, without a trace in the folder', async () => {
    const swap = await sealed(await newFolder());
    const dataFolder = await newFolder();
    const seals = open({ dataFolder, databaseUrl, intakeSecret });
    expect(await seals.verify(swap)).toMatchObject({ kind: 'sealed' });
    const again = (await seals.sealerIfAny())?.({ ...swap, ...origin }, 'API key key_2');
    expect(await seals.verify({ ...swap, seal: again! })).toMatchObject({ by: 'API key key_2' });
    const without = open({ dataFolder, databaseUrl });
    expect(await without.sealerIfAny()).toBeUndefined();
    expect(await readdir(dataFolder)).toEqual([]);
  });

  it('of a key that nobody names waits', async () => {
    const swap = await sealed(await newFolder());
    const seals = open({ dataFolder: await newFolder(), databaseUrl });
    await expect(seals.verify(swap)).rejects.toMatchObject({
      code: 'JOB_KEY_UNKNOWN',
      next: 'retry',
    });
  });
});

describe('the key', () => {
  it('is made once for a folder, and another secret adds its own', async () => {
    const dataFolder = await newFolder();
    for (const secret of [{}, {}, { intakeSecret }]) await open({ dataFolder, ...secret }).sealer();
    const keys = (await readFile(join(dataFolder, 'job-keys'), 'utf8')).trim().split('\n');
    expect(keys).toHaveLength(2);
  });
});
