import { Address } from '@ton/core';
import type { TonMessage, TonTransaction } from '../core/transaction-object.ts';
import { isThere } from './is-there.ts';
import { malformed } from './malformed.ts';
import { readBytes } from './read-bytes.ts';
import { readUnsigned } from './read-unsigned.ts';
import type { WireTransaction } from './schemas.ts';

/** Members by which other chain families are executed. A `value` may stand beside: the messages say themselves what they send. */
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

/** Every message in its place. What is in their bodies the chain's adapter reads. @throws `ROUTER_MALFORMED` */
export function readTonTransaction(wire: WireTransaction): TonTransaction {
  const foreign = foreignMembers.find((member) => isThere(wire[member]));
  if (foreign !== undefined) throw malformed(`a transaction of TON with the member ${foreign}`);
  const messages = wire.tonMessages ?? [];
  if (messages.length === 0) throw malformed('a transaction of TON without messages');
  return { family: 'ton', messages: messages.map(readMessage) };
}

function readMessage(
  { address, amount, payload, stateInit }: NonNullable<WireTransaction['tonMessages']>[number],
  index: number,
): TonMessage {
  const member = (name: string): string => `tonMessages/${index}/${name}`;
  return {
    address: readAddress(address, member('address')),
    value: readUnsigned(amount, member('amount')),
    ...readBoc('payload', payload, member('payload')),
    ...readBoc('stateInit', stateInit, member('stateInit')),
  };
}

/** In the url-safe form with its own flags; a raw address, which has none, as bounceable. */
function readAddress(text: string, member: string): string {
  try {
    if (Address.isRaw(text)) return Address.parseRaw(text).toString();
    const { address, isBounceable: bounceable, isTestOnly: testOnly } = Address.parseFriendly(text);
    return address.toString({ bounceable, testOnly });
  } catch {
    // Another length, alphabet, checksum or tag.
    throw malformed(`${member} is no address of TON`);
  }
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
