import { friendlyTonAddress } from '../families/ton/formats/address.ts';
import { tonNetworks } from '../families/ton/formats/network.ts';
import type { KeptAccount } from '../keys/account-form.ts';
import type { ListedWallet } from '../keys/list-wallets.ts';
import type { CliIo } from './cli-io.ts';
import type { FolderOptions } from './folder-options.ts';
import { renderTable } from './render-table.ts';

/** A wallet that was just made or changed, with its further accounts behind it. @param isChanged default: it is */
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
  if (account) io.tell(`It is ${describeAccount(account)}: ${whereGood(account)}.`);
  if (wallet?.friendlyAddress !== undefined) {
    io.tell(
      'Fund it by the second form of its address: sent by another one, coins can come back from a wallet that has not paid yet.',
    );
  }
  if (further.length > 0) io.tell('Each is paid from by itself: money is not moved between them.');
  if (isChanged) io.tell('A running Ferryman knows it after its next start.');
  else
    io.tell(
      `Nothing was added: ${wallet?.name} has ${accounts.length === 1 ? 'one account' : `${accounts.length} accounts`}, and none is taken away.`,
    );
}

/** What a person does next who has no wallet. */
export function noWallet(dataFolder: string): string {
  return `There is no wallet in ${dataFolder}: make one with \`ferryman wallet create NAME\`, or \`ferryman wallet import NAME\`.`;
}

export function printWallets(wallets: readonly ListedWallet[], { json }: FolderOptions, io: CliIo): void {
  const columns = ['wallet', 'family', 'address', 'account'].map((title) => ({ title }));
  const rows = wallets.map(({ name, family, address, account }) => [
    name,
    family,
    [address, friendlyOf(address, account) ?? []].flat().join('  '),
    account ? describeAccount(account) : '',
  ]);
  io.print(json ? JSON.stringify({ wallets: wallets.map(shownOf) }, null, 2) : renderTable(columns, rows));
}

type ShownWallet = Omit<ListedWallet, 'keyRef'> & { friendlyAddress?: string };

function shownOf({ keyRef: _keyRef, ...wallet }: ListedWallet): ShownWallet {
  const friendlyAddress = friendlyOf(wallet.address, wallet.account);
  return { ...wallet, ...(friendlyAddress === undefined ? {} : { friendlyAddress }) };
}

function lineOf({ name, address, account }: ListedWallet): string {
  return [name, address, friendlyOf(address, account) ?? []].flat().join('  ');
}

/**
 * The form of a TON address to send coins to (TEP-2): what does not bounce arrives before the wallet's contract is there, which it is from its first
 * payment on. On the public test network it says that it is for tests only; others, such as the sandbox's, need not know that form.
 */
function friendlyOf(address: string, account: KeptAccount | undefined): string | undefined {
  if (account?.family !== 'ton') return undefined;
  return friendlyTonAddress(address, { bounceable: false, testOnly: account.networkId === tonNetworks.testnet });
}

/** For a person: which account an address is. */
function describeAccount(account: KeptAccount): string {
  return account.family === 'bitcoin'
    ? `${account.kind} ${account.network} index ${account.index}`
    : `${account.version} network ${account.networkId} subwallet ${account.subwallet}`;
}

function whereGood(account: KeptAccount): string {
  if (account.family === 'bitcoin') {
    return account.network === 'testnet'
      ? 'the same address on testnet3, testnet4 and signet, each with coins of its own, and good on no other network'
      : 'good on no other network';
  }
  return account.version === 'v4r2'
    ? 'the same address on every network of TON, where what it signs for one may be valid on another: use it on one only, or make a v5r1 wallet'
    : 'good on no other network';
}
