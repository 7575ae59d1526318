import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { defaultFamily, families } from '../../core/swap/chains.ts';
import { didYouMean } from '../../core/text/did-you-mean.ts';
import { listNames } from '../../core/text/list-names.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { chooseAccount } from '../../keys/account-form.ts';
import { addAccounts } from '../../keys/add-accounts.ts';
import { createWallet } from '../../keys/create-wallet.ts';
import { importWallet } from '../../keys/import-wallet.ts';
import { keystoreNames, listAccounts, listWallets } from '../../keys/list-wallets.ts';
import { parseWalletSecret } from '../../keys/parse-wallet-secret.ts';
import { walletPath } from '../../keys/wallet-file.ts';
import {
  type AccountOptions,
  accountOf,
  readNumber,
  withAccountOptions,
} from '../account-options.ts';
import { withBeside } from '../beside-service.ts';
import type { CliIo } from '../cli-io.ts';
import { withYes } from '../confirm.ts';
import { configOf, type FolderOptions, withFolderOptions } from '../folder-options.ts';
import { withByOption } from '../intervention-options.ts';
import { askFor, passwordForNewWallet } from '../keystore-password.ts';
import { type TableOptions, withTable } from '../layout.ts';
import { noWallet, printWallet, printWallets } from '../show-wallet.ts';
import type { UnfreezeOptions } from './wallet-unfreeze.ts';

interface WalletOptions extends FolderOptions, AccountOptions {
  phraseFile?: string;
  /** False: `--no-phrase`. */
  phrase: boolean;
  words?: keyof typeof schemes;
  accounts?: number;
}

/** The scheme of a phrase: BIP-39's words or TON's. */
const schemes = { 'bip-39': 'phrase', ton: 'ton-phrase' } as const;

/**
 * `ferryman wallet …`: works on the keystore files, so no Ferryman needs to run. `unfreeze` works
 * beside a running service.
 */
export function registerWallet(program: Command, io: CliIo): void {
  const wallet = program
    .command('wallet')
    .description('create, import and list wallets of the keystore, and release frozen ones');
  const mayAsk = (): boolean => io.interactive && program.opts<{ input: boolean }>().input;

  withAccountOptions(withFolderOptions(wallet.command('create')))
    .description(
      'make a new wallet; its phrase is shown once, on a terminal only; otherwise give --phrase-file',
    )
    .argument('<name>')
    .addOption(familyOption())
    .addOption(accountsOption(', default 1'))
    .option(
      '--phrase-file <path>',
      'write the phrase to this new file (mode 0600) instead of showing it',
    )
    .option(
      '--no-phrase',
      'neither show nor store the phrase: the keystore file and its password are the only backup',
    )
    .action(async (name: string, options: WalletOptions) => {
      const config = await configOf(options, io);
      walletPath(config.dataFolder, name);
      const account = accountOf(options, config);
      chooseAccount(options.family, account);
      requireBackup(options, io);
      const password = await passwordForNewWallet(config, mayAsk(), io);
      const phraseFile =
        options.phraseFile === undefined ? undefined : await newFile(options.phraseFile);
      try {
        const { family, accounts = 1 } = options;
        const request = {
          dataFolder: config.dataFolder,
          name,
          password,
          family,
          account,
          accounts,
          ...costOf(io),
        };
        const { phrase } = await createWallet(request);
        await phraseFile?.writeFile(`${phrase}\n`);
        handOver(phrase, options, io);
        printWallet(await listAccounts(config.dataFolder, name), options, io);
      } catch (error) {
        if (options.phraseFile !== undefined) await removeEmpty(options.phraseFile);
        throw error;
      } finally {
        await phraseFile?.close();
      }
    });

  withAccountOptions(withFolderOptions(wallet.command('import')))
    .description(
      'import a wallet by its phrase or private key, from standard input or typed when asked',
    )
    .argument('<name>')
    .addOption(familyOption())
    .addOption(accountsOption(', default 1'))
    .addOption(
      new Option(
        '--words <scheme>',
        'ton: the scheme of the phrase, if its words fit both',
      ).choices(Object.keys(schemes)),
    )
    .action(async (name: string, options: WalletOptions) => {
      const config = await configOf(options, io);
      const { dataFolder } = config;
      walletPath(dataFolder, name);
      const account = accountOf(options, config);
      const form = chooseAccount(options.family, account);
      const secret =
        (await io.readInput()) ?? (await askFor('phrase or private key: ', mayAsk(), io));
      const { family, words, accounts = 1 } = options;
      const scheme = words === undefined ? {} : { scheme: schemes[words] };
      // Reports a malformed secret before it asks for a password.
      await parseWalletSecret(secret, form, scheme.scheme);
      const password = await passwordForNewWallet(config, mayAsk(), io);
      const request = {
        dataFolder,
        name,
        password,
        secret,
        family,
        account,
        accounts,
        ...scheme,
        ...costOf(io),
      };
      await importWallet(request);
      printWallet(await listAccounts(dataFolder, name), options, io);
    });

  withFolderOptions(wallet.command('extend'))
    .description('add accounts to a wallet of TON or Bitcoin; accounts pay in parallel')
    .argument('<name>')
    .addOption(accountsOption('; a wallet that has more keeps them').makeOptionMandatory())
    .action(async (name: string, options: FolderOptions & { accounts: number }) => {
      const { dataFolder, keystorePassword } = await configOf(options, io);
      await requireWallet(dataFolder, name);
      const password = keystorePassword ?? (await askFor('keystore password: ', mayAsk(), io));
      const { length: before } = await listAccounts(dataFolder, name);
      const accounts = await addAccounts({
        dataFolder,
        name,
        password,
        accounts: options.accounts,
      });
      printWallet(accounts, options, io, { isChanged: accounts.length > before });
    });

  withTable(withFolderOptions(wallet.command('list')))
    .description('list wallets and their addresses')
    .action(async (options: FolderOptions & TableOptions) => {
      const { dataFolder, networks } = await configOf(options, io);
      const wallets = await listWallets(dataFolder);
      printWallets(wallets, options, io);
      if (wallets.length > 0) return;
      io.tell(noWallet(dataFolder));
      if (networks.kind === 'sandbox')
        io.tell(
          'The wallets of the sandbox are not listed here: `ferryman up` prints them when it starts.',
        );
    });

  withYes(withByOption(withBeside(wallet.command('unfreeze'))))
    .description(
      'show why a wallet is frozen, and with --reason release it; read docs/operations/frozen-wallets.md first',
    )
    .argument('<name>')
    .addOption(
      new Option(
        '--family <family>',
        'needed if wallets of several families have the name',
      ).choices(families),
    )
    .option('--reason <text>', 'why it may sign again; stored in the journal and in the audit log')
    .action(async (name: string, options: UnfreezeOptions) => {
      // Imported here: no other wallet command needs a journal and chains.
      const { unfreezeWallet } = await import('./wallet-unfreeze.ts');
      await unfreezeWallet(name, options, io);
    });
}

function familyOption(): Option {
  return new Option('--family <family>', 'the chains that it signs for')
    .choices(families)
    .default(defaultFamily);
}

function accountsOption(more: string): Option {
  return new Option(
    '--accounts <number>',
    `ton, bitcoin: how many accounts it has in all, to pay in parallel; 1 to 20${more}`,
  ).argParser(readNumber);
}

/** @throws `UNKNOWN_WALLET` */
async function requireWallet(dataFolder: string, name: string): Promise<void> {
  const names = await keystoreNames(dataFolder);
  if (names.includes(name)) return;
  const others = names.length === 0 ? 'it has no wallets' : `known wallets: ${listNames(names)}`;
  throw new FerrymanError(
    'UNKNOWN_WALLET',
    `there is no wallet ${name} in ${dataFolder}${didYouMean(name, names) || `; ${others}`}`,
  );
}

/** Opened before the wallet is created: a phrase that cannot be stored must not exist. */
async function newFile(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch((cause: unknown) => {
    throw new FerrymanError('INVALID_REQUEST', `${path} cannot be created; it must be a new file`, {
      cause,
    });
  });
}

/**
 * Cleans up after a wallet that was not created. A file with content may hold the only copy of a
 * phrase.
 */
async function removeEmpty(path: string): Promise<void> {
  if ((await stat(path)).size === 0) await rm(path);
}

/** @throws `INPUT_NEEDED` if the phrase would be lost without `--no-phrase` */
function requireBackup({ json, phrase, phraseFile }: WalletOptions, io: CliIo): void {
  if (phraseFile !== undefined || !phrase || (io.interactive && !json)) return;
  throw new FerrymanError(
    'INPUT_NEEDED',
    'the phrase is shown on a terminal only: give --phrase-file to store it, or --no-phrase if the keystore file and its password are backup enough',
  );
}

/** The phrase goes to a terminal or a private file, never to a log or a pipe that may store it. */
function handOver(
  phrase: string,
  { phrase: isWanted, phraseFile }: WalletOptions,
  io: CliIo,
): void {
  if (phraseFile !== undefined) {
    io.tell(`The phrase is in ${phraseFile}: copy it to a safe place, then remove the file.`);
  } else if (isWanted) {
    io.tell(
      `Write this phrase down. It is shown only once, and anybody who has it can take the money:\n\n  ${phrase}\n`,
    );
  } else {
    io.tell(
      'The phrase is not shown here. The keystore file and its password are the only backup.',
    );
  }
}

function costOf({ keystoreCost }: CliIo): { cost?: number } {
  return keystoreCost === undefined ? {} : { cost: keystoreCost };
}
