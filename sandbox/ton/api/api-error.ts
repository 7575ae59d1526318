import type { Refusal } from '../engine.ts';

/** An error answer of toncenter. The code is also the HTTP status. */
export class ApiError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

export const invalidParams = (message: string): ApiError => new ApiError(422, message);

export const methodNotFound = (): ApiError => new ApiError(404, 'Unknown method');

/** An error of the node behind toncenter. */
export const liteServerError = (message: string): ApiError =>
  new ApiError(500, `LITE_SERVER_UNKNOWN: ${message}`);

export const cannotApply = (message: string): ApiError =>
  liteServerError(`cannot apply external message to current state : ${message}`);

export const duplicateMessage = (): ApiError =>
  liteServerError('cannot send external message : duplicate message');

export const transactionNotFound = (): ApiError => new ApiError(500, 'Tx not found');

export const unknownBlock = (): ApiError =>
  new ApiError(500, 'LITE_SERVER_NOTREADY: ltdb: block not found');

const NO_STEPS = 0;

/**
 * The nodes' text (`ExtMessageQ::run_message_on_account`): the contract's exit code, 0 after no
 * steps if there is no contract, and its last steps.
 * @param account raw
 */
export function notAccepted(account: string, refusal: Refusal): ApiError {
  const prefix =
    'External message was not accepted: cannot run message on account: inbound external message rejected by';
  const id = account.slice(account.indexOf(':') + 1).toUpperCase();
  switch (refusal.kind) {
    case 'before-execution':
      return cannotApply(`${prefix} account ${id} before smart-contract execution`);
    case 'not-accepted': {
      const { exitCode, vmLog } = refusal;
      // Without a transaction the engine counts no steps, and its log has only the last ones.
      const steps =
        vmLog === ''
          ? NO_STEPS
          : vmLog.split('\n').filter((line) => line.includes('execute')).length;
      const log = vmLog === '' ? '' : `\nVM Log (truncated):\n...${vmLog}`;
      return cannotApply(
        `${prefix} transaction ${id}:\nexitcode=${exitCode}, steps=${steps}, gas_used=0${log}`,
      );
    }
  }
}
