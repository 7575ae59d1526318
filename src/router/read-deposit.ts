import { parseAmount } from '../core/amounts/amounts.ts';
import type { Deposit } from '../core/deposits/deposit.ts';
import type { Job } from '../core/swap/job.ts';
import { isPrintable } from '../core/text/is-printable.ts';
import { isThere } from './is-there.ts';
import { malformed } from './malformed.ts';
import { readUnsigned } from './read-unsigned.ts';
import type { WireTransaction } from './schemas.ts';

/** Members by which something else would be executed than a plain payment to the address. */
const foreignMembers = [
  'to',
  'data',
  'tonMessages',
  'psbt',
  'signInputs',
  'signature',
  'rawParameter',
  'arguments',
  'callValue',
  'transaction',
] as const;

/** An exchange's order number, about. */
const longestId = 256;
/** Bytes; what a chain takes is for the chain's adapter to say. */
const longestMemo = 1_024;

/**
 * Where a deposit goes and how much of it (interface 2.5 and 4.9). Human units become base units by
 * the decimals that were frozen with the job, and only exactly. @throws `ROUTER_MALFORMED`
 */
export function readDeposit(wire: WireTransaction, { from }: Pick<Job, 'from'>): Deposit {
  const foreign = foreignMembers.find((member) => isThere(wire[member]));
  if (foreign !== undefined) throw malformed(`a deposit with the member ${foreign}`);
  const amount = readAmount(wire.amountToSend ?? '', from.decimals);
  const value = readUnsigned(wire.value || '0', 'value');
  // Services write the native amount there as well, or nothing.
  if (value !== 0n && value !== amount) throw malformed('value and amountToSend are not the same');
  return {
    address: readText(wire.depositAddress, 'depositAddress', longestId),
    amount,
    ...readMemo(wire.extraFields),
    exchangeId: readText(wire.exchangeId, 'exchangeId', longestId),
  };
}

function readAmount(text: string, decimals: number): bigint {
  const parsed = parseAmount(text, decimals);
  if (parsed.ok) return parsed.baseUnits;
  throw malformed(`amountToSend cannot be sent exactly (${parsed.fault.replaceAll('_', ' ')})`);
}

/**
 * A payment without its memo is mostly lost: what may be one and is not understood makes the order
 * unusable.
 */
function readMemo(extraFields: WireTransaction['extraFields']): Pick<Deposit, 'memo'> {
  const { name: _name, value, ...others } = extraFields ?? {};
  const other = Object.keys(others).find((member) => isThere(others[member]));
  if (other !== undefined) throw malformed(`extraFields has the member ${other}`);
  if (!isThere(value)) return {};
  // Tags are numbers, and some write them so.
  const memo =
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? `${value}` : value;
  return { memo: readText(memo, 'extraFields/value', longestMemo) };
}

function readText(value: unknown, member: string, longest: number): string {
  if (typeof value !== 'string' || value === '') throw malformed(`${member} is no text`);
  if (Buffer.byteLength(value) > longest || !isPrintable(value)) {
    throw malformed(`${member} is too long, or not printable`);
  }
  return value;
}
