import { join } from 'node:path';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { CountedSignature, Signature, SignatureLog } from '../../ports/signature-log.ts';
import { createLineIndex, namesOfSwaps } from './line-index.ts';
import { createRotatingFile } from './rotating-file.ts';
import { formatSignature, parseSignature } from './signature-line.ts';
import { unavailable } from './signing-log-error.ts';
import { listSigningLogFiles, signatureSuffix } from './signing-log-files.ts';

interface SignatureLogOptions {
  dataFolder: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** How long a process appends to one file, in milliseconds. Default: a day. */
  rotateAfter?: number;
}

const day = 86_400_000;
/** The longest window of a cap. */
const week = 7 * day;

/**
 * The signatures in the folder `ledger` of a data folder, in files of their own. They are kept for
 * ever: a sealed job may have a deadline in years. It touches no file before its first use.
 */
export function openSignatureLog({
  dataFolder,
  now,
  rotateAfter = day,
}: SignatureLogOptions): SignatureLog {
  const folder = join(dataFolder, 'ledger');
  let recent: CountedSignature[] = [];
  const index = createLineIndex<Signature>({
    files: () => listSigningLogFiles(folder, signatureSuffix),
    parse: parseSignature,
    namesOf: ({ parts }) => namesOfSwaps(parts.flatMap((part) => [part, ...part.retries])),
    onEntry: (signature) => {
      const counts = signature.parts.some(({ use }) => use !== undefined);
      if (!counts || signature.signedAt <= now() - week) return;
      const { bytes: _, ...counted } = signature;
      recent.push(counted);
    },
  });
  const file = createRotatingFile({ folder, suffix: signatureSuffix, now, rotateAfter });
  let appending: Promise<unknown> = Promise.resolve();

  const orUnavailable = <Result>(task: () => Promise<Result>): Promise<Result> =>
    task().catch((cause: unknown) => {
      throw unavailable(folder, cause);
    });

  return {
    record(signature) {
      const appended = appending.then(() =>
        orUnavailable(async () => {
          await file.append(readableLine(signature));
        }),
      );
      appending = appended.catch(() => undefined);
      return appended;
    },
    ofSwaps: (swaps) => orUnavailable(() => index.find(namesOfSwaps(swaps))),
    paymentsSince: (time) =>
      orUnavailable(async () => {
        await index.update();
        recent = recent.filter(({ signedAt }) => signedAt > now() - week);
        return recent.filter(({ signedAt }) => signedAt > time);
      }),
    async close() {
      await appending;
      await file.close();
    },
  };
}

/** A line that nobody can read would stop every later look-up. */
function readableLine(signature: Signature): string {
  const line = formatSignature(signature);
  if (parseSignature(line)) return line;
  throw new FerrymanError('INTERNAL', 'a signature is not one that the log can hold');
}
