import { isThere } from '../../../router/is-there.ts';
import { malformed } from '../../../router/malformed.ts';
import { readBytes } from '../../../router/read-bytes.ts';
import { readUnsigned } from '../../../router/read-unsigned.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import { friendlyTonAddress, rawTonAddress, readTonAddress } from '../formats/address.ts';
import type { TonMessage, TonTransaction } from '../formats/transaction.ts';

/**
 * Members by which other chain families are executed. A `value` may stand beside: the messages say
 * themselves what they send.
 */
const foreignMembers = [
  'to',
  'data',
  'psbt',
  'signInputs',
  'signature',
  'rawParameter',
  'arguments',
  'callValue',
  'feeLimit',
  'depositAddress',
];

/**
 * Every message in its place. What is in their bodies the chain's adapter reads. @throws
 * `ROUTER_MALFORMED`
 */
export function readTonTransaction(wire: WireTransaction): TonTransaction {
  const foreign = foreignMembers.find((member) => isThere(wire[member]));
  if (foreign !== undefined) throw malformed(`a transaction of TON with the member ${foreign}`);
  const messages = wire.tonMessages ?? [];
  if (messages.length === 0) throw malformed('a transaction of TON without messages');
  return { family: 'ton', messages: messages.map(readMessage) };
}

/**
 * Other currencies that a message would take along, as TON Connect and @ton/core name them: nothing
 * here sends any.
 */
const currencies = ['extraCurrency', 'extra_currency', 'extracurrency'];

function readMessage(
  wire: NonNullable<WireTransaction['tonMessages']>[number],
  index: number,
): TonMessage {
  const { address, amount, payload, stateInit } = wire;
  const member = (name: string): string => `tonMessages/${index}/${name}`;
  const currency = currencies.find((name) => isThere(wire[name]));
  if (currency !== undefined) throw malformed(`${member(currency)} would send another currency`);
  return {
    address: readAddress(address, member('address')),
    value: readUnsigned(amount, member('amount')),
    ...readBoc('payload', payload, member('payload')),
    ...readBoc('stateInit', stateInit, member('stateInit')),
  };
}

/**
 * As it was written, in one alphabet: the form for people says whether a message bounces, and the
 * raw one says nothing.
 */
function readAddress(text: string, member: string): string {
  const address = readTonAddress(text);
  if (!address) throw malformed(`${member} is no address of TON`);
  return address.form.kind === 'raw'
    ? rawTonAddress(address)
    : friendlyTonAddress(text, address.form);
}

function readBoc<Name extends 'payload' | 'stateInit'>(
  name: Name,
  given: unknown,
  member: string,
): { [Key in Name]?: string } {
  if (!isThere(given)) return {};
  if (typeof given !== 'string') throw malformed(`${member} is no text`);
  return { [name]: readBytes(given, member).toString('base64') } as { [Key in Name]?: string };
}
