import { encodeBase58 } from '../../shared/formats/base58.ts';
import type { Account } from './answers.ts';
import { littleEndian } from './compute-budget.ts';
import { isTokenProgram, token2022Program } from './programs.ts';

/*
 * Accounts of the token programs (spl.solana.com, token and token-2022, state). Token-2022 puts its
 * extensions behind the 165 bytes of an account, of a mint too, and says in the byte between which
 * of the two it is.
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
  /** By type; more than once where the account has it so. */
  extensions: readonly { type: number; data: Uint8Array }[];
}

/** Nothing where it is no token account that has been initialized. */
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

/** Nothing where it is no mint that has been initialized. */
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

/**
 * What a transfer costs at most, in basis points of the amount: the dearer of the two fees that a
 * mint may have set.
 */
export function transferFeeBps({ extensions }: Mint): number {
  const bps = extensions.flatMap(({ type, data }) =>
    type === 1
      ? [Number(littleEndian(data.subarray(88, 90))), Number(littleEndian(data.subarray(106, 108)))]
      : [],
  );
  return Math.max(0, ...bps);
}

/**
 * A type of zero is padding; what does not fit into the account is given the type -1, which nobody
 * knows.
 */
function extensionsOf(data: Uint8Array): Mint['extensions'] {
  const found: { type: number; data: Uint8Array }[] = [];
  let place = 166;
  while (place + 4 <= data.length) {
    const type = Number(littleEndian(data.subarray(place, place + 2)));
    const length = Number(littleEndian(data.subarray(place + 2, place + 4)));
    if (type === 0) break;
    const end = place + 4 + length;
    found.push(
      end > data.length
        ? { type: -1, data: new Uint8Array() }
        : { type, data: data.subarray(place + 4, end) },
    );
    place = end;
  }
  return found;
}

export function addressAt(data: Uint8Array, place: number): string {
  return encodeBase58(data.subarray(place, place + 32));
}

function optionalAddressAt(data: Uint8Array, place: number): string | undefined {
  return littleEndian(data.subarray(place, place + 4)) === 0n
    ? undefined
    : addressAt(data, place + 4);
}
