import { createHash } from 'node:crypto';
import type { SwapName } from '../../core/swap/job-seal.ts';
import { damaged, rewritten } from './signing-log-error.ts';
import { readLineAt, readLinesFrom, sizeOf } from './signing-log-files.ts';

/** Finds lines of append-only files by names in them, without reading all of the files again. */
export interface LineIndex<Entry> {
  /** The entries that have one of the names, oldest first. Throws `SIGNING_LOG_DAMAGED`. */
  find(names: ReadonlySet<string>): Promise<Entry[]>;
  /** Reads what was appended since. Throws `SIGNING_LOG_DAMAGED`. */
  update(): Promise<void>;
}

interface Lines<Entry> {
  /** Paths, oldest first. Files only grow, and whole files may go. */
  files: () => Promise<string[]>;
  /** `undefined`: the line is no entry. */
  parse: (text: string) => Entry | undefined;
  /** By which an entry is found. */
  namesOf: (entry: Entry) => ReadonlySet<string>;
  /** Called once for each entry. */
  onEntry?: (entry: Entry) => void;
}

/** How far a file is indexed. */
interface Indexed {
  number: number;
  bytes: number;
  lines: number;
}

/**
 * A line's position is one number, so that a million payments fit into memory: the number of its
 * file times this, which no file's length reaches, plus its offset.
 */
const maxFileLength = 2 ** 38;

/**
 * In memory the index has only numbers: the hash of each name, and the positions of its lines. Each
 * search reads these lines again. The files only grow, so each byte is indexed once.
 */
export function createLineIndex<Entry>({
  files: listFiles,
  parse,
  namesOf,
  onEntry,
}: Lines<Entry>): LineIndex<Entry> {
  const files = new Map<string, Indexed>();
  const paths: string[] = [];
  const positions = new Map<number, number | number[]>();
  let updating: Promise<void> = Promise.resolve();

  function add(name: string, position: number): void {
    const hash = hashOf(name);
    const known = positions.get(hash);
    if (known === undefined) positions.set(hash, position);
    else if (typeof known === 'number') positions.set(hash, [known, position]);
    else known.push(position);
  }

  async function indexFile(path: string): Promise<void> {
    const file = files.get(path) ?? { number: paths.push(path) - 1, bytes: 0, lines: 0 };
    files.set(path, file);
    if (((await sizeOf(path)) ?? 0) <= file.bytes) return;
    for await (const { text, offset, end } of readLinesFrom(path, file.bytes)) {
      const entry = parse(text);
      if (!entry) throw damaged(path, file.lines + 1);
      const position = file.number * maxFileLength + offset;
      for (const name of namesOf(entry)) add(name, position);
      onEntry?.(entry);
      file.bytes = end;
      file.lines += 1;
    }
  }

  async function update(): Promise<void> {
    for (const path of await listFiles()) await indexFile(path);
  }

  /** One after the other: two readers would index a line twice. */
  function updated(): Promise<void> {
    updating = updating.catch(() => undefined).then(update);
    return updating;
  }

  return {
    update: updated,
    async find(names) {
      await updated();
      const found = new Set([...names].flatMap((name) => positions.get(hashOf(name)) ?? []));
      const entries: Entry[] = [];
      for (const position of [...found].sort((a, b) => a - b)) {
        const path = paths[Math.floor(position / maxFileLength)] ?? '';
        const text = await readLineAt(path, position % maxFileLength);
        // A file that is gone is too old to be kept.
        if (text === undefined) continue;
        const entry = parse(text);
        // Something else stands where an entry stood: it may be the one that is sought.
        if (!entry) throw rewritten(path);
        const own = namesOf(entry);
        if ([...names].some((name) => own.has(name))) entries.push(entry);
      }
      return entries;
    },
  };
}

/** Swaps by id and by key: a key may be the text of another swap's id. */
export function namesOfSwaps(swaps: readonly SwapName[]): ReadonlySet<string> {
  return new Set(
    swaps.flatMap(({ swapId, idempotencyKey }) => [`id ${swapId}`, `key ${idempotencyKey}`]),
  );
}

/** 48 bits. Two names of one hash cost a line that is read in vain. */
function hashOf(name: string): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, 6);
}
