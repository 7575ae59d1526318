import { isEnd, wantsPerson } from '../core/swap/swap.ts';
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
  timedOut: 7,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'done; of a swap that is waited for: settled',
  error: 'error',
  usage: 'usage',
  denied: 'denied by the guard, or by a limit on fees',
  awaitingPerson: 'waits for an approval, or for a deposit by hand',
  failedFundsSafe: 'ended without settling; the funds are safe',
  fundsUnknown:
    'a person must look: the swap may still pay, or it is not known where the funds are',
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
 * How a wait for a swap ended. Only a swap that has ended is called failed with its funds safe: a
 * script that reads that may pay again, and a swap that waits for a person may still pay. One that
 * goes on by itself was left at the time limit.
 */
export function exitCodeOfSwap({ state, fundsState, reason }: SwapAnswer): ExitCode {
  if (state === 'settled') return exitCodes.ok;
  if (state === 'awaiting_approval' || state === 'awaiting_deposit')
    return exitCodes.awaitingPerson;
  if (fundsState === 'unknown') return exitCodes.fundsUnknown;
  if (!isEnd(state) && !wantsPerson(state)) return exitCodes.timedOut;
  const safe = fundsState === 'untouched' || fundsState === 'returned';
  if (!safe) return exitCodes.fundsUnknown;
  if (reason?.code === 'GUARD_REJECTED') return exitCodes.denied;
  if (!isEnd(state)) return exitCodes.fundsUnknown;
  return reason?.code === 'FEE_TOO_HIGH' ? exitCodes.denied : exitCodes.failedFundsSafe;
}

/**
 * Whether a swap that was to be cancelled is: one that was paid instead has not done what was
 * asked.
 */
export function exitCodeOfCancel(swap: SwapAnswer): ExitCode {
  if (swap.state === 'cancelled') return exitCodes.ok;
  return swap.state === 'settled' ? exitCodes.error : exitCodeOfSwap(swap);
}
