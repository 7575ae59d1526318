import { getAddress, isAddress, isHex } from 'viem';
import { maxBaseUnits } from '../../../core/amounts/amounts.ts';
import { isThere } from '../../../router/is-there.ts';
import { malformed } from '../../../router/malformed.ts';
import { readUnsigned } from '../../../router/read-unsigned.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import type { EvmTransaction } from '../formats/transaction.ts';

/**
 * Members by which other chain families are executed: beside `to` and `data` they leave open what
 * would be signed.
 */
const foreignMembers = [
  'tonMessages',
  'psbt',
  'signInputs',
  'signature',
  'rawParameter',
  'callValue',
  'depositAddress',
];

/** @throws `ROUTER_MALFORMED` */
export function readEvmTransaction(wire: WireTransaction): EvmTransaction {
  const foreign = foreignMembers.find((member) => isThere(wire[member]));
  if (foreign !== undefined) throw malformed(`an EVM transaction with the member ${foreign}`);
  return {
    family: 'evm',
    to: readEvmAddress(wire.to ?? '', 'to'),
    data: readData(wire.data ?? ''),
    value: readValue(wire.value ?? ''),
  };
}

/** EIP-55 form; where the service writes mixed case, its checksum must hold. */
export function readEvmAddress(text: string, member: string): string {
  if (!isAddress(text)) throw malformed(`${member} is no address`);
  return getAddress(text);
}

function readData(text: string): string {
  if (text === '' || text === '0x') return '0x';
  if (!isHex(text) || text.length % 2 !== 0) throw malformed('data is no hex');
  return text.toLowerCase();
}

/** Decimal or 0x (both occur); an absent value is zero. */
function readValue(text: string): bigint {
  if (text === '' || text === '0x') return 0n;
  if (!text.startsWith('0x')) return readUnsigned(text, 'value');
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(text)) throw malformed('value is no quantity');
  const value = BigInt(text);
  if (value > maxBaseUnits) throw malformed('value is too large');
  return value;
}
