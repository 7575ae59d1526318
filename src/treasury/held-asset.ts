import { accountName, furtherAccounts } from '../core/swap/account-name.ts';
import type { RuleAsset, TreasuryRule } from '../core/treasury/rule.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { adapterOf } from '../executor/context.ts';
import { JobFaults } from '../executor/job-faults.ts';
import { createTimeLimit } from '../executor/time-limit.ts';
import type { ChainAdapter, TokenFacts } from '../ports/chain-adapter.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { TreasuryContext } from './treasury-context.ts';

type Needs = Pick<TreasuryContext, 'chains' | 'walletList' | 'tokens' | 'policy'>;

/** An asset of a rule with the accounts that hold it. */
export interface HeldAsset {
  chain: string;
  adapter: ChainAdapter;
  token: TokenFacts;
  /** At least one. The first receives what is bought. */
  accounts: readonly HoldingAccount[];
}

interface HoldingAccount {
  address: string;
  /** Absent: the account is of no wallet here. */
  wallet?: Wallet;
}

/**
 * The asset with the accounts of the rule's wallet, or with that of a receiver if one is named. Throws
 * as `readStanding` does.
 */
export async function heldAssetOf(
  context: Needs,
  { wallet: name }: TreasuryRule,
  { chain, token: given }: RuleAsset,
  receiver: string | undefined,
): Promise<HeldAsset> {
  const adapter = adapterOf(context, chain);
  const token = await context.tokens.read(
    adapter,
    canonicalToken(adapter, given),
    createTimeLimit(context.policy.submitWithin),
  );
  const wallets = (await context.walletList.current()).filter(
    ({ family }) => family === adapter.chain.family,
  );
  if (receiver !== undefined) {
    const parsed = adapter.parseAddress(receiver);
    const account = parsed.ok ? parsed.address : receiver;
    const wallet = wallets.find((one) => one.address === account);
    return {
      chain,
      adapter,
      token,
      accounts: [{ address: account, ...(wallet ? { wallet } : {}) }],
    };
  }
  const wallet = wallets.find((one) => one.name === name);
  if (!wallet)
    throw new FerrymanError(
      'UNKNOWN_WALLET',
      `there is no ${adapter.chain.family} wallet named ${accountName(name, 1)}`,
    );
  const accounts = [wallet, ...furtherAccounts(wallets, name)];
  return {
    ...{ chain, adapter, token },
    accounts: accounts.map((one) => ({ address: one.address, wallet: one })),
  };
}

/** The token in the canonical form of its chain. Throws `INVALID_JOB` and `UNKNOWN_TOKEN`. */
export function canonicalToken(adapter: ChainAdapter, given: string): string {
  const faults = new JobFaults();
  const address = faults.token('/token', adapter, given);
  faults.throwAny();
  if (address === undefined)
    throw new FerrymanError('INTERNAL', 'a token without a fault is missing');
  return address;
}

/** Whose balance is shown, and which receives what is bought. */
export function firstAccount({ accounts: [first] }: HeldAsset): HoldingAccount {
  if (first === undefined) throw new FerrymanError('INTERNAL', 'an asset has no account');
  return first;
}

/** The wallets whose signing a rule needs, and where. */
export function walletsOf(heldAssets: readonly HeldAsset[]): { chain: string; wallet: Wallet }[] {
  return heldAssets.flatMap(({ chain, accounts }) =>
    accounts.flatMap(({ wallet }) => (wallet ? [{ chain, wallet }] : [])),
  );
}
