import { FerrymanError } from '../../errors/ferryman-error.ts';

/** Translates a file system error. */
export function unavailable(path: string, cause: unknown): FerrymanError {
  if (cause instanceof FerrymanError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new FerrymanError(
    'SIGNING_LOG_UNAVAILABLE',
    `the signing log ${path} cannot be used: ${why}`,
    { cause },
  );
}

export function damaged(path: string, line: number): FerrymanError {
  return new FerrymanError(
    'SIGNING_LOG_DAMAGED',
    `line ${line} of the signing log ${path} is damaged`,
  );
}

/** The files only grow: where an entry was found, it has to be still. */
export function rewritten(path: string): FerrymanError {
  return new FerrymanError(
    'SIGNING_LOG_DAMAGED',
    `the signing log ${path} was rewritten since this process read it; restart the process once the file is as it was`,
  );
}
