import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config/config.ts';
import { type Chain, type Family, families } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { definitionOf } from '../families/families.ts';
import type { AccountChoice } from '../keys/account-form.ts';

/**
 * Selects the account of a key for a new wallet, in families with several. Each flag of the
 * families adds a member.
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
  const withAccounts = families.filter((family) => definitionOf(family).keys.several).sort();
  command.option(
    '--network <network>',
    `${withAccounts.join(', ')}: the network of its address; default the configured chain’s`,
  );
  return flags.reduce((all, { option }) => all.addOption(option), command);
}

/**
 * An address is valid on one network only but may look valid on others. So the network is the given
 * or the configured one, never a guess.
 * @throws `INVALID_REQUEST`
 */
export function accountOf(
  options: AccountOptions,
  { networks }: Pick<Config, 'networks'>,
): AccountChoice {
  const chains = networks.kind === 'configured' ? networks.chains.map(({ chain }) => chain) : [];
  const given: Readonly<Record<string, unknown>> = { ...options };
  const chosen = flags
    .map(({ member, option }) => [member, given[option.attributeName()]] as const)
    .filter(([, value]) => value !== undefined);
  return { ...networkOf(options.family, options.network, chains), ...Object.fromEntries(chosen) };
}

function networkOf(
  family: Family,
  network: string | undefined,
  chains: readonly Chain[],
): AccountChoice {
  const { several: accounts } = definitionOf(family).keys;
  if (accounts)
    return (
      accounts.networkChoice(network, chains) ??
      throwNoNetwork(network, family, accounts.networkNames)
    );
  if (network === undefined) return {};
  throw new FerrymanError(
    'INVALID_REQUEST',
    `an address of the family ${family} is the same on every network: leave out --network`,
  );
}

function throwNoNetwork(network: string | undefined, family: Family, known: string): never {
  const fault =
    network === undefined
      ? `no chain of the family ${family} is configured`
      : `there is no network "${network}"`;
  throw new FerrymanError('INVALID_REQUEST', `${fault}: give --network (${known})`);
}

export function readNumber(text: string): number {
  if (/^[0-9]{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a whole number of at most five digits.');
}
