import { FerrymanError } from '../errors/ferryman-error.ts';

/** Throws again what was thrown of a treasury rule, which is a member of the request. */
export function ruleInRequest(cause: unknown): never {
  if (!(cause instanceof FerrymanError) || cause.code !== 'INVALID_RULE') throw cause;
  const faults = cause.faults.map(({ pointer, message }) => ({
    pointer: `/rule${pointer}`,
    message,
  }));
  throw new FerrymanError('INVALID_RULE', cause.message, { cause, faults });
}
