import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SigningLogEntry } from '../../ports/signing-log.ts';
import { hasCode } from '../has-code.ts';
import { parseEntry } from './entry.ts';
import { damaged } from './signing-log-error.ts';

/** The length of most lines; for a longer one, twice as much is read again. */
const tailLength = 32_768;
const lineFeed = 0x0a;

/**
 * The name's suffix of a file with entries that were committed before an entry that the same
 * process had already written.
 */
export const lateSuffix = '.late.jsonl';

/** Of files with signatures, which are no entries that a journal has committed. */
export const signatureSuffix = '.signatures';

/** Paths of a log's files, oldest first: their names begin with their creation time. */
export async function listSigningLogFiles(
  folder: string,
  suffix: typeof signatureSuffix | '.jsonl' = '.jsonl',
): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith(suffix))
    .sort()
    .map((name) => join(folder, name));
}

/** Undefined if another process has dropped the file. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    },
  );
}

/**
 * Every entry of a file. An incomplete last line was being written when the process or the machine
 * stopped, and its attempt was not sent. Throws `SIGNING_LOG_DAMAGED`.
 */
export async function* readEntries(path: string): AsyncGenerator<SigningLogEntry> {
  let line = 0;
  for await (const text of finishedLines(path)) {
    line += 1;
    const entry = parseEntry(text);
    if (!entry) throw damaged(path, line);
    yield entry;
  }
}

async function* finishedLines(path: string): AsyncGenerator<string> {
  for await (const { text } of readLinesFrom(path, 0)) yield text;
}

interface Line {
  text: string;
  /** Where it begins in the file, in bytes. */
  offset: number;
  /** Where the next line begins. */
  end: number;
}

/**
 * The finished lines of a file from an offset on. Throws `ENOENT` if the file is gone.
 * `node:readline` would also end a line at a U+2028 inside a JSON string.
 */
export async function* readLinesFrom(path: string, start: number): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = start;
  for await (const piece of createReadStream(path, { start })) {
    rest = Buffer.concat([rest, piece as Buffer]);
    let begin = 0;
    for (let feed = rest.indexOf(lineFeed); feed >= 0; feed = rest.indexOf(lineFeed, begin)) {
      const end = offset + feed + 1 - begin;
      yield { text: rest.toString('utf8', begin, feed), offset, end };
      offset = end;
      begin = feed + 1;
    }
    rest = rest.subarray(begin);
  }
}

/** The line that begins at an offset. Undefined if the file is gone. */
export async function readLineAt(path: string, offset: number): Promise<string | undefined> {
  try {
    for await (const { text } of readLinesFrom(path, offset)) return text;
    return undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * The last whole entry in the first `size` bytes of a file. Its cost does not depend on the file's
 * length. Throws `SIGNING_LOG_DAMAGED`.
 */
export async function readLastEntry(
  path: string,
  size: number,
  length: number = tailLength,
): Promise<SigningLogEntry | undefined> {
  const start = Math.max(0, size - length);
  const tail = await readBytes(path, start, size - start);
  const end = tail.lastIndexOf(lineFeed);
  if (end < 0 && start === 0) return undefined;
  const begin = end <= 0 ? -1 : tail.lastIndexOf(lineFeed, end - 1);
  if (begin < 0 && start > 0) return readLastEntry(path, size, length * 2);
  return parseEntry(tail.toString('utf8', begin + 1, end)) ?? (await lastOf(readEntries(path)));
}

async function readBytes(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function lastOf(
  entries: AsyncIterable<SigningLogEntry>,
): Promise<SigningLogEntry | undefined> {
  let last: SigningLogEntry | undefined;
  for await (const entry of entries) last = entry;
  return last;
}
