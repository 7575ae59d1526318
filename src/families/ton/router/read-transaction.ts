import { ruleOfForeignMember } from '../../../router/foreign-member.ts';
import { hasValue } from '../../../router/has-value.ts';
import { malformed } from '../../../router/malformed.ts';
import { readBytes } from '../../../router/read-bytes.ts';
import { readUnsigned } from '../../../router/read-unsigned.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import { friendlyTonAddress, rawTonAddress, readTonAddress } from '../formats/address.ts';
import type { TonMessage, TonTransaction } from '../formats/transaction.ts';

/** Members of other families. `value` is ignored, because each message has its own amount. */
const otherFamiliesMembers = [
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
 * Reads all messages in their order. The adapter reads their bodies.
 * @throws `ROUTER_MALFORMED`
 */
export function readTonTransaction(wire: WireTransaction): TonTransaction {
  const other = otherFamiliesMembers.find((member) => hasValue(wire[member]));
  if (other !== undefined)
    throw malformed(`a TON transaction with the member ${other}`, ruleOfForeignMember(other));
  const messages = wire.tonMessages ?? [];
  if (messages.length === 0) throw malformed('a TON transaction without messages', 'N01');
  return { family: 'ton', messages: messages.map(readMessage) };
}

/** Extra currencies of a message, in the names of TON Connect and @ton/core. Not supported. */
const currencies = ['extraCurrency', 'extra_currency', 'extracurrency'];

function readMessage(
  wire: NonNullable<WireTransaction['tonMessages']>[number],
  index: number,
): TonMessage {
  const { address, amount, payload, stateInit } = wire;
  const member = (name: string): string => `tonMessages/${index}/${name}`;
  const currency = currencies.find((name) => hasValue(wire[name]));
  if (currency !== undefined) throw malformed(`${member(currency)} would send another currency`);
  return {
    address: readAddress(address, member('address')),
    value: readUnsigned(amount, member('amount')),
    ...readBoc('payload', payload, { member: member('payload'), rule: 'N07' }),
    ...readBoc('stateInit', stateInit, { member: member('stateInit'), rule: 'N06' }),
  };
}

/** Keeps the form, because a friendly address has the bounceable flag and a raw one does not. */
function readAddress(text: string, member: string): string {
  const address = readTonAddress(text);
  if (!address) throw malformed(`${member} is not a TON address`, 'N02');
  return address.form.kind === 'raw'
    ? rawTonAddress(address)
    : friendlyTonAddress(text, address.form);
}

function readBoc<Name extends 'payload' | 'stateInit'>(
  name: Name,
  given: unknown,
  { member, rule }: { member: string; rule: string },
): { [Key in Name]?: string } {
  if (!hasValue(given)) return {};
  if (typeof given !== 'string') throw malformed(`${member} is not a text`, rule);
  return { [name]: readBytes(given, member, rule).toString('base64') } as {
    [Key in Name]?: string;
  };
}
