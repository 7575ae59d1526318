import type { SandboxChainName } from '../endpoints.ts';
import { SandboxError } from '../sandbox-error.ts';
import { createLedgerClient, type LedgerClient } from './ledger-client.ts';
import type { ChainSnapshot, LedgerOpening } from './ledger-types.ts';
import { accountsOn } from './open-ledger.ts';
import { takeSnapshot } from './take-snapshot.ts';

/** One chain's opening and closing. */
export interface ChainBook {
  readonly client: LedgerClient;
  readonly opening: ChainSnapshot;
  readonly closing: ChainSnapshot;
}

export type Books = Readonly<Record<SandboxChainName, ChainBook>>;

/** Reads all accounts again, at the latest block of each chain. */
export async function closeBooks({ chains, accounts, snapshots }: LedgerOpening): Promise<Books> {
  const close = async (chain: SandboxChainName): Promise<ChainBook> => {
    const opening = snapshots.find((snapshot) => snapshot.chain === chain);
    if (opening === undefined) throw new SandboxError('bad-option', `The books were not opened on ${chain}.`);
    const endpoints = chains[chain];
    const client = createLedgerClient(endpoints);
    const closing = await takeSnapshot({ chain, endpoints, client, accounts: accountsOn(accounts, chain) });
    return { client, opening, closing };
  };
  const [ETH, POLYGON, ARBITRUM] = await Promise.all([close('ETH'), close('POLYGON'), close('ARBITRUM')]);
  return { ETH, POLYGON, ARBITRUM };
}
