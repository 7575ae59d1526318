import { courseOf } from '../core/swap/course.ts';
import { isEnd } from '../core/swap/swap.ts';
import type { FerrymanError } from '../errors/ferryman-error.ts';
import type { SwapAnswer } from './swap-answer.ts';

/** Exit codes of the commands, for the scripts that call them. */
export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  denied: 3,
  awaitingPerson: 4,
  failedFundsSafe: 5,
  fundsUnknown: 6,
  timedOut: 7,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'done; after a wait for a swap: settled',
  error: 'error',
  usage: 'usage',
  denied: 'denied by the guard, or by a limit on fees',
  awaitingPerson: 'waits for an approval, or for a manual deposit',
  failedFundsSafe: 'ended without settling; the funds are safe',
  fundsUnknown:
    'needs a person: the swap may still pay, or Ferryman does not know where the funds are',
  timedOut: 'timed out while the swap goes on',
  interrupted: 'interrupted, such as by Ctrl-C',
};

/** For `--help`. */
export const exitCodeHelp = [
  'Exit codes:',
  ...Object.entries(exitCodes).map(
    ([name, code]) => `  ${code}`.padEnd(7) + meanings[name as keyof typeof exitCodes],
  ),
].join('\n');

/** Error codes that mean a wrong command line. */
const usageCodes: ReadonlySet<string> = new Set([
  'INVALID_JOB',
  'USAGE',
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
 * How a wait for a swap ended. `failedFundsSafe` is for terminal states only: a script may pay
 * again after it, and a swap that waits for a person may still pay. A swap that goes on by itself
 * has reached the time limit.
 */
export function exitCodeOfSwap({ state, fundsState, reason }: SwapAnswer): ExitCode {
  if (state === 'settled') return exitCodes.ok;
  if (state === 'awaiting_approval' || state === 'awaiting_deposit')
    return exitCodes.awaitingPerson;
  if (fundsState === 'unknown') return exitCodes.fundsUnknown;
  if (courseOf(state) === 'goes_on') return exitCodes.timedOut;
  const safe = fundsState === 'untouched' || fundsState === 'returned';
  if (!safe) return exitCodes.fundsUnknown;
  if (reason?.code === 'GUARD_REJECTED') return exitCodes.denied;
  if (!isEnd(state)) return exitCodes.fundsUnknown;
  return reason?.code === 'FEE_TOO_HIGH' ? exitCodes.denied : exitCodes.failedFundsSafe;
}

/** How a requested cancellation ended. A settled swap is an error: it was not cancelled. */
export function exitCodeOfCancel(swap: SwapAnswer): ExitCode {
  if (swap.state === 'cancelled') return exitCodes.ok;
  return swap.state === 'settled' ? exitCodes.error : exitCodeOfSwap(swap);
}
