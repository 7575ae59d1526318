import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SigningLog, SigningLogEntry } from '../../ports/signing-log.ts';
import { hasCode } from '../has-code.ts';
import { type AppendFile, createAppendFile } from './append-file.ts';
import { noteDropped, readDropped } from './dropped-file.ts';
import { formatEntry } from './entry.ts';
import { bindInstance, readInstance, replaceInstance } from './instance-file.ts';
import { nameLog, readLog } from './log-file.ts';
import { unavailable } from './signing-log-error.ts';
import {
  lateSuffix,
  listSigningLogFiles,
  readEntries,
  readLastEntry,
} from './signing-log-files.ts';

/** Several entries long: a full disk still takes an empty file. */
const length = 8_192;

/**
 * Throws what the file system throws where something cannot be written into the folder and onto the
 * disk.
 */
async function probeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `probe.${randomUUID()}.tmp`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(length, ' '));
    await file.datasync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

export interface SigningLogOptions {
  dataFolder: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** How long a process appends to one file, in milliseconds; default a day. */
  rotateAfter?: number;
  /**
   * How long entries are kept at least, in milliseconds; default 90 days. A journal that is
   * restored from an older state is not told by them.
   */
  keepFor?: number;
}

const day = 86_400_000;
/**
 * Attempts that are remembered as written by this process; forgetting one only means to write it
 * again.
 */
const rememberedAttempts = 10_000;

/**
 * The signing log in the folder `ledger` of a data folder. Nothing is touched before it is used.
 */
export function openSigningLog({
  dataFolder,
  now,
  rotateAfter = day,
  keepFor = 90 * day,
}: SigningLogOptions): SigningLog {
  const folder = join(dataFolder, 'ledger');
  const written = new Set<string>();
  const tails = new Map<string, { size: number; entry: SigningLogEntry | undefined }>();
  /**
   * By suffix. What comes late has a file of its own, so that the last line of the other one is
   * always what was committed last.
   */
  const files = new Map<string, AppendFile>();
  let highest = 0n;
  let appending: Promise<unknown> = Promise.resolve();
  let failing = false;

  const usable = <Result>(task: () => Promise<Result>): Promise<Result> =>
    task().catch((cause: unknown) => {
      throw unavailable(folder, cause);
    });

  /** All of one attempt. */
  async function append(entries: readonly SigningLogEntry[]): Promise<void> {
    const entry = entries.at(-1);
    if (!entry || written.has(nameOf(entry))) return;
    const suffix = entry.sequence < highest ? lateSuffix : '.jsonl';
    const file = await fileFor(suffix);
    try {
      tails.set(file.path, { size: await file.append(entries.map(formatEntry).join('')), entry });
    } catch (cause) {
      // Half a line may stand at its end now; the next entry gets another file.
      await letGo(suffix);
      throw cause;
    }
    if (entry.sequence > highest) highest = entry.sequence;
    written.add(nameOf(entry));
    for (const oldest of written) {
      if (written.size <= rememberedAttempts) break;
      written.delete(oldest);
    }
  }

  async function fileFor(suffix: string): Promise<AppendFile> {
    const current = files.get(suffix);
    if (current && now() < current.startedAt + rotateAfter) return current;
    await letGo(suffix);
    const created = await createAppendFile(folder, now(), suffix);
    files.set(suffix, created);
    await dropOld();
    return created;
  }

  async function letGo(suffix: string): Promise<void> {
    const closing = files.get(suffix);
    files.delete(suffix);
    await closing?.close();
  }

  /** The last entry of each file, read anew where a file has grown. */
  async function readTails(): Promise<{ path: string; entry: SigningLogEntry }[]> {
    const paths = await listSigningLogFiles(folder);
    const last = await Promise.all(
      paths.map(async (path) => ({ path, entry: await readTail(path) })),
    );
    return last.flatMap(({ path, entry }) => (entry ? [{ path, entry }] : []));
  }

  async function readTail(path: string): Promise<SigningLogEntry | undefined> {
    const size = await sizeOf(path);
    const known = tails.get(path);
    if (size === undefined || (known && known.size >= size)) return known?.entry;
    const entry = await readLastEntry(path, size);
    tails.set(path, { size, entry });
    return entry;
  }

  /**
   * Whatever happens the newest entry stays. Of what is dropped the journal knew the last when this
   * process began, and what a journal forgets is always its newest.
   */
  async function dropOld(): Promise<void> {
    const last = await readTails();
    const kept = new Set(newestOf(last.map(({ entry }) => entry)));
    const newest = last.reduce((latest, { entry }) => Math.max(latest, entry.signedAt), 0);
    for (const { path, entry } of last) {
      const isNewest = entry.sequence === 0n ? entry.signedAt === newest : kept.has(entry);
      if (isNewest || entry.signedAt >= now() - keepFor) continue;
      await noteDropped(folder, entry.sequence);
      await rm(path, { force: true });
      tails.delete(path);
    }
  }

  return {
    instance: () => usable(() => readInstance(folder)),
    bind: (instanceId) =>
      usable(async () => {
        const bound = await bindInstance(folder, instanceId);
        await nameLog(folder);
        return bound;
      }),
    log: () => usable(() => readLog(folder)),
    droppedUpTo: () => usable(() => readDropped(folder)),
    rebind: (instanceId) =>
      usable(async () => {
        await replaceInstance(folder, instanceId);
        await nameLog(folder);
      }),
    has: (attempt) => written.has(nameOf(attempt)),
    record(entries) {
      const appended = appending.then(() => usable(() => append(entries)));
      appending = appended.then(
        () => {
          failing = false;
        },
        () => {
          failing = true;
        },
      );
      return appended;
    },
    newest: () =>
      usable(async () => {
        // The swap whose attempt could not be written may be somebody else's by now: nobody else
        // would find out that it can be again.
        if (failing) {
          await probeFolder(folder);
          failing = false;
        }
        return newestOf((await readTails()).map(({ entry }) => entry));
      }),
    async *entries() {
      try {
        for (const path of await listSigningLogFiles(folder)) yield* readEntries(path);
      } catch (cause) {
        throw unavailable(folder, cause);
      }
    },
    async close() {
      await appending;
      for (const suffix of [...files.keys()]) await letGo(suffix);
    },
  };
}

/**
 * The entry that was committed last: who misses any misses that one. What an earlier version wrote
 * has no place in that order; of it the last line of each file counts.
 */
function newestOf(last: readonly SigningLogEntry[]): SigningLogEntry[] {
  let highest = 0n;
  for (const { sequence } of last) if (sequence > highest) highest = sequence;
  return last.filter(({ sequence }) => sequence === 0n || sequence === highest);
}

function nameOf({ chain, txId }: Pick<SigningLogEntry, 'chain' | 'txId'>): string {
  return `${chain}:${txId}`;
}

/** `undefined` where another process has dropped the file meanwhile. */
async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    },
  );
}
