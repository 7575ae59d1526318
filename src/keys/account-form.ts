import type { Family } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { definitions } from '../families/families.ts';
import { definitionOf } from '../families/families.ts';
import type { FamilyKeys } from './family-keys.ts';

/**
 * Wallet programs search this many unused addresses after the last used one (BIP-44, "Address gap
 * limit"), so they find all of these accounts.
 */
export const maxAccounts = 20;

type Keys = { [Name in Family]: (typeof definitions)[Name]['keys'] };
// biome-ignore lint/suspicious/noExplicitAny: the compiler infers it
type FormIn<Of> = Of extends FamilyKeys<infer Form, any, any> ? Form : never;
// biome-ignore lint/suspicious/noExplicitAny: the compiler infers it
type StoredIn<Of> = Of extends FamilyKeys<any, infer Stored, any> ? Stored : never;
type ChoiceIn<Of> =
  // biome-ignore lint/suspicious/noExplicitAny: the compiler infers it
  Of extends FamilyKeys<any, any, infer Choice> ? (choice: Choice) => void : never;

/** Which of a key's accounts a wallet is. */
export type AccountForm = { [Name in Family]: FormIn<Keys[Name]> }[Family];

/** The account in a keystore, if a key has several. */
export type StoredAccount = { [Name in Family]: StoredIn<Keys[Name]> }[Family];

/** Options for a new wallet's account. An option that the family does not have is refused. */
export type AccountChoice = {
  [Name in Family]: ChoiceIn<Keys[Name]>;
}[Family] extends (choice: infer All) => void
  ? All
  : never;

/**
 * The chosen account, with the defaults. Throws `INVALID_REQUEST` for options that the family does
 * not have.
 */
export function chooseAccount(family: Family, choice: AccountChoice = {}): AccountForm {
  const { several } = definitionOf(family).keys;
  const choices: readonly string[] = several?.choices ?? [];
  const given = Object.entries(choice).filter(([, value]) => value !== undefined);
  const unknown = given.map(([name]) => name).filter((name) => !choices.includes(name));
  if (unknown.length > 0) {
    throw new FerrymanError(
      'INVALID_REQUEST',
      `a wallet of the family ${family} has no ${unknown.join(', ')}`,
    );
  }
  return (several ? several.choose(choice) : { family }) as AccountForm;
}

/**
 * The account `by` positions later in the same key: a later address or subwallet. Throws
 * `INVALID_REQUEST` if a key of the family has one account, or the range of accounts ends.
 */
export function followingAccount<Form extends AccountForm>(form: Form, by: number): Form {
  const { several } = definitionOf(form.family).keys;
  if (several) return several.following(form, by);
  throw new FerrymanError(
    'INVALID_REQUEST',
    `a wallet of the family ${form.family} has only one account`,
  );
}
