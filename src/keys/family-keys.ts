import type { z } from 'zod';
import type { Chain, Family } from '../core/swap/chains.ts';
import type { PhraseScheme, WalletSecret } from './wallet-secret.ts';

/** The curve of a family's keys. */
export type Curve = 'secp256k1' | 'Ed25519';

/** The account of a wallet if its key has only one. */
export interface OnlyAccount<Name extends Family> {
  family: Name;
}

/** An account in a keystore: its public key in hex, and the fields that identify it. */
export interface StoredAccount {
  family: Family;
  publicKey: string;
}

/** How the keys of a family are read, derived and used. */
export interface FamilyKeys<
  Form extends { family: Family },
  Stored extends StoredAccount = never,
  Choice extends object = object,
> {
  readonly family: Form['family'];
  readonly curve: Curve;
  /** The form of addresses in keystores. */
  readonly addressPattern: RegExp;
  /** The schemes whose phrases the family accepts. */
  readonly phraseSchemes: readonly PhraseScheme[];
  /** Absent: a key has one account. */
  readonly several?: SeveralAccounts<Form, Stored, Choice>;
  /** The path of a wallet's key in the tree of its BIP-39 phrase. */
  pathOf(form: Form): string;
  /**
   * Parses an imported secret. Throws `KEY_INVALID`, which never contains the input, and
   * `INVALID_REQUEST` for a phrase of a scheme that the family does not have.
   */
  parseSecret(text: string, form: Form, scheme: PhraseScheme | undefined): Promise<WalletSecret>;
  /**
   * The wallet's signing key, 32 bytes, and its address in canonical form. Throws `KEY_INVALID`.
   */
  deriveKey(secret: WalletSecret, form: Form): Promise<{ key: Uint8Array; address: string }>;
  /** BIP-340, with the key of a taproot output. Absent: the family has none. */
  signTaproot?(key: Uint8Array, digest: Uint8Array): Promise<Uint8Array>;
}

/** An option such as `--index <number>`, and the member of the choice that it sets. */
interface AccountFlag<Member extends string = string> {
  flag: string;
  member: Member;
  description: string;
  /** The allowed values; absent: a number. */
  values?: readonly string[];
}

/** How the accounts of one key differ. A wallet's keystore names its account. */
export interface SeveralAccounts<Form, Stored, Choice extends object> {
  readonly schema: z.ZodType<Stored>;
  /** The options for a new wallet's account. */
  readonly choices: readonly (keyof Choice & string)[];
  /** The chosen account, with the defaults. Throws `INVALID_REQUEST`. */
  choose(choice: Choice): Form;
  /**
   * The account `by` positions later, in the usual order of wallet programs. Throws
   * `INVALID_REQUEST`.
   */
  following<Same extends Form>(form: Same, by: number): Same;
  /** Throws `KEY_INVALID`. */
  store(form: Form, key: Uint8Array): Promise<Stored>;
  /** Options of the command line for the choice, in addition to `--network`. */
  readonly flags: readonly AccountFlag<keyof Choice & string>[];
  /** The names that `--network` accepts, in words. */
  readonly networkNames: string;
  /**
   * The choice by `--network` or, if absent, by the configured chains; undefined if neither
   * decides.
   */
  networkChoice(network: string | undefined, chains: readonly Chain[]): Choice | undefined;
  /** For a person: which account it is. */
  describe(account: Stored): string;
  /** For a person: on which networks its address is valid. */
  whereGood(account: Stored): string;
  /** The form of its address that people send coins to; absent: the address itself. */
  friendlyAddress?(address: string, account: Stored): string;
}

/** The keys of any family; its methods take that family's accounts. */
export interface AnyKeys<Name extends Family = Family>
  extends Omit<FamilyKeys<{ family: Family }>, 'several' | 'family'> {
  readonly family: Name;
  readonly several?: SeveralAccounts<{ family: Family }, StoredAccount, object>;
}
