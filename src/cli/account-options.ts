import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config/config.ts';
import { type Chain, type Family, families } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { definitionOf } from '../families/families.ts';
import type { AccountChoice } from '../keys/account-form.ts';

/**
 * Which account of a key a new wallet is, where its family has several; with a member for each flag
 * of the families.
 */
export interface AccountOptions {
  family: Family;
  network?: string;
}

const several = families.flatMap((family) => definitionOf(family).keys.several ?? []);
const flags = several
  .flatMap((one) => one.flags)
  .map(({ flag, member, description, values }) => {
    const option = new Option(flag, description);
    return { member, option: values ? option.choices(values) : option.argParser(readNumber) };
  });

export function withAccountOptions(command: Command): Command {
  const named = families.filter((family) => definitionOf(family).keys.several).sort();
  command.option(
    '--network <network>',
    `${named.join(', ')}: which its address is for; default the configured chain’s`,
  );
  return flags.reduce((all, { option }) => all.addOption(option), command);
}

/**
 * An address is good on one network only, and looks good on paper for others: it is for the
 * configured chain's, or the one that is said, and never for one that nobody has named. Throws
 * `INVALID_REQUEST`.
 */
export function accountOf(
  options: AccountOptions,
  { networks }: Pick<Config, 'networks'>,
): AccountChoice {
  const chains = networks.kind === 'configured' ? networks.chains.map(({ chain }) => chain) : [];
  const given: Readonly<Record<string, unknown>> = { ...options };
  const said = flags
    .map(({ member, option }) => [member, given[option.attributeName()]] as const)
    .filter(([, value]) => value !== undefined);
  return { ...networkOf(options.family, options.network, chains), ...Object.fromEntries(said) };
}

function networkOf(
  family: Family,
  said: string | undefined,
  chains: readonly Chain[],
): AccountChoice {
  const { several: accounts } = definitionOf(family).keys;
  if (accounts)
    return accounts.networkChoice(said, chains) ?? unnamed(said, family, accounts.networkNames);
  if (said === undefined) return {};
  throw new FerrymanError(
    'INVALID_REQUEST',
    `an address of the family ${family} is the same on every network`,
  );
}

function unnamed(said: string | undefined, family: Family, known: string): never {
  const fault =
    said === undefined
      ? `no chain of the family ${family} is configured`
      : `there is no network "${said}"`;
  throw new FerrymanError('INVALID_REQUEST', `${fault}: give --network (${known})`);
}

export function readNumber(text: string): number {
  if (/^[0-9]{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('it is no number of an account');
}
