import { toFerrymanError } from '../errors/ferryman-error.ts';
import { compareAccount } from './compare-account.ts';
import type { SigningLogContext } from './context.ts';

/**
 * Compares all accounts with their chains as soon as the journal has recovered, to detect external
 * transactions early. If a chain does not respond, its accounts are compared before their next
 * lease.
 */
export async function compareAccounts(context: SigningLogContext, epoch: bigint): Promise<void> {
  const { journal, chains, logger } = context;
  const wallets = await journal.wallets();
  for (const [chain, adapter] of chains) {
    for (const wallet of wallets) {
      if (wallet.family !== adapter.chain.family) continue;
      try {
        await compareAccount(context, adapter, wallet, epoch);
      } catch (cause) {
        const { code } = toFerrymanError(cause);
        logger.warn(
          { chain, account: wallet.address, code },
          'account not compared with its chain; retrying before its next lease',
        );
      }
    }
  }
}
