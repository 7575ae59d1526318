import { accountBytesOf } from '../../core/registry/account-bytes.ts';
import type { Family } from '../../core/swap/chains.ts';
import { formatsOf } from '../../core/swap/chains.ts';
import type { Job } from '../../core/swap/job.ts';
import { isReceiver } from '../at-destination.ts';
import { sameAddress } from '../same-address.ts';
import type { Alias, Conventions } from './descriptor.ts';
import { type Path, resolvePath } from './path.ts';

/**
 * An account or a token as calldata writes it. `word`: 32 bytes, an address padded on the left.
 * `bytes`: of any length, the account's own bytes or the address's text in ASCII. `text`: the
 * address. Hex digits without 0x.
 */
export interface AccountValue {
  kind: 'word' | 'bytes' | 'text';
  value: string;
}

/** An account that calldata may name, in each form that contracts write it. */
interface Party {
  /** The account's bytes: hex digits without 0x. */
  bytes: readonly string[];
  isText(text: string): boolean;
}

const wordDigits = 64;
/** EIP-7528's address of a chain's native coin. */
const nativeAddress = 'e'.repeat(40);

/**
 * @param container.sole as in `resolvePath`
 * @throws {RangeError} if the arguments do not have what the path names
 */
export function accountValueOf(
  path: Path,
  args: readonly unknown[],
  { from, to, sole = false }: { from: string; to: string; sole?: boolean },
): AccountValue {
  switch (path.root) {
    case 'container':
      return word(path.member === 'from' ? from : to);
    case 'constant':
      return /^0x[0-9a-f]{40}$/i.test(path.value)
        ? word(path.value.slice(2).toLowerCase())
        : { kind: 'text', value: path.value };
    case 'arguments': {
      const value = resolvePath(path.steps, args, { sole });
      if (typeof value === 'bigint') return word(value.toString(16));
      const text = String(value);
      if (path.type === 'string') return { kind: 'text', value: text };
      const digits = text.slice(2).toLowerCase();
      return path.type === 'address' || path.type === 'bytes32'
        ? word(digits)
        : { kind: 'bytes', value: digits };
    }
  }
}

function word(digits: string): AccountValue {
  return { kind: 'word', value: digits.padStart(wordDigits, '0') };
}

export function names({ kind, value }: AccountValue, party: Party): boolean {
  switch (kind) {
    case 'text':
      return party.isText(value);
    case 'word':
      return party.bytes.some((digits) => digits.padStart(wordDigits, '0') === value);
    case 'bytes':
      return (
        party.bytes.some(
          (digits) => digits === value || digits.padStart(wordDigits, '0') === value,
        ) || party.isText(Buffer.from(value, 'hex').toString('latin1'))
      );
  }
}

/** What the contract means by an address with a meaning of its own. */
export function aliasOf(
  { kind, value }: AccountValue,
  { aliases }: Conventions,
): Alias | undefined {
  if (kind === 'text') return undefined;
  const account = value.length === wordDigits ? value.slice(24) : value;
  const isAccount = value.length === 40 || value.startsWith('0'.repeat(24));
  return isAccount ? aliases.get(account) : undefined;
}

/** Zeros and EIP-7528's address stand for the native coin everywhere: no token can have them. */
export function isNativeValue(token: AccountValue, conventions: Conventions): boolean {
  const alias = aliasOf(token, conventions);
  if (alias !== undefined) return alias === 'native';
  return (
    token.kind !== 'text' &&
    (/^(?:00)+$/.test(token.value) || token.value.replace(/^0{24}/, '') === nativeAddress)
  );
}

export function partyOf(family: Family, address: string): Party {
  return {
    bytes: formatsOf(family).accountBytes(address),
    isText: (text) => sameAddress(family, text, address),
  };
}

/** The job's receiver, on a chain of any family. */
export function receiverOf(job: Job): Party {
  return {
    bytes: accountBytesOf(job.to.family, job.receiver),
    isText: (text) => isReceiver(job, text),
  };
}
