import { encodeBase58 } from '../../shared/formats/base58.ts';
import type { Account } from './answers.ts';
import { littleEndian } from './compute-budget.ts';
import { isTokenProgram, token2022Program } from './programs.ts';

/*
 * Accounts of the token programs (spl.solana.com, token and token-2022, state). In Token-2022, the
 * extensions of accounts and of mints start after 165 bytes and one byte with the account type.
 */

const mintLength = 82;
const accountLength = 165;
const isMintByte = 1;
const isAccountByte = 2;

export interface TokenAccount {
  mint: string;
  owner: string;
  amount: bigint;
  delegate: string | undefined;
  delegatedAmount: bigint;
  closeAuthority: string | undefined;
}

export interface Mint {
  program: string;
  decimals: number;
  /** In the account's order. A type may occur more than once. */
  extensions: readonly { type: number; data: Uint8Array }[];
}

/** `undefined` unless it is an initialized token account. */
export function parseTokenAccount(account: Account | undefined): TokenAccount | undefined {
  if (!account || !isTokenProgram(account.owner)) return undefined;
  const { data } = account;
  const isExtended =
    account.owner === token2022Program &&
    data.length > accountLength &&
    data[165] === isAccountByte;
  if ((data.length !== accountLength && !isExtended) || data[108] === 0) return undefined;
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: littleEndian(data.subarray(64, 72)),
    delegate: optionalAddressAt(data, 72),
    delegatedAmount: littleEndian(data.subarray(121, 129)),
    closeAuthority: optionalAddressAt(data, 129),
  };
}

/** `undefined` unless it is an initialized mint. */
export function parseMint(account: Account | undefined): Mint | undefined {
  if (!account || !isTokenProgram(account.owner)) return undefined;
  const { data, owner } = account;
  const isExtended =
    owner === token2022Program && data.length > accountLength && data[165] === isMintByte;
  if ((data.length !== mintLength && !isExtended) || data[45] !== 1) return undefined;
  return {
    program: owner,
    decimals: data[44] ?? 0,
    extensions: isExtended ? extensionsOf(data) : [],
  };
}

/** The maximum transfer fee in basis points: the higher of a mint's current and next fee. */
export function transferFeeBps({ extensions }: Mint): number {
  const bps = extensions.flatMap(({ type, data }) =>
    type === 1
      ? [Number(littleEndian(data.subarray(88, 90))), Number(littleEndian(data.subarray(106, 108)))]
      : [],
  );
  return Math.max(0, ...bps);
}

/** Type 0 is padding. A truncated extension gets the unknown type -1. */
function extensionsOf(data: Uint8Array): Mint['extensions'] {
  const found: { type: number; data: Uint8Array }[] = [];
  let offset = 166;
  while (offset + 4 <= data.length) {
    const type = Number(littleEndian(data.subarray(offset, offset + 2)));
    const length = Number(littleEndian(data.subarray(offset + 2, offset + 4)));
    if (type === 0) break;
    const end = offset + 4 + length;
    found.push(
      end > data.length
        ? { type: -1, data: new Uint8Array() }
        : { type, data: data.subarray(offset + 4, end) },
    );
    offset = end;
  }
  return found;
}

export function addressAt(data: Uint8Array, offset: number): string {
  return encodeBase58(data.subarray(offset, offset + 32));
}

function optionalAddressAt(data: Uint8Array, offset: number): string | undefined {
  return littleEndian(data.subarray(offset, offset + 4)) === 0n
    ? undefined
    : addressAt(data, offset + 4);
}
