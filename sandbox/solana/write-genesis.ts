import { PublicKey, SystemProgram } from '@solana/web3.js';
import type { Engine } from './engine.ts';
import { TOKEN_PROGRAM } from './programs.ts';
import { SOL, type SolanaToken, USDC, USDT, WSOL } from './solana-catalogue.ts';
import { associatedTokenAddress, MINT_BYTES, TOKEN_ACCOUNT_BYTES } from './token-account.ts';

/** An initial balance. */
export interface Endowment {
  readonly owner: PublicKey;
  readonly token: SolanaToken;
  /** In base units. */
  readonly amount: bigint;
}

interface Genesis {
  /** The account that may mint the tokens. */
  readonly mintAuthority: PublicKey;
  readonly endowments: readonly Endowment[];
  readonly lookupTable: { readonly address: PublicKey; readonly addresses: readonly PublicKey[] };
}

/** The rent epoch of rent-exempt accounts: u64's maximum. */
const RENT_EXEMPT_EPOCH = 2n ** 64n - 1n;
const LOOKUP_TABLE_PROGRAM = new PublicKey('AddressLookupTab1e1111111111111111111111111');
const LOOKUP_TABLE_HEADER_BYTES = 56;
const NEVER = 2n ** 64n - 1n;

/** Writes the accounts of the first block. Before it nobody can send transactions. */
export function writeGenesis(
  engine: Engine,
  { mintAuthority, endowments, lookupTable }: Genesis,
): void {
  const write = (
    address: PublicKey,
    owner: PublicKey,
    data: Uint8Array,
    lamports: bigint,
  ): void => {
    engine.writeAccount(address, {
      lamports: lamports + engine.rentExemptMinimum(data.length),
      data,
      owner: owner.toBytes(),
      executable: false,
      rentEpoch: RENT_EXEMPT_EPOCH,
    });
  };
  const supplyOf = (token: SolanaToken): bigint =>
    endowments.reduce(
      (sum, endowment) => sum + (endowment.token === token ? endowment.amount : 0n),
      0n,
    );

  // Wrapped coins come only from deposits of native coins, so their supply is not tracked.
  write(WSOL.mint, TOKEN_PROGRAM, mintData(WSOL, undefined, 0n), 0n);
  for (const token of [USDC, USDT])
    write(token.mint, TOKEN_PROGRAM, mintData(token, mintAuthority, supplyOf(token)), 0n);
  for (const { owner, token, amount } of endowments) {
    if (token === SOL) {
      write(owner, SystemProgram.programId, new Uint8Array(), amount);
    } else {
      const rent = token === WSOL ? engine.rentExemptMinimum(TOKEN_ACCOUNT_BYTES) : undefined;
      const data = tokenAccountData(token, owner, amount, rent);
      write(
        associatedTokenAddress(owner, token.mint),
        TOKEN_PROGRAM,
        data,
        token === WSOL ? amount : 0n,
      );
    }
  }
  write(lookupTable.address, LOOKUP_TABLE_PROGRAM, lookupTableData(lookupTable.addresses), 0n);
}

/** SPL Token's `Mint`. */
function mintData(
  { decimals }: SolanaToken,
  authority: PublicKey | undefined,
  supply: bigint,
): Uint8Array {
  const data = Buffer.alloc(MINT_BYTES);
  if (authority !== undefined) {
    data.writeUInt32LE(1, 0);
    data.set(authority.toBytes(), 4);
  }
  data.writeBigUInt64LE(supply, 36);
  data[44] = decimals;
  data[45] = 1;
  return data;
}

/** SPL Token's `Account`. @param nativeRent in lamports, for an account of wrapped coins */
function tokenAccountData(
  { mint }: SolanaToken,
  owner: PublicKey,
  amount: bigint,
  nativeRent: bigint | undefined,
) {
  const data = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  data.set(mint.toBytes(), 0);
  data.set(owner.toBytes(), 32);
  data.writeBigUInt64LE(amount, 64);
  data[108] = 1;
  if (nativeRent !== undefined) {
    data.writeUInt32LE(1, 109);
    data.writeBigUInt64LE(nativeRent, 113);
  }
  return data;
}

/** An immutable lookup table: it has no authority, and dates from the first block. */
function lookupTableData(addresses: readonly PublicKey[]): Uint8Array {
  const header = Buffer.alloc(LOOKUP_TABLE_HEADER_BYTES);
  header.writeUInt32LE(1, 0);
  header.writeBigUInt64LE(NEVER, 4);
  return Buffer.concat([header, ...addresses.map((address) => address.toBytes())]);
}
