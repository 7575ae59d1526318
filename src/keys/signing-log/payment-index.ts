import { createHash } from 'node:crypto';
import type { SwapName } from '../../core/swap/job-seal.ts';
import { isPayment } from '../../core/swap/swap.ts';
import type { SigningLogEntry } from '../../ports/signing-log.ts';
import { parseEntry } from './entry.ts';
import { damaged, rewritten } from './signing-log-error.ts';
import { listSigningLogFiles, readLineAt, readLinesFrom, sizeOf } from './signing-log-files.ts';

/** Finds the payments of swaps in the signing log without reading all of it again. */
export interface PaymentIndex {
  /** As `SigningLog.paymentsOf`. Throws `SIGNING_LOG_DAMAGED`. */
  find(swaps: readonly SwapName[]): Promise<SigningLogEntry[]>;
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
export function createPaymentIndex(folder: string): PaymentIndex {
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
      const entry = parseEntry(text);
      if (!entry) throw damaged(path, file.lines + 1);
      if (isPayment(entry.step)) {
        const position = file.number * maxFileLength + offset;
        for (const name of namesOf([entry, ...entry.retries])) add(name, position);
      }
      file.bytes = end;
      file.lines += 1;
    }
  }

  async function update(): Promise<void> {
    for (const path of await listSigningLogFiles(folder)) await indexFile(path);
  }

  /** One after the other: two readers would index a line twice. */
  function updated(): Promise<void> {
    updating = updating.catch(() => undefined).then(update);
    return updating;
  }

  return {
    async find(swaps) {
      await updated();
      const names = namesOf(swaps);
      const found = new Set([...names].flatMap((name) => positions.get(hashOf(name)) ?? []));
      const entries: SigningLogEntry[] = [];
      for (const position of [...found].sort((a, b) => a - b)) {
        const path = paths[Math.floor(position / maxFileLength)] ?? '';
        const text = await readLineAt(path, position % maxFileLength);
        // A file that is gone is too old to be kept.
        if (text === undefined) continue;
        const entry = parseEntry(text);
        // Something else stands where a payment stood: it may be the one that is sought.
        if (!entry) throw rewritten(path);
        if (isOneOf(entry, names)) entries.push(entry);
      }
      return entries;
    },
  };
}

function isOneOf(entry: SigningLogEntry, names: ReadonlySet<string>): boolean {
  return [...namesOf([entry, ...entry.retries])].some((name) => names.has(name));
}

/** A key may be the text of another swap's id. */
function namesOf(swaps: readonly SwapName[]): ReadonlySet<string> {
  return new Set(
    swaps.flatMap(({ swapId, idempotencyKey }) => [`id ${swapId}`, `key ${idempotencyKey}`]),
  );
}

/** 48 bits. Two names of one hash cost a line that is read in vain. */
function hashOf(name: string): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, 6);
}
