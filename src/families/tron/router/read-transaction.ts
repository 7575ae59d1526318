import {
  type AbiFunction,
  type AbiParameter,
  encodeAbiParameters,
  type Hex,
  parseAbiItem,
  toFunctionSelector,
  toFunctionSignature,
} from 'viem';
import { isThere } from '../../../router/is-there.ts';
import { malformed } from '../../../router/malformed.ts';
import { readUnsigned } from '../../../router/read-unsigned.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import { tronAccountOf } from '../formats/address.ts';
import type { TronTransaction } from '../formats/transaction.ts';
import { readTronArgument } from './read-argument.ts';

/**
 * Members by which other chain families are executed, and such that would reach the transaction
 * through a library's options: TRC-10 tokens sent along, another permission.
 */
const foreignMembers = [
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

/**
 * A call of a contract: a function by its signature, with the arguments in the open, encoded, or
 * both ways the same. `feeLimit` has to be a number and is a hint only. @throws `ROUTER_MALFORMED`
 */
export function readTronTransaction(wire: WireTransaction): TronTransaction {
  const foreign = foreignMembers.find((member) => isThere(wire[member]));
  if (foreign !== undefined) throw malformed(`a transaction of TRON with the member ${foreign}`);
  const value = readSun(wire.callValue, 'callValue');
  if (isThere(wire.value) && readSun(wire.value, 'value') !== value) {
    throw malformed('value and callValue are not the same');
  }
  readSun(wire.feeLimit, 'feeLimit');
  return { family: 'tron', to: readTronAddress(wire.to ?? '', 'to'), data: readCall(wire), value };
}

export function readTronAddress(text: string, member: string): string {
  if (tronAccountOf(text) === undefined) throw malformed(`${member} is no address of TRON`);
  return text;
}

function readCall(wire: WireTransaction): Hex {
  const signature = wire.signature ?? '';
  const item = readSignature(signature);
  const encoded = isThere(wire.rawParameter) ? readHex(wire.rawParameter ?? '') : undefined;
  const given = isThere(wire.arguments) ? encode(item.inputs, wire.arguments ?? []) : undefined;
  if (encoded !== undefined && given !== undefined && encoded !== given) {
    throw malformed('rawParameter and arguments are not the same');
  }
  const parameters = encoded ?? given ?? encode(item.inputs, []);
  return `${toFunctionSelector(item)}${parameters.slice(2)}`;
}

/**
 * In the form whose hash is the selector, and in no other: what a service writes and what is called
 * must be one function.
 */
function readSignature(signature: string): AbiFunction {
  if (!/^[A-Za-z_$][\w$]*\([\w(),[\]]*\)$/.test(signature))
    throw malformed('signature is no function');
  let item: AbiFunction;
  try {
    item = parseAbiItem(`function ${signature}`) as AbiFunction;
  } catch {
    // Types that do not exist, brackets that do not close.
    throw malformed('signature is no function');
  }
  if (toFunctionSignature(item) !== signature) throw malformed('signature is not canonical');
  return item;
}

function encode(inputs: readonly AbiParameter[], given: readonly unknown[]): Hex {
  if (given.length !== inputs.length)
    throw malformed(`${given.length} arguments for ${inputs.length} parameters`);
  const values = inputs.map((input, index) =>
    readTronArgument(input, given[index], `arguments/${index}`),
  );
  try {
    return encodeAbiParameters(inputs, values).toLowerCase() as Hex;
  } catch {
    // A number that is too large for its type, bytes of another length.
    throw malformed('arguments do not fit the signature');
  }
}

function readHex(text: string): Hex {
  const digits = text.replace(/^0x/, '');
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(digits)) throw malformed('rawParameter is no hex');
  return `0x${digits.toLowerCase()}`;
}

/** Sun; absent is none. */
function readSun(member: string | number | null | undefined, name: string): bigint {
  const text = `${member ?? ''}`;
  return text === '' ? 0n : readUnsigned(text, name);
}
