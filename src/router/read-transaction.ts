import { getAddress, isAddress, isHex } from 'viem';
import { maxBaseUnits } from '../core/amounts.ts';
import { evmNativeToken } from '../core/chains.ts';
import type { TransactionObject } from '../core/transaction-object.ts';
import { malformed } from './malformed.ts';
import { readUnsigned } from './read-unsigned.ts';
import type { WireTransaction } from './schemas.ts';

/** Members by which other chain families are executed: beside `to` and `data` they leave open what would be signed. */
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
export function readTransaction(wire: WireTransaction): TransactionObject {
  const foreign = foreignMembers.find((member) => isThere(wire[member]));
  if (foreign !== undefined) throw malformed(`an EVM transaction with the member ${foreign}`);
  return {
    family: 'evm',
    to: readAddress(wire.to ?? '', 'to'),
    data: readData(wire.data ?? ''),
    value: readValue(wire.value ?? ''),
  };
}

/** The spender that a token has to be approved for; native coins need none, which services write in several ways. */
export function readSpender(wire: WireTransaction | null | undefined): { spender?: string } {
  const address = wire?.approvalAddress ?? '';
  return address === '' || address === evmNativeToken ? {} : { spender: readAddress(address, 'approvalAddress') };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** EIP-55 form; where the service writes mixed case, its checksum must hold. */
function readAddress(text: string, member: string): string {
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
