import { isEnd } from '../core/swap.ts';
import type { FerrymanError } from '../errors/ferryman-error.ts';
import type { SwapAnswer } from './swap-answer.ts';

/** What a command's end says to the script that called it. */
export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  denied: 3,
  awaitingPerson: 4,
  failedFundsSafe: 5,
  fundsUnknown: 6,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Codes that blame what was typed. */
const usageCodes: ReadonlySet<string> = new Set([
  'INVALID_JOB',
  'INVALID_REQUEST',
  'INPUT_NEEDED',
  'UNKNOWN_CHAIN',
  'UNKNOWN_TOKEN',
  'UNKNOWN_WALLET',
  'WALLET_NAME_INVALID',
  'KEY_INVALID',
  'KEYSTORE_PASSWORD_UNFIT',
  'WALLET_OF_OTHER_NETWORK',
]);

export function exitCodeOfError(error: FerrymanError): ExitCode {
  if (error.code === 'GUARD_REJECTED' || error.code === 'FEE_TOO_HIGH') return exitCodes.denied;
  return usageCodes.has(error.code) ? exitCodes.usage : exitCodes.error;
}

/**
 * Where a swap that is waited for has come to. Only one that has ended is called failed with its funds safe: whoever reads that may pay
 * again, and one that waits for a person may still pay.
 */
export function exitCodeOfSwap({ state, fundsState, reason }: SwapAnswer): ExitCode {
  if (state === 'settled') return exitCodes.ok;
  if (state === 'awaiting_approval' || state === 'awaiting_deposit') return exitCodes.awaitingPerson;
  const safe = fundsState === 'untouched' || fundsState === 'returned';
  if (!safe) return exitCodes.fundsUnknown;
  if (reason?.code === 'GUARD_REJECTED') return exitCodes.denied;
  if (!isEnd(state)) return exitCodes.fundsUnknown;
  return reason?.code === 'FEE_TOO_HIGH' ? exitCodes.denied : exitCodes.failedFundsSafe;
}

/** Whether a swap that was to be cancelled is: one that was paid instead has not done what was asked. */
export function exitCodeOfCancel(swap: SwapAnswer): ExitCode {
  if (swap.state === 'cancelled') return exitCodes.ok;
  return swap.state === 'settled' ? exitCodes.error : exitCodeOfSwap(swap);
}
