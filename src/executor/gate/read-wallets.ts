import type { WalletReading } from '../../core/gate/conditions.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { WalletDraft, WalletStore } from '../../ports/stores/wallet-store.ts';

/**
 * The wallets of the chain's family, and whether each is for its network, as far as its keystore or
 * the form of its address says.
 * @param wallets of the keystores, or of a signer of its own
 */
export async function readWallets(
  adapter: ChainAdapter,
  wallets: () => Promise<readonly WalletDraft[]>,
): Promise<WalletReading[]> {
  const own = (await wallets()).filter(({ family }) => family === adapter.chain.family);
  return Promise.all(
    own.map(async ({ name, address }): Promise<WalletReading> => {
      try {
        await adapter.requireWallet?.(address);
        return { name };
      } catch (cause) {
        return { name, fault: toFerrymanError(cause).message };
      }
    }),
  );
}

/**
 * For a process that signs nothing and may see no keystore. Whether each wallet is for the network is
 * judged where the keys are.
 */
export async function readRegisteredWallets(
  { chain }: Pick<ChainAdapter, 'chain'>,
  journal: Pick<WalletStore, 'wallets'>,
): Promise<WalletReading[]> {
  const wallets = await journal.wallets();
  return wallets.filter(({ family }) => family === chain.family).map(({ name }) => ({ name }));
}
