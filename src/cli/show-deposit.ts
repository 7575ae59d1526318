import { knownChains } from '../core/registry/known-chains.ts';
import { chainRegistry, formatsOf, isNativeToken } from '../core/swap/chains.ts';
import { type Drawing, drawQr } from './draw-qr.ts';
import { labelled } from './labelled.ts';
import type { SwapAnswer } from './swap-answer.ts';

/**
 * Where and how somebody pays a swap's deposit by hand, while that is waited for; `undefined` where
 * it is not. The code has the address and nothing else in it, and says so: see
 * docs/decisions/092-qr-code-is-address.md. `now` is in milliseconds since the epoch; nothing is
 * drawn without `drawing`.
 */
export function showDeposit(swap: SwapAnswer, now: number, drawing?: Drawing): string | undefined {
  const { state, order, from, cancel } = swap;
  const deposit = order?.deposit;
  if (state !== 'awaiting_deposit' || deposit?.payBy === undefined) return undefined;
  if (cancel) return 'Do not pay: the swap is to be cancelled.';
  const payBy = Date.parse(deposit.payBy);
  if (now >= payBy) {
    return `Do not pay any more: that was to be done until ${localTime(payBy)}. A payment that was made in time is still looked for.`;
  }
  const { chain, address, amount, memo } = deposit;
  const isToken = !isNative(chain, from.token);
  const instructions = labelled([
    ['network', `${nameOf(chain)}, and no other`],
    ['amount', `${amount} ${from.symbol}`],
    [
      '',
      'Exactly so much has to arrive: what a wallet or an exchange takes for sending it comes on top.',
    ],
    // Two addresses beside one another: whoever pays to a token's own never sees that again.
    ['token', isToken ? `${from.token} is the token, and not where to pay` : undefined],
    ['pay to', address],
    ['memo', memo],
    ['', memo === undefined ? undefined : memoWarning(chain)],
    ['until', `${localTime(payBy)}, in ${timeLeft(payBy - now)}`],
    ['refunds', `go to ${swap.refundAddress}, whoever pays`],
  ]);
  const code = drawing ? ['', ...drawAddress(deposit, drawing)] : [];
  return ['Pay by hand, once, from any wallet or exchange:', instructions, ...code].join('\n');
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

/** With its title, since addresses of one form are good on many chains. */
function nameOf(name: string): string {
  const title = knownChains[name]?.title ?? name;
  return title.toUpperCase() === name ? title : `${title} (${name})`;
}

function memoWarning(chain: string): string {
  const family = chainRegistry[chain]?.family;
  const place = family === undefined ? 'memo' : formatsOf(family).memoField;
  return `MUST be in the ${place} of the transfer, letter by letter: a payment without it may be lost. Where it cannot be given, do not pay from there.`;
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

/** Rounded down: who has less time than was said is late. */
function timeLeft(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.floor(seconds / 60)} minutes`;
}
