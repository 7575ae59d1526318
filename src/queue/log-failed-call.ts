import type { Logger } from 'pino';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import { isStoreDown } from '../errors/outage-log.ts';

/** A store that is down is an outage, not a fault of one swap. */
export function logFailedCall(logger: Logger, data: object | undefined, cause: unknown): void {
  const { code, message } = toFerrymanError(cause);
  const level = isStoreDown(cause) ? 'debug' : 'error';
  logger[level]({ ...data, code, reason: message }, 'dispatch failed; the sweep retries it');
}
