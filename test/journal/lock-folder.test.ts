import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../src/journal/lock-folder.ts';

let folder: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-lock-'));
});

afterEach(async () => {
  child?.kill('SIGKILL');
  child = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** A lock as a process of this id would have left it. */
async function leaveLock(change: { pid: number; startedAt?: string }): Promise<void> {
  const lock = await lockFolder(folder);
  const written = JSON.parse(await readFile(join(folder, 'lock'), 'utf8')) as Record<string, unknown>;
  await lock.release();
  await writeFile(join(folder, 'lock'), JSON.stringify({ ...written, token: 'theirs', ...change }));
}

describe('lockFolder', () => {
  it('lets one in at a time, and the next after a release', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
    await lock.release();
    await (await lockFolder(folder)).release();
  });

  it('lets exactly one of many in that start together, also over a stale lock', async () => {
    await leaveLock({ pid: process.pid, startedAt: 'an earlier process with this id' });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'FOLDER_IN_USE' });
      else await result.value.release();
    }
    await (await lockFolder(folder)).release();
  });

  it('takes over from a process that is gone, not from one that lives', async () => {
    child = spawn('sleep', ['60'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const pid = child.pid!;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!;
    await leaveLock({ pid, startedAt });
    await expect(lockFolder(folder)).rejects.toThrow(`process ${pid} uses`);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await (await lockFolder(folder)).release();
  });
});
