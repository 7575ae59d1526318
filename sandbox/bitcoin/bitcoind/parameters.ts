import { Buffer } from 'node:buffer';
import { address as addresses } from 'bitcoinjs-lib';
import { NETWORK } from '../bitcoin-account.ts';
import {
  BitcoindError,
  INVALID_ADDRESS_OR_KEY,
  INVALID_PARAMETER,
  MISC_ERROR,
  TYPE_ERROR,
} from './bitcoind-error.ts';

export type Parameters = readonly unknown[];

/** A block hash or a transaction id. */
export function hashAt(parameters: Parameters, place: number, name: string): string {
  return hashOf(textAt(parameters, place, name), name);
}

export function hashOf(text: string, name: string): string {
  if (text.length !== 64) {
    throw new BitcoindError(
      INVALID_PARAMETER,
      `${name} must be of length 64 (not ${text.length}, for '${text}')`,
    );
  }
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new BitcoindError(
      INVALID_PARAMETER,
      `${name} must be hexadecimal string (not '${text}')`,
    );
  }
  return text.toLowerCase();
}

export function textAt(parameters: Parameters, place: number, name: string): string {
  const value = parameters[place];
  if (value === undefined) throw new BitcoindError(MISC_ERROR, `${name} is missing`);
  if (typeof value !== 'string') throw wrongType(value, 'string');
  return value;
}

export function numberAt(parameters: Parameters, place: number, name: string): number {
  const value = parameters[place];
  if (value === undefined || value === null)
    throw new BitcoindError(MISC_ERROR, `${name} is missing`);
  if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongType(value, 'number');
  return value;
}

export function isGiven(parameters: Parameters, place: number): boolean {
  return parameters[place] !== undefined && parameters[place] !== null;
}

export function wrongType(value: unknown, wanted: string): BitcoindError {
  const given = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return new BitcoindError(
    TYPE_ERROR,
    `JSON value of type ${given} is not of expected type ${wanted}`,
  );
}

/** The verbosity: a number, or true for 1 and false for 0 (src/rpc/util.cpp, `ParseVerbosity`). */
export function verbosityAt(parameters: Parameters, place: number, byDefault: number): number {
  const value = parameters[place];
  if (value === undefined || value === null) return byDefault;
  return typeof value === 'boolean' ? Number(value) : numberAt(parameters, place, 'verbosity');
}

/**
 * The scripts of descriptors, in hex: `addr(…)` and `raw(…)`, as text or as the `desc` of an
 * object.
 */
export function scriptsAt(parameters: Parameters, place: number): ReadonlySet<string> {
  const objects = parameters[place];
  if (objects === undefined) {
    throw new BitcoindError(MISC_ERROR, 'scanobjects argument is required for the start action');
  }
  if (!Array.isArray(objects)) throw wrongType(objects, 'array');
  return new Set(objects.map((object) => scriptOf(descriptorOf(object))));
}

function descriptorOf(object: unknown): string {
  if (typeof object === 'string') return object;
  const descriptor =
    typeof object === 'object' && object !== null && 'desc' in object ? object.desc : undefined;
  if (typeof descriptor === 'string') return descriptor;
  throw new BitcoindError(
    INVALID_PARAMETER,
    'Scan object needs to be either a string or an object',
  );
}

function scriptOf(descriptor: string): string {
  const [, kind, inner = ''] = /^(addr|raw)\(([^()]*)\)(?:#[a-z0-9]{8})?$/.exec(descriptor) ?? [];
  if (kind === 'raw' && /^(?:[0-9a-f]{2})+$/i.test(inner)) return inner.toLowerCase();
  if (kind !== 'addr') {
    throw new BitcoindError(
      INVALID_ADDRESS_OR_KEY,
      `'${descriptor}' is not a valid descriptor function`,
    );
  }
  try {
    return Buffer.from(addresses.toOutputScript(inner, NETWORK)).toString('hex');
  } catch {
    throw new BitcoindError(INVALID_ADDRESS_OR_KEY, 'Address is not valid');
  }
}
