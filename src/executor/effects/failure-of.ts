import type { Observation } from '../../core/decide/decision.ts';
import type { FerrymanError } from '../../errors/ferryman-error.ts';

/** What `decide` learns of an effect that failed. */
export function failureOf({
  code,
  message,
  next,
  retryAfter,
}: FerrymanError): Extract<Observation, { kind: 'failed' }> {
  return {
    kind: 'failed',
    reason: { code, message },
    next,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
