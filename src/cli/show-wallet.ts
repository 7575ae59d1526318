import { definitionOf } from '../families/families.ts';
import type { StoredAccount } from '../keys/account-form.ts';
import type { ListedWallet } from '../keys/list-wallets.ts';
import type { CliIo } from './cli-io.ts';
import type { FolderOptions } from './folder-options.ts';
import { layoutOf, type TableOptions } from './layout.ts';
import { renderTable } from './render-table.ts';

/**
 * Prints a wallet that was just created, imported or extended, and its further accounts.
 * @param isChanged whether accounts were added; default: true
 */
export function printWallet(
  accounts: readonly ListedWallet[],
  { json }: FolderOptions,
  io: CliIo,
  { isChanged = true } = {},
): void {
  const [wallet, ...further] = accounts.map(shownOf);
  const shown = further.length > 0 ? { ...wallet, accounts: further } : wallet;
  io.print(json ? JSON.stringify(shown, null, 2) : accounts.map(lineOf).join('\n'));
  const account = wallet?.account;
  if (account)
    io.tell(
      `It is ${accountsIn(account).describe(account)}: ${accountsIn(account).whereGood(account)}.`,
    );
  if (wallet?.friendlyAddress !== undefined) {
    io.tell(
      'Fund it at the second form of its address: coins sent to another form can bounce until the wallet has paid once.',
    );
  }
  if (further.length > 0)
    io.tell('Each account pays from its own balance: Ferryman moves no money between them.');
  if (isChanged) io.tell('A running Ferryman uses it after its next start.');
  else
    io.tell(
      `Nothing was added: ${wallet?.name} has ${accounts.length === 1 ? 'one account' : `${accounts.length} accounts`}, and none is removed.`,
    );
}

/** Tells a user without a wallet what to do next. */
export function noWallet(dataFolder: string): string {
  return `There is no wallet in ${dataFolder}: make one with \`ferryman wallet create NAME\`, or \`ferryman wallet import NAME\`.`;
}

export function printWallets(
  wallets: readonly ListedWallet[],
  { json, wide }: FolderOptions & TableOptions,
  io: CliIo,
): void {
  const columns = ['wallet', 'family', 'address', 'account'].map((title) => ({ title }));
  const rows = wallets.map(({ name, family, address, account }) => [
    name,
    family,
    [address, friendlyOf(address, account) ?? []].flat().join('  '),
    account ? accountsIn(account).describe(account) : '',
  ]);
  if (json) io.print(JSON.stringify({ wallets: wallets.map(shownOf) }, null, 2));
  else if (rows.length > 0) io.print(renderTable(columns, rows, layoutOf(io, { wide })));
}

type ShownWallet = Omit<ListedWallet, 'keyRef'> & { friendlyAddress?: string };

function shownOf({ keyRef: _keyRef, ...wallet }: ListedWallet): ShownWallet {
  const friendlyAddress = friendlyOf(wallet.address, wallet.account);
  return { ...wallet, ...(friendlyAddress === undefined ? {} : { friendlyAddress }) };
}

function lineOf({ name, address, account }: ListedWallet): string {
  return [name, address, friendlyOf(address, account) ?? []].flat().join('  ');
}

/** The address form for receiving coins, if it differs from `address`. */
function friendlyOf(address: string, account: StoredAccount | undefined): string | undefined {
  return account && accountsIn(account).friendlyAddress?.(address, account);
}

function accountsIn({ family }: StoredAccount) {
  const { several } = definitionOf(family).keys;
  if (!several) throw new TypeError(`a key of the family ${family} has one account`);
  return several;
}
