import { randomUUID } from 'node:crypto';
import type { StatsFs } from 'node:fs';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SigningLog, SigningLogEntry } from '../../ports/signing-log.ts';
import { hasCode } from '../has-code.ts';
import { readDropped, recordDropped } from './dropped-file.ts';
import { formatEntry } from './entry.ts';
import { bindInstance, readInstance, replaceInstance } from './instance-file.ts';
import { nameLog, readLog } from './log-file.ts';
import { createPaymentIndex } from './payment-index.ts';
import { createRotatingFile } from './rotating-file.ts';
import { unavailable } from './signing-log-error.ts';
import {
  lateSuffix,
  listSigningLogFiles,
  readEntries,
  readLastEntry,
  sizeOf,
} from './signing-log-files.ts';
import { createWrittenAttempts } from './written-attempts.ts';

/** The size of several entries: a full disk still accepts an empty file. */
const probeLength = 8_192;

/** Throws the file system's error if a file cannot be written into the folder and synced. */
async function probeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `probe.${randomUUID()}.tmp`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(probeLength, ' '));
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
   * How long entries are kept at least, in milliseconds; default 90 days. They cannot show the
   * losses of a journal that is restored from an older state.
   */
  keepFor?: number;
}

const day = 86_400_000;

/**
 * The signing log in the folder `ledger` of a data folder. It touches no file before its first use.
 */
export function openSigningLog({
  dataFolder,
  now,
  rotateAfter = day,
  keepFor = 90 * day,
}: SigningLogOptions): SigningLog {
  const folder = join(dataFolder, 'ledger');
  const payments = createPaymentIndex(folder);
  const written = createWrittenAttempts();
  const tails = new Map<string, { size: number; entry: SigningLogEntry | undefined }>();
  const rotation = { folder, now, rotateAfter, onNewFile: dropOld };
  const inOrder = createRotatingFile({ ...rotation, suffix: '.jsonl' });
  /** With a file of their own, so that the last line of the other file is always the newest commit. */
  const late = createRotatingFile({ ...rotation, suffix: lateSuffix });
  let highest = 0n;
  let appending: Promise<unknown> = Promise.resolve();
  let failing = false;

  const orUnavailable = <Result>(task: () => Promise<Result>): Promise<Result> =>
    task().catch((cause: unknown) => {
      throw unavailable(folder, cause);
    });

  /** Appends the entries of one attempt. */
  async function append(entries: readonly SigningLogEntry[]): Promise<void> {
    const entry = entries.at(-1);
    if (!entry || written.has(entry)) return;
    const file = entry.sequence < highest ? late : inOrder;
    const { path, size } = await file.append(entries.map(formatEntry).join(''));
    tails.set(path, { size, entry });
    if (entry.sequence > highest) highest = entry.sequence;
    written.add(entry);
  }

  /** The last entry of each file, read again if the file has grown. */
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
   * Never drops the newest entry. The journal had the newest dropped entry when this process
   * started, and a journal loses its newest commits first.
   */
  async function dropOld(): Promise<void> {
    const last = await readTails();
    const newestEntries = new Set(newestOf(last.map(({ entry }) => entry)));
    const newest = last.reduce((latest, { entry }) => Math.max(latest, entry.signedAt), 0);
    for (const { path, entry } of last) {
      const isNewest = entry.sequence === 0n ? entry.signedAt === newest : newestEntries.has(entry);
      if (isNewest || entry.signedAt >= now() - keepFor) continue;
      await recordDropped(folder, entry.sequence);
      await rm(path, { force: true });
      tails.delete(path);
    }
  }

  return {
    instance: () => orUnavailable(() => readInstance(folder)),
    bind: (instanceId) =>
      orUnavailable(async () => {
        const bound = await bindInstance(folder, instanceId);
        await nameLog(folder);
        return bound;
      }),
    log: () => orUnavailable(() => readLog(folder)),
    droppedUpTo: () => orUnavailable(() => readDropped(folder)),
    rebind: (instanceId) =>
      orUnavailable(async () => {
        await replaceInstance(folder, instanceId);
        await nameLog(folder);
      }),
    has: (attempt) => written.has(attempt),
    record(entries) {
      const appended = appending.then(() => orUnavailable(() => append(entries)));
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
      orUnavailable(async () => {
        // Another process may have the swap of the failed entry now, so only this process can find
        // out that the folder is writable again.
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
    paymentsOf: (swaps, transactions) => orUnavailable(() => payments(swaps, transactions)),
    state: () =>
      orUnavailable(async () => {
        const paths = await listSigningLogFiles(folder);
        const sizes = await Promise.all(paths.map(sizeOf));
        const { bavail, bsize } = await statfsOfNearest(folder);
        return {
          bytes: sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
          freeBytes: bavail * bsize,
          isFailing: failing,
        };
      }),
    async close() {
      await appending;
      await inOrder.close();
      await late.close();
    },
  };
}

/**
 * The entry that was committed last: a journal that lacks any entry lacks that one. Entries of an
 * earlier version have no commit number, so the last line of each file counts.
 */
function newestOf(last: readonly SigningLogEntry[]): SigningLogEntry[] {
  let highest = 0n;
  for (const { sequence } of last) if (sequence > highest) highest = sequence;
  return last.filter(({ sequence }) => sequence === 0n || sequence === highest);
}

/** Of the folder, or of the nearest one above it that exists: the log creates its folder late. */
async function statfsOfNearest(folder: string): Promise<StatsFs> {
  return statfs(folder).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT') || dirname(folder) === folder) throw error;
    return statfsOfNearest(dirname(folder));
  });
}
