import { knownChains } from '../core/registry/known-chains.ts';
import { chainRegistry, formatsOf, isNativeToken } from '../core/swap/chains.ts';
import { type Drawing, drawQr } from './draw-qr.ts';
import { labelled } from './labelled.ts';
import type { SwapAnswer } from './swap-answer.ts';

/**
 * Instructions for a manual deposit; `undefined` if the swap does not wait for one. The QR code
 * holds the address only (docs/decisions/092-qr-code-is-address.md) and is left out without
 * `drawing`. `now` is in milliseconds since the epoch, `width` in characters of a line.
 */
export function showDeposit(
  swap: SwapAnswer,
  { now, width }: { now: number; width: number },
  drawing?: Drawing,
): string | undefined {
  const { state, order, from, cancel } = swap;
  const deposit = order?.deposit;
  if (state !== 'awaiting_deposit' || deposit?.payBy === undefined) return undefined;
  if (cancel) return 'Do not pay: the swap is being cancelled.';
  const payBy = Date.parse(deposit.payBy);
  if (now >= payBy) {
    return `Do not pay any more: the time to pay ended at ${localTime(payBy)}. Ferryman still looks for a payment made in time.`;
  }
  const { chain, address, amount, memo } = deposit;
  const isToken = !isNative(chain, from.token);
  const instructions = labelled(
    [
      ['network', `${nameOf(chain)}, and no other`],
      ['amount', `${amount} ${from.symbol}`],
      ['', 'The full amount must arrive: add the fee of your wallet or exchange.'],
      // The token's address stands next to the deposit's: money sent to a token contract is lost.
      ['token', isToken ? `${from.token} is the token: do not pay to it` : undefined],
      ['pay to', address],
      ['memo', memo, 'whole'],
      ['', memo === undefined ? undefined : memoWarning(chain)],
      ['until', `${localTime(payBy)}, in ${timeLeft(payBy - now)}`],
      ['refunds', `go to ${swap.refundAddress}, from any payer`],
    ],
    width,
  );
  const code = drawing ? ['', ...drawAddress(deposit, drawing)] : [];
  return ['Pay once, from any wallet or exchange:', instructions, ...code].join('\n');
}

function drawAddress(
  { address, memo }: { address: string; memo?: string | undefined },
  drawing: Drawing,
): string[] {
  const code = drawQr(address, drawing);
  if (code === undefined) return ['The terminal is too narrow for a QR code of the address.'];
  const missing =
    memo === undefined ? 'The amount is not in it.' : 'Neither the amount nor the MEMO is in it.';
  return [`This code is the address and nothing else. ${missing}`, code];
}

function isNative(name: string, token: string): boolean {
  const chain = chainRegistry[name];
  return chain !== undefined && isNativeToken(chain, token);
}

/** Shows the title too, since an address of the same form is valid on many chains. */
function nameOf(name: string): string {
  const title = knownChains[name]?.title ?? name;
  return title.toUpperCase() === name ? title : `${title} (${name})`;
}

function memoWarning(chain: string): string {
  const family = chainRegistry[chain]?.family;
  const field = family === undefined ? 'memo' : formatsOf(family).memoField;
  return `MUST be in the ${field} of the transfer, letter by letter: a payment without it may be lost. Do not pay from a wallet or exchange that cannot send it.`;
}

const time = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'shortOffset',
});

/** Such as `2026-01-31 13:00:00 GMT+1`, in the time zone of this machine. */
function localTime(milliseconds: number): string {
  return time.format(milliseconds);
}

/** Rounded down: never shows more time than is left. */
function timeLeft(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.floor(seconds / 60)} minutes`;
}
