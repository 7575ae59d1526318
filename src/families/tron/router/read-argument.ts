import type { AbiParameter } from 'viem';
import type { FerrymanError } from '../../../errors/ferryman-error.ts';
import { malformed } from '../../../router/malformed.ts';
import { tronAccountOf } from '../formats/address.ts';

/**
 * Converts one argument to the form that an ABI coder takes. The router sends a bare value, or
 * `{type, value}` with the type of the signature, at any depth. Addresses are base58, or hex with
 * or without TRON's prefix. Numbers are text or exact JSON numbers.
 * @throws `ROUTER_MALFORMED`
 * @param at the argument's path, for the message
 */
export function readTronArgument(parameter: AbiParameter, given: unknown, at: string): unknown {
  const value = unwrap(parameter, given, at);
  const { type } = parameter;
  const list = /^(.*)\[(\d*)\]$/.exec(type);
  if (list) {
    const items = readList(value, at);
    if (list[2] !== '' && items.length !== Number(list[2]))
      throw unreadArgument(`${at} has ${items.length} elements`);
    const element = { ...parameter, type: list[1] ?? '' };
    return items.map((item, index) => readTronArgument(element, item, `${at}/${index}`));
  }
  if (type === 'tuple') return readTuple(parameter, value, at);
  if (type === 'address') return readAccount(value, at);
  if (type === 'bool') return readBoolean(value, at);
  if (/^u?int\d*$/.test(type)) return readInteger(value, at);
  if (/^bytes\d*$/.test(type)) return readBytes(value, at);
  if (type === 'string' && typeof value === 'string') return value;
  throw unreadArgument(`${at} is not of type ${type}`);
}

/**
 * The arguments are not those of their function.
 * @param rules that this breaks besides
 */
export function unreadArgument(message: string, ...rules: readonly string[]): FerrymanError {
  return malformed(message, ['G03', 'T02', ...rules].join());
}

function unwrap(parameter: AbiParameter, given: unknown, at: string): unknown {
  if (!isRecord(given)) return given;
  const { type, value, ...others } = given;
  if (typeof type !== 'string' || value === undefined || Object.keys(others).length > 0) {
    throw unreadArgument(`${at} is neither a value nor {type, value}`);
  }
  if (type !== parameter.type && type !== typeOf(parameter))
    throw unreadArgument(`${at} is not of the type ${type}`);
  return value;
}

/** Components are a bare list, in order and without names. */
function readTuple(parameter: AbiParameter, value: unknown, at: string): unknown[] {
  const components = componentsOf(parameter);
  const items = readList(value, at);
  if (items.length !== components.length)
    throw unreadArgument(`${at} has ${items.length} components`);
  return components.map((component, index) =>
    readTronArgument(component, items[index], `${at}/${index}`),
  );
}

function readList(value: unknown, at: string): unknown[] {
  if (!Array.isArray(value)) throw unreadArgument(`${at} is not a list`);
  return value;
}

function readAccount(value: unknown, at: string): string {
  if (typeof value === 'string') {
    const account = tronAccountOf(value);
    if (account !== undefined) return account;
    if (/^(?:0x|41|0x41)?[0-9a-fA-F]{40}$/.test(value))
      return `0x${value.slice(-40).toLowerCase()}`;
  }
  throw unreadArgument(`${at} is not an address`, 'G05');
}

function readBoolean(value: unknown, at: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw unreadArgument(`${at} is not a bool`);
}

function readInteger(value: unknown, at: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^(?:0|-?[1-9]\d{0,77}|0x[0-9a-fA-F]{1,64})$/.test(value))
    return BigInt(value);
  throw unreadArgument(`${at} is not an integer`, 'G04');
}

function readBytes(value: unknown, at: string): string {
  if (typeof value !== 'string' || !/^(?:0x)?(?:[0-9a-fA-F]{2})*$/.test(value))
    throw unreadArgument(`${at} is not hexadecimal`);
  return `0x${value.replace(/^0x/, '')}`;
}

/** The type with its components, as in a signature. */
function typeOf(parameter: AbiParameter): string {
  if (!parameter.type.startsWith('tuple')) return parameter.type;
  return `(${componentsOf(parameter).map(typeOf).join()})${parameter.type.slice('tuple'.length)}`;
}

function componentsOf(parameter: AbiParameter): readonly AbiParameter[] {
  return 'components' in parameter ? parameter.components : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
