import type { z } from 'zod';
import type { Chain, Family } from '../core/swap/chains.ts';
import type { PhraseScheme, WalletSecret } from './wallet-secret.ts';

/** What the keys of a family's accounts are on. */
export type Curve = 'secp256k1' | 'Ed25519';

/** Which of a key's accounts a wallet is, where a key has one only. */
export interface OnlyAccount<Name extends Family> {
  family: Name;
}

/**
 * An account as a keystore has it: with its public key in hex, beside what says which one it is.
 */
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
  /** An address as keystores have it. */
  readonly addressPattern: RegExp;
  /** Whose words a phrase may be. */
  readonly phraseSchemes: readonly PhraseScheme[];
  /** Absent: a key has one account. */
  readonly several?: SeveralAccounts<Form, Stored, Choice>;
  /** Where the key of a wallet is in its BIP-39 phrase's tree. */
  pathOf(form: Form): string;
  /**
   * Reads what a person imports. Throws `KEY_INVALID`, which never carries what was given, and
   * `INVALID_REQUEST` for words of a scheme that the family does not have.
   */
  parseSecret(text: string, form: Form, scheme: PhraseScheme | undefined): Promise<WalletSecret>;
  /**
   * The key that a wallet signs with, 32 bytes, and its address in canonical form. Throws
   * `KEY_INVALID`.
   */
  deriveKey(secret: WalletSecret, form: Form): Promise<{ key: Uint8Array; address: string }>;
  /** BIP-340, with the key behind a taproot output; absent where there are none. */
  signTaproot?(key: Uint8Array, digest: Uint8Array): Promise<Uint8Array>;
}

/** An option such as `--index <number>`, and the member of the choice that it sets. */
interface AccountFlag<Member extends string = string> {
  flag: string;
  member: Member;
  description: string;
  /** The values that it may have; absent: a number. */
  values?: readonly string[];
}

/** How the accounts of one key differ. Which of them a wallet is stands in its keystore. */
export interface SeveralAccounts<Form, Stored, Choice extends object> {
  readonly schema: z.ZodType<Stored>;
  /** What can be said of a new wallet's account. */
  readonly choices: readonly (keyof Choice & string)[];
  /** The account that was chosen, with the defaults. Throws `INVALID_REQUEST`. */
  choose(choice: Choice): Form;
  /**
   * The account that is `by` further on, as any wallet program counts them. Throws
   * `INVALID_REQUEST`.
   */
  following<Same extends Form>(form: Same, by: number): Same;
  /** Throws `KEY_INVALID`. */
  store(form: Form, key: Uint8Array): Promise<Stored>;
  /** Options of the command line that make the choice, beside `--network`. */
  readonly flags: readonly AccountFlag<keyof Choice & string>[];
  /** The networks that `--network` may name, in words. */
  readonly networkNames: string;
  /**
   * What `--network` or, where it is absent, a configured chain says; nothing where neither does.
   */
  networkChoice(said: string | undefined, chains: readonly Chain[]): Choice | undefined;
  /** For a person: which account it is. */
  describe(account: Stored): string;
  /** For a person: on which networks its address is good. */
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
