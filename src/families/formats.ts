import { bitcoinFormats } from './bitcoin/formats/formats.ts';
import { evmFormats } from './evm/formats/formats.ts';
import type { FamilyFormats } from './shared/formats/family-formats.ts';
import { solanaFormats } from './solana/formats/formats.ts';
import { tonFormats } from './ton/formats/formats.ts';
import { tronFormats } from './tron/formats/formats.ts';

/** Every chain family, by its name. Together with `families/families.ts` it names them all. */
const table = {
  evm: evmFormats,
  tron: tronFormats,
  solana: solanaFormats,
  ton: tonFormats,
  bitcoin: bitcoinFormats,
} as const;

type Table = typeof table;
export type Family = keyof Table;

/** A chain's facts as the executor works with them: registry entry plus configuration. */
export type Chain = { [Name in Family]: Parameters<Table[Name]['networkOf']>[0] }[Family];

/** What a transaction does before it has a lease: what, not when or at which fee. */
export type TransactionObject = {
  [Name in Family]: Parameters<Table[Name]['targetsOf']>[0];
}[Family];

/** What a transaction may cost at most, and the fee fields that bound it. */
export type Fee = { [Name in Family]: Parameters<Table[Name]['maximumFee']>[0] }[Family];

type Members = { family: Family };
type Everywhere = FamilyFormats<Chain & Members, TransactionObject & Members, Fee & Members>;

/** Whose wallets are made where nobody says which. */
export const defaultFamily: Family = 'evm';

export const families: readonly Family[] = Object.keys(table) as Family[];

/** What a family knows; its methods take chains, transactions and fees of that family. */
export function formatsOf(family: Family): Everywhere {
  return table[family];
}
