import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../src/journal/lock-folder.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { descendantsOf } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** Built by `npm run build`, which `npm test` does first. */
const program = fileURLToPath(new URL('../../dist/test/programs/folder-lock.js', import.meta.url));

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-lock-'));
});

afterEach(async () => {
  const living = children
    .splice(0)
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(living.map((child) => [child.kill('SIGKILL'), once(child, 'exit')][1]));
  await rm(folder, { recursive: true, force: true });
});

interface Holder {
  child: ChildProcess;
  pid: number;
  /** Waits for its next line. */
  nextLine(): Promise<string>;
}

/** A process that has the folder's lock. @param before prefix of its command, such as `unshare` */
async function startHolder(before: readonly string[] = []): Promise<Holder> {
  const [command = process.execPath, ...parameters] = [
    ...before,
    process.execPath,
    program,
    folder,
  ];
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  expect(await nextLine()).toBe('held');
  return { child, pid: child.pid!, nextLine };
}

const lockAtOnce = () => lockFolder(folder, { patience: 0 });

/** Takes the lock as soon as it is free. */
const lockWhenFree = async (): Promise<void> => (await waitFor(lockAtOnce)).release();

/** Ends one of the two processes that hold the lock for a holder. */
async function killChild(pid: number, name: string): Promise<void> {
  const child = (await descendantsOf(pid)).find((one) => one.name === name);
  process.kill(child!.pid, 'SIGKILL');
}

describe('lockFolder', () => {
  it('admits one process at a time, and the next after a release', async () => {
    const lock = await lockFolder(folder);
    await expect(lockAtOnce()).rejects.toMatchObject({
      code: 'FOLDER_IN_USE',
      message: expect.stringContaining(`process ${process.pid} `),
    });
    await lock.release();
    expect(lock.lost.aborted).toBe(false);
    await (await lockAtOnce()).release();
    expect((await stat(join(folder, 'lock'))).mode & 0o777).toBe(0o600);
  });

  it('admits exactly one of many that start together', async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, lockAtOnce));
    const taken = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    );
    expect(taken).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'FOLDER_IN_USE' });
    }
    await taken[0]?.release();
    await (await lockAtOnce()).release();
  });

  it('is free as soon as its process is killed, and waits that long for it', async () => {
    const { child } = await startHolder();
    await expect(lockAtOnce()).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
    // The next one waits for the lock already when the process dies.
    const next = lockFolder(folder, { patience: 300 });
    child.kill('SIGKILL');
    await (await next).release();
  });

  it('does not depend on process ids, which differ between containers', async () => {
    const { child } = await startHolder();
    // The id of a process that has ended.
    const gone = spawnSync('true').pid;
    for (const content of [
      `process ${gone} on the host here`,
      JSON.stringify({ pid: gone, startedAt: '' }),
      '',
    ]) {
      await writeFile(join(folder, 'lock'), content);
      await expect(lockAtOnce()).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
    }
    child.kill('SIGKILL');
    await lockWhenFree();
  });

  // Not every container may create a namespace; the test above covers the common part.
  const inNamespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const mayUnshare = spawnSync(inNamespace[0]!, [...inNamespace.slice(1), 'true']).status === 0;
  const kinds = [
    { kind: 'process', before: [] },
    ...(mayUnshare ? [{ kind: 'process in a PID namespace of its own', before: inNamespace }] : []),
  ];
  it.each(kinds)('excludes another $kind, and the other way round', async ({ before }) => {
    const lock = await lockFolder(folder);
    await expect(startHolder(before)).rejects.toThrow();
    await lock.release();
    const { child } = await startHolder(before);
    await expect(lockAtOnce()).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
    child.kill('SIGKILL');
    await lockWhenFree();
  });

  it.each(['flock', 'cat'])(
    'reports the loss when its child process %s is killed',
    async (name) => {
      const { pid, nextLine } = await startHolder();
      await killChild(pid, name);
      expect(await nextLine()).toBe('FOLDER_LOCK_LOST');
    },
  );

  it('stops all reads and writes of a journal once it is lost', async () => {
    await copyJournalTemplate(folder);
    const before = new Set((await descendantsOf(process.pid)).map(({ pid }) => pid));
    const lock = await lockFolder(folder);
    const journal = await openJournal({
      kind: 'pglite',
      folder: join(folder, 'journal'),
      lost: lock.lost,
    });
    await journal.ping();
    const mine = (await descendantsOf(process.pid)).find(
      ({ pid, name }) => !before.has(pid) && name === 'flock',
    );
    await killChild(mine!.pid, 'cat');
    await waitFor(() => expect(lock.lost.aborted).toBe(true));
    expect(lock.lost.reason).toMatchObject({ code: 'FOLDER_LOCK_LOST', next: 'stop' });
    await expect(journal.ping()).rejects.toMatchObject({ code: 'JOURNAL_UNAVAILABLE' });
    await expect(journal.takeOver()).rejects.toMatchObject({ code: 'JOURNAL_UNAVAILABLE' });
    // The files belong to another process now.
    const control = join(folder, 'journal', 'global', 'pg_control');
    const written = await readFile(control);
    await journal.close();
    expect(await readFile(control)).toEqual(written);
    await lock.release();
    await (await lockAtOnce()).release();
  });

  it('says what to do if nothing can lock', async () => {
    const missing = lockFolder(folder, { binary: join(folder, 'flock') });
    await expect(missing).rejects.toMatchObject({ code: 'FOLDER_LOCK_UNAVAILABLE', next: 'stop' });
    await expect(missing).rejects.toThrow('flock is not installed');

    await writeFile(join(folder, 'file'), '');
    const nowhere = lockFolder(join(folder, 'file', 'below'));
    await expect(nowhere).rejects.toMatchObject({ code: 'FOLDER_LOCK_UNAVAILABLE' });
    await expect(nowhere).rejects.not.toThrow('installed');

    const binary = join(folder, 'flock');
    await writeFile(binary, '#!/bin/sh\necho "flock: $4: Function not implemented" >&2\nexit 65\n');
    await chmod(binary, 0o755);
    await expect(lockFolder(folder, { binary })).rejects.toMatchObject({
      code: 'FOLDER_LOCK_UNAVAILABLE',
      message: expect.stringContaining('Function not implemented'),
    });
  });
});
