import { parseAmount } from '../core/amounts/amounts.ts';
import type { Deposit } from '../core/deposits/deposit.ts';
import type { Job } from '../core/swap/job.ts';
import { isPrintable } from '../core/text/is-printable.ts';
import { requireNoControls } from './foreign-member.ts';
import { hasValue } from './has-value.ts';
import { malformed } from './malformed.ts';
import { readUnsigned } from './read-unsigned.ts';
import type { WireTransaction } from './schemas.ts';

/** Members that would execute something other than a plain payment to the address. */
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

/** Most bytes of an exchange's order number. */
const longestId = 256;
/** Most bytes of a memo; the chain's adapter checks what the chain accepts. */
const longestMemo = 1_024;

/**
 * Target and amount of a deposit (interface 2.5 and 4.9). Human units become base units by the
 * decimals that were stored with the job, and only exactly.
 * @throws `ROUTER_MALFORMED`
 */
export function readDeposit(wire: WireTransaction, { from }: Pick<Job, 'from'>): Deposit {
  requireNoControls(wire);
  const foreign = foreignMembers.find((member) => hasValue(wire[member]));
  if (foreign !== undefined) throw malformed(`a deposit must not have the member ${foreign}`);
  const amount = readAmount(wire.amountToSend ?? '', from.decimals);
  const value = readUnsigned(wire.value || '0', 'value');
  // Services write the native amount here too, or nothing.
  if (value !== 0n && value !== amount) throw malformed('value and amountToSend differ', 'D02');
  return {
    address: readText(wire.depositAddress, 'depositAddress', { longest: longestId, rule: 'D01' }),
    amount,
    ...readMemo(wire.extraFields),
    exchangeId: readText(wire.exchangeId, 'exchangeId', { longest: longestId, rule: 'D04' }),
  };
}

function readAmount(text: string, decimals: number): bigint {
  const parsed = parseAmount(text, decimals);
  if (parsed.ok) return parsed.baseUnits;
  throw malformed(
    `amountToSend cannot be sent exactly (${parsed.fault.replaceAll('_', ' ')})`,
    'D02',
  );
}

/** A payment without its memo is usually lost, so an unknown member makes the order unusable. */
function readMemo(extraFields: WireTransaction['extraFields']): Pick<Deposit, 'memo'> {
  const { name: _name, value, ...others } = extraFields ?? {};
  const other = Object.keys(others).find((member) => hasValue(others[member]));
  if (other !== undefined) throw malformed(`extraFields has the member ${other}`, 'D03');
  if (!hasValue(value)) return {};
  // Tags are numbers, and some services send them as such.
  const memo =
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? `${value}` : value;
  return { memo: readText(memo, 'extraFields/value', { longest: longestMemo, rule: 'D03' }) };
}

function readText(
  value: unknown,
  member: string,
  { longest, rule }: { longest: number; rule: string },
): string {
  if (typeof value !== 'string' || value === '') throw malformed(`${member} is not a string`, rule);
  if (Buffer.byteLength(value) > longest || !isPrintable(value)) {
    throw malformed(`${member} is too long, or not printable`, rule);
  }
  return value;
}
