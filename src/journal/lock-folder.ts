import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { FerrymanError } from '../errors/ferryman-error.ts';

export interface FolderLock {
  /**
   * Aborted with a `FOLDER_LOCK_LOST` when this process loses the lock without having released it.
   * Another process may take it then.
   */
  lost: AbortSignal;
  release(): Promise<void>;
}

interface LockOptions {
  /** Path of flock(1) of util-linux. */
  binary?: string;
  /** Seconds to wait for a process that is stopping. */
  patience?: number;
}

/**
 * Makes this process the only user of a data folder: PGlite takes no lock of its own, and two
 * processes would corrupt it. The kernel holds the lock (flock(2)), so containers that share a
 * volume exclude each other, and it frees the lock however the process ends. Throws
 * `FOLDER_IN_USE`, `FOLDER_LOCK_UNAVAILABLE`.
 */
export async function lockFolder(
  folder: string,
  { binary = 'flock', patience = 3 }: LockOptions = {},
): Promise<FolderLock> {
  const path = join(folder, 'lock');
  await makeFile(folder, path).catch((cause: unknown) => {
    throw unavailable(path, cause);
  });
  const holder = startHolder(binary, path, patience);
  await holder.held.catch(async (cause: unknown) => {
    if (!(cause instanceof LockTaken)) throw unavailable(path, cause);
    throw new FerrymanError(
      'FOLDER_IN_USE',
      `${await readHolder(path)} uses ${folder}; stop it, or choose another data folder`,
    );
  });
  const lost = new AbortController();
  let isReleased = false;
  void holder.ended.then(() => {
    const message = `the process that held the lock on ${folder} has ended`;
    if (!isReleased) lost.abort(new FerrymanError('FOLDER_LOCK_LOST', message));
  });
  // Only names the holder in the error of other processes; a full disk may prevent it.
  await writeFile(path, `process ${process.pid} on the host ${hostname()}`).catch(() => undefined);
  return {
    lost: lost.signal,
    async release() {
      isReleased = true;
      holder.end();
      await holder.ended;
    },
  };
}

/**
 * The lock file is never removed: a second process could lock the removed file, and a third one a
 * new file.
 */
async function makeFile(folder: string, path: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await (await open(path, 'a', 0o600)).close();
}

/** Another process has the lock. */
class LockTaken extends Error {
  override readonly name = 'LockTaken';
}

interface Holder {
  /** Rejects with a `LockTaken`, or with the error of `flock`. */
  held: Promise<void>;
  ended: Promise<void>;
  end(): void;
}

/**
 * `flock` takes the lock and runs `cat` under it. When `cat` echoes its input, the lock is held.
 * The kernel closes the input of `cat` when this process ends, and then `cat` ends too.
 */
function startHolder(binary: string, path: string, patience: number): Holder {
  // Detached from the terminal's signals: on Ctrl-C this process needs the lock until it has
  // stopped.
  const child = spawn(binary, ['-w', String(patience), path, 'cat'], {
    detached: true,
    stdio: 'pipe',
  });
  const { stdin, stdout, stderr } = child;
  let errorText = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    errorText += text;
  });
  // Writing to a child that has ended fails; its exit event reports that.
  stdin.on('error', () => undefined);
  stdin.write('.');
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const held = new Promise<void>((resolve, reject) => {
    stdout.once('data', () => {
      unreference(child, [stdin, stdout, stderr]);
      resolve();
    });
    child.once('error', reject);
    // flock(1) exits with 1 and prints nothing if another process has the lock.
    child.once('close', (code) =>
      reject(code === 1 && errorText === '' ? new LockTaken() : new Error(errorText.trim())),
    );
  });
  return { held, ended, end: () => stdin.end() };
}

/** The child process alone does not keep this process alive. */
function unreference(child: ChildProcess, pipes: readonly (Readable | Writable)[]): void {
  child.unref();
  for (const pipe of pipes) if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
}

async function readHolder(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^process \d+ on the host [\w.-]+$/.test(text) ? text : 'another process';
}

function unavailable(path: string, cause: unknown): FerrymanError {
  const isMissing =
    cause instanceof Error && 'syscall' in cause && String(cause.syscall).startsWith('spawn');
  const why = isMissing
    ? `flock is not installed (${cause.message})`
    : cause instanceof Error
      ? cause.message
      : String(cause);
  return new FerrymanError('FOLDER_LOCK_UNAVAILABLE', `${path} cannot be locked: ${why}`, {
    cause,
  });
}
