import {
  type AbiFunction,
  type AbiParameter,
  encodeAbiParameters,
  type Hex,
  parseAbiItem,
  toFunctionSelector,
  toFunctionSignature,
} from 'viem';
import { ruleOfForeignMember } from '../../../router/foreign-member.ts';
import { hasValue } from '../../../router/has-value.ts';
import { malformed } from '../../../router/malformed.ts';
import { readUnsigned } from '../../../router/read-unsigned.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import { tronAccountOf } from '../formats/address.ts';
import type { TronTransaction } from '../formats/transaction.ts';
import { readTronArgument, unreadArgument } from './read-argument.ts';

/**
 * Members for other chain families, and members that would change the transaction through a
 * library's options: TRC-10 tokens, another permission.
 */
const unexpectedMembers = [
  'data',
  'tonMessages',
  'psbt',
  'signInputs',
  'depositAddress',
  'tokenId',
  'token_id',
  'tokenValue',
  'callTokenValue',
  'call_token_value',
  'permissionId',
  'Permission_id',
];

/** The rules of a signature that names no function. */
const unnamedCall = 'G03,T03';

/**
 * Reads a contract call: a function signature, with arguments that are plain, encoded, or both and
 * equal. `feeLimit` must be a number and is only a hint.
 * @throws `ROUTER_MALFORMED`
 */
export function readTronTransaction(wire: WireTransaction): TronTransaction {
  const unexpected = unexpectedMembers.find((member) => hasValue(wire[member]));
  if (unexpected !== undefined)
    throw malformed(
      `a TRON transaction has the member ${unexpected}`,
      ruleOfForeignMember(unexpected),
    );
  const value = readSun(wire.callValue, 'callValue');
  if (hasValue(wire.value) && readSun(wire.value, 'value') !== value) {
    throw malformed('value and callValue differ', 'T05');
  }
  readSun(wire.feeLimit, 'feeLimit');
  return { family: 'tron', to: readTronAddress(wire.to ?? '', 'to'), data: readCall(wire), value };
}

export function readTronAddress(text: string, member: string): string {
  if (tronAccountOf(text) === undefined) throw malformed(`${member} is not a TRON address`, 'G05');
  return text;
}

function readCall(wire: WireTransaction): Hex {
  const signature = wire.signature ?? '';
  const item = readSignature(signature);
  const encoded = hasValue(wire.rawParameter) ? readHex(wire.rawParameter ?? '') : undefined;
  const given = hasValue(wire.arguments) ? encode(item.inputs, wire.arguments ?? []) : undefined;
  if (encoded !== undefined && given !== undefined && encoded !== given) {
    throw malformed('rawParameter and arguments differ', 'T02');
  }
  const parameters = encoded ?? given ?? encode(item.inputs, []);
  return `${toFunctionSelector(item)}${parameters.slice(2)}`;
}

/**
 * Accepts only the canonical form, whose hash is the selector: the named function must be the
 * called one.
 */
function readSignature(signature: string): AbiFunction {
  if (!/^[A-Za-z_$][\w$]*\([\w(),[\]]*\)$/.test(signature))
    throw malformed('signature is not a function', unnamedCall);
  let item: AbiFunction;
  try {
    item = parseAbiItem(`function ${signature}`) as AbiFunction;
  } catch {
    // Unknown types or unbalanced brackets.
    throw malformed('signature is not a function', unnamedCall);
  }
  if (toFunctionSignature(item) !== signature)
    throw malformed('signature is not canonical', unnamedCall);
  return item;
}

function encode(inputs: readonly AbiParameter[], given: readonly unknown[]): Hex {
  if (given.length !== inputs.length)
    throw unreadArgument(`${given.length} arguments for ${inputs.length} parameters`);
  const values = inputs.map((input, index) =>
    readTronArgument(input, given[index], `arguments/${index}`),
  );
  try {
    return encodeAbiParameters(inputs, values).toLowerCase() as Hex;
  } catch {
    // A number too large for its type, or bytes of the wrong length.
    throw unreadArgument('arguments do not fit the signature');
  }
}

function readHex(text: string): Hex {
  const digits = text.replace(/^0x/, '');
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(digits))
    throw unreadArgument('rawParameter is not hexadecimal');
  return `0x${digits.toLowerCase()}`;
}

/** Sun. Absent means zero. */
function readSun(member: string | number | null | undefined, name: string): bigint {
  const text = `${member ?? ''}`;
  return text === '' ? 0n : readUnsigned(text, name);
}
