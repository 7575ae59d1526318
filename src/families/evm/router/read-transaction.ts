import { getAddress, isHex } from 'viem';
import { maxBaseUnits } from '../../../core/amounts/amounts.ts';
import { ruleOfForeignMember } from '../../../router/foreign-member.ts';
import { hasValue } from '../../../router/has-value.ts';
import { malformed } from '../../../router/malformed.ts';
import { readUnsigned } from '../../../router/read-unsigned.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import { isEvmAddress } from '../formats/address.ts';
import type { EvmTransaction } from '../formats/transaction.ts';

/**
 * Members for other chain families: with them, `to` and `data` do not determine what would be
 * signed.
 */
const unexpectedMembers = [
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
  const unexpected = unexpectedMembers.find((member) => hasValue(wire[member]));
  if (unexpected !== undefined)
    throw malformed(
      `an EVM transaction has the member ${unexpected}`,
      ruleOfForeignMember(unexpected),
    );
  // EVM creates a contract if there is no receiver.
  if (!hasValue(wire.to)) throw malformed('an EVM transaction without to', 'E01');
  return {
    family: 'evm',
    to: readEvmAddress(wire.to ?? '', 'to'),
    data: readData(wire.data ?? ''),
    value: readValue(wire.value ?? ''),
  };
}

/** Returns the EIP-55 form. If the router writes mixed case, its checksum must be right. */
export function readEvmAddress(text: string, member: string): string {
  if (!isEvmAddress(text)) throw malformed(`${member} is not an address`, 'G05');
  return getAddress(text.toLowerCase());
}

function readData(text: string): string {
  if (text === '' || text === '0x') return '0x';
  if (!isHex(text) || text.length % 2 !== 0) throw malformed('data is not hexadecimal');
  return text.toLowerCase();
}

/** Decimal or hex with `0x` (the router uses both). An absent value is zero. */
function readValue(text: string): bigint {
  if (text === '' || text === '0x') return 0n;
  if (!text.startsWith('0x')) return readUnsigned(text, 'value');
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(text)) throw malformed('value is not a quantity', 'G04');
  const value = BigInt(text);
  if (value > maxBaseUnits) throw malformed('value is too large', 'G04');
  return value;
}
