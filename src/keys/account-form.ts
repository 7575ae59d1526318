import type { Family } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { definitions } from '../families/families.ts';
import { definitionOf } from '../families/families.ts';
import type { FamilyKeys } from './family-keys.ts';

/**
 * Wallet programs look for money on as many unused addresses behind the last used one (BIP-44,
 * "Address gap limit"): they find all of these.
 */
export const maxAccounts = 20;

type Keys = { [Name in Family]: (typeof definitions)[Name]['keys'] };
// biome-ignore lint/suspicious/noExplicitAny: what stands there is inferred
type FormIn<Of> = Of extends FamilyKeys<infer Form, any, any> ? Form : never;
// biome-ignore lint/suspicious/noExplicitAny: what stands there is inferred
type StoredIn<Of> = Of extends FamilyKeys<any, infer Stored, any> ? Stored : never;
type ChoiceIn<Of> =
  // biome-ignore lint/suspicious/noExplicitAny: what stands there is inferred
  Of extends FamilyKeys<any, any, infer Choice> ? (choice: Choice) => void : never;

/** Which of a key's accounts a wallet is. */
export type AccountForm = { [Name in Family]: FormIn<Keys[Name]> }[Family];

/** As a keystore has it, where a key has several. */
export type StoredAccount = { [Name in Family]: StoredIn<Keys[Name]> }[Family];

/** What can be said of a new wallet's account. Whatever the family has no use for is refused. */
export type AccountChoice = {
  [Name in Family]: ChoiceIn<Keys[Name]>;
}[Family] extends (choice: infer All) => void
  ? All
  : never;

/**
 * The account that was chosen, with the defaults. Throws `INVALID_REQUEST` for what the family does
 * not have.
 */
export function chooseAccount(family: Family, choice: AccountChoice = {}): AccountForm {
  const { several } = definitionOf(family).keys;
  const choices: readonly string[] = several?.choices ?? [];
  const said = Object.entries(choice).filter(([, value]) => value !== undefined);
  const foreign = said.map(([name]) => name).filter((name) => !choices.includes(name));
  if (foreign.length > 0) {
    throw new FerrymanError(
      'INVALID_REQUEST',
      `a wallet of the family ${family} has no ${foreign.join(', ')}`,
    );
  }
  return (several ? several.choose(choice) : { family }) as AccountForm;
}

/**
 * The account that is `by` further on in the same key: the next address, or the next subwallet.
 * Throws `INVALID_REQUEST` where the family has one account for a key, or the count ends.
 */
export function followingAccount<Form extends AccountForm>(form: Form, by: number): Form {
  const { several } = definitionOf(form.family).keys;
  if (several) return several.following(form, by);
  throw new FerrymanError(
    'INVALID_REQUEST',
    `a wallet of the family ${form.family} has one account`,
  );
}
