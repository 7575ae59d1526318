import { accountName, furtherAccounts } from '../core/swap/account-name.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { adapterOf } from '../executor/context.ts';
import { JobFaults } from '../executor/job-faults.ts';
import { createTimeLimit } from '../executor/time-limit.ts';
import type { ChainAdapter, TokenFacts } from '../ports/chain-adapter.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<TreasuryContext, 'chains' | 'walletList' | 'tokens' | 'policy'>;

/** An asset of a rule with the accounts that hold it. */
export interface AssetPlace {
  chain: string;
  adapter: ChainAdapter;
  token: TokenFacts;
  /** The first receives what is bought. */
  accounts: readonly [PlaceAccount, ...PlaceAccount[]];
}

interface PlaceAccount {
  address: string;
  /** Absent: it is of no wallet here. */
  wallet?: Wallet;
}

/**
 * Finds an asset of a wallet, or of a receiver if one is named. Throws `UNKNOWN_CHAIN`,
 * `UNKNOWN_WALLET`, `UNKNOWN_TOKEN`, `CHAIN_UNAVAILABLE`, `RPC_*`.
 */
export async function findPlace(
  context: Needs,
  name: string,
  { chain, token: given }: { chain: string; token: string },
  receiver: string | undefined,
): Promise<AssetPlace> {
  const adapter = adapterOf(context, chain);
  const faults = new JobFaults();
  const address = faults.token('/token', adapter, given);
  faults.throwAny();
  if (address === undefined)
    throw new FerrymanError('INTERNAL', 'a token without a fault is missing');
  const token = await context.tokens.read(
    adapter,
    address,
    createTimeLimit(context.policy.submitWithin),
  );
  const wallets = (await context.walletList.current()).filter(
    ({ family }) => family === adapter.chain.family,
  );
  if (receiver !== undefined) {
    const parsed = adapter.parseAddress(receiver);
    const account = parsed.ok ? parsed.address : receiver;
    const wallet = wallets.find((one) => one.address === account);
    const one = { address: account, ...(wallet ? { wallet } : {}) };
    return { chain, adapter, token, accounts: [one] };
  }
  const wallet = wallets.find((one) => one.name === name);
  if (!wallet)
    throw new FerrymanError(
      'UNKNOWN_WALLET',
      `there is no ${adapter.chain.family} wallet named ${accountName(name, 1)}`,
    );
  const placed = (one: Wallet): PlaceAccount => ({ address: one.address, wallet: one });
  const further = furtherAccounts(wallets, name).map(placed);
  return { chain, adapter, token, accounts: [placed(wallet), ...further] };
}
