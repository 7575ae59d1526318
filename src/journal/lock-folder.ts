import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError } from '../errors/ferryman-error.ts';

export interface FolderLock {
  release(): Promise<void>;
}

interface Owner {
  pid: number;
  /** Tells a process from a later one with the same id; empty where the system does not say. */
  startedAt: string;
  token: string;
}

/**
 * Makes this process the only user of a data folder: PGlite takes no lock of its own, and two processes would corrupt it. A lock
 * whose process is gone is taken over. Throws `FOLDER_IN_USE`.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock');
  const mine: Owner = { pid: process.pid, startedAt: await startTime(process.pid), token: randomUUID() };
  const draft = `${path}.${mine.token}`;
  // Linked into place: the lock is either absent or complete, never half written.
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    if (!(await linked(draft, path))) {
      await removeIfStale(path, folder);
      if (!(await linked(draft, path))) throw inUse(folder, await readOwner(path));
    }
  } finally {
    await unlink(draft);
  }
  return {
    async release() {
      if ((await readOwner(path))?.token === mine.token) await unlink(path);
    },
  };
}

async function linked(draft: string, path: string): Promise<boolean> {
  return link(draft, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

/** Two processes may find the same stale lock: only the one that wins the breaker's own lock removes it, after a second look. */
async function removeIfStale(path: string, folder: string): Promise<void> {
  const owner = await readOwner(path);
  if (owner && (await isAlive(owner))) throw inUse(folder, owner);
  const breaker = `${path}.break`;
  try {
    await writeFile(breaker, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    throw new FerrymanError(
      'FOLDER_IN_USE',
      `another process is taking over ${folder}; if none is, remove ${breaker}`,
      { cause },
    );
  }
  try {
    const now = await readOwner(path);
    if (now?.token === owner?.token) await unlink(path);
  } finally {
    await unlink(breaker);
  }
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Owner;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new FerrymanError('FOLDER_IN_USE', `${path} is not readable; if no process uses the folder, remove it`, {
      cause: error,
    });
  }
}

async function isAlive({ pid, startedAt }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startedAt === (await startTime(pid));
}

/** Start time in clock ticks since boot, field 22 of `/proc/<pid>/stat` (proc(5)); empty on other systems. */
async function startTime(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command name (field 2) is in parentheses and may hold blanks.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function inUse(folder: string, owner: Owner | undefined): FerrymanError {
  const who = owner ? `process ${owner.pid}` : 'another process';
  return new FerrymanError('FOLDER_IN_USE', `${who} uses ${folder}; stop it, or choose another data folder`);
}
