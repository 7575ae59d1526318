import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config/config.ts';
import type { Chain, Family } from '../core/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { BitcoinNetwork } from '../families/bitcoin/formats/address.ts';
import { type BitcoinWalletKind, bitcoinNetworks, bitcoinWalletKinds } from '../families/bitcoin/keys/account.ts';
import { tonNetworks } from '../families/ton/formats/network.ts';
import { type TonWalletVersion, tonWalletVersions } from '../families/ton/formats/wallet-versions.ts';
import type { AccountChoice } from '../keys/account-form.ts';

/** Which account of a key a new wallet is, where its family has several. */
export interface AccountOptions {
  family: Family;
  network?: string;
  kind?: BitcoinWalletKind;
  walletVersion?: TonWalletVersion;
  subwallet?: number;
  index?: number;
}

export function withAccountOptions(command: Command): Command {
  return command
    .option('--network <network>', 'bitcoin, ton: which its address is for; default the configured chain’s')
    .addOption(new Option('--kind <kind>', 'bitcoin: kind of address; default p2wpkh').choices(bitcoinWalletKinds))
    .addOption(
      new Option('--wallet-version <version>', 'ton: version of the wallet contract; default v5r1').choices(
        tonWalletVersions,
      ),
    )
    .option('--subwallet <number>', 'ton: which of the key’s wallets, 0 to 32767; default 0', readNumber)
    .option('--index <number>', 'bitcoin: which of the phrase’s addresses; default 0', readNumber);
}

/**
 * An address is good on one network only, and looks good on paper for others: it is for the configured chain's, or the one that is said,
 * and never for one that nobody has named. Throws `INVALID_REQUEST`.
 */
export function accountOf(
  { family, network, kind, walletVersion, subwallet, index }: AccountOptions,
  { networks }: Pick<Config, 'networks'>,
): AccountChoice {
  const chains = networks.kind === 'configured' ? networks.chains.map(({ chain }) => chain) : [];
  return {
    ...networkOf(family, network, chains),
    ...(kind === undefined ? {} : { kind }),
    ...(walletVersion === undefined ? {} : { version: walletVersion }),
    ...(subwallet === undefined ? {} : { subwallet }),
    ...(index === undefined ? {} : { index }),
  };
}

function networkOf(family: Family, said: string | undefined, chains: readonly Chain[]): AccountChoice {
  switch (family) {
    case 'bitcoin':
      return { network: bitcoinNetwork(said, chains) };
    case 'ton':
      return { networkId: tonNetwork(said, chains) };
    default:
      if (said === undefined) return {};
      throw new FerrymanError('INVALID_REQUEST', `an address of the family ${family} is the same on every network`);
  }
}

function bitcoinNetwork(said: string | undefined, chains: readonly Chain[]): BitcoinNetwork {
  const configured = chains.find((chain) => chain.family === 'bitcoin');
  if (said === undefined && configured) return configured.network;
  // The addresses of all public test networks are the same.
  const network = bitcoinNetworks.find((one) => one === (said === 'signet' ? 'testnet' : said));
  if (network) return network;
  throw unnamed(said, 'bitcoin', [...bitcoinNetworks, 'signet'].join(', '));
}

function tonNetwork(said: string | undefined, chains: readonly Chain[]): number {
  const configured = chains.find((chain) => chain.family === 'ton');
  if (said === undefined && configured) return configured.networkId;
  if (said === 'mainnet' || said === 'testnet') return tonNetworks[said];
  if (said !== undefined && /^-?[0-9]{1,10}$/.test(said)) return Number(said);
  throw unnamed(said, 'ton', 'mainnet, testnet, or the number that its blocks have as global_id');
}

function unnamed(said: string | undefined, family: Family, known: string): FerrymanError {
  const fault = said === undefined ? `no chain of the family ${family} is configured` : `there is no network "${said}"`;
  return new FerrymanError('INVALID_REQUEST', `${fault}: give --network (${known})`);
}

export function readNumber(text: string): number {
  if (/^[0-9]{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('it is no number of an account');
}
