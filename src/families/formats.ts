import { bitcoinFormats } from './bitcoin/formats/formats.ts';
import { evmFormats } from './evm/formats/formats.ts';
import type { FamilyFormats } from './shared/formats/family-formats.ts';
import { solanaFormats } from './solana/formats/formats.ts';
import { tonFormats } from './ton/formats/formats.ts';
import { tronFormats } from './tron/formats/formats.ts';

/**
 * Every chain family by name. This and `families/families.ts` are the only lists of all families.
 */
const table = {
  evm: evmFormats,
  tron: tronFormats,
  solana: solanaFormats,
  ton: tonFormats,
  bitcoin: bitcoinFormats,
} as const;

type Table = typeof table;
export type Family = keyof Table;

/** A chain's facts as the executor uses them: registry entry plus configuration. */
export type Chain = { [Name in Family]: Parameters<Table[Name]['networkOf']>[0] }[Family];

/** What a transaction does, without its lease, fee and signature. */
export type TransactionObject = {
  [Name in Family]: Parameters<Table[Name]['targetsOf']>[0];
}[Family];

/** The maximum cost of a transaction, as the fee fields that bound it. */
export type Fee = { [Name in Family]: Parameters<Table[Name]['maximumFee']>[0] }[Family];

type Members = { family: Family };
type Everywhere = FamilyFormats<Chain & Members, TransactionObject & Members, Fee & Members>;

/** The family of a new wallet if none is given. */
export const defaultFamily: Family = 'evm';

export const families: readonly Family[] = Object.keys(table) as Family[];

/**
 * The formats of a family. Their methods accept chains, transactions and fees of that family only.
 */
export function formatsOf(family: Family): Everywhere {
  return table[family];
}
