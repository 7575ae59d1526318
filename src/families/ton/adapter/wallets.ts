import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { TonChain } from '../formats/chain.ts';
import { type TonWallet, tonWalletAddress } from '../formats/wallet.ts';
import { isTonWalletOfNetwork } from '../formats/wallet-network.ts';
import type { Endpoint } from './endpoint.ts';
import { readAccount } from './read-account.ts';
import { requireWallet, unknownWallet } from './require-wallet.ts';
import { readWalletState } from './wallet-state.ts';

/**
 * The wallet contract at an address (canonical form), for whoever has its key; nothing where that
 * is another's. What is not on the chain yet says nothing of itself there: version, key and wallet
 * id are known to its owner only.
 */
export type WalletOf = (account: string) => Promise<OwnWallet | undefined>;

/** @property networkId which network it was made for (`global_id`); absent: nobody has said */
type OwnWallet = TonWallet & { networkId?: number };

/** Whose wallets are where. */
export interface Wallets {
  /**
   * Throws `UNKNOWN_WALLET` where the account is no wallet that is known;
   * `WALLET_OF_OTHER_NETWORK`, so that nothing is signed that is valid elsewhere;
   * `RPC_UNAVAILABLE`.
   */
  of(account: string): Promise<TonWallet>;
  /** Throws `WALLET_OF_OTHER_NETWORK` where that is known without asking the chain. */
  requireNetwork(account: string): Promise<void>;
}

/**
 * An address is the hash of what its wallet began with, so whoever names a wallet is believed once
 * that is so, and for good.
 * @param walletOf asked first; the chain is asked of those that it does not know
 */
export function createWallets(
  chain: TonChain,
  endpoints: Endpoints<Endpoint>,
  walletOf: WalletOf,
): Wallets {
  const known = new Map<string, TonWallet>();
  return {
    async of(account) {
      const wallet =
        known.get(account) ??
        (await walletOf(account)) ??
        (await endpoints.first((endpoint) => readWallet(endpoint, chain, account)));
      if (tonWalletAddress(wallet) !== account) {
        throw unknownWallet(chain, account, 'is not where its key and its version say that it is');
      }
      requireNetwork(chain, account, wallet);
      known.set(account, wallet);
      return wallet;
    },
    async requireNetwork(account) {
      const wallet = known.get(account) ?? (await walletOf(account));
      if (wallet) requireNetwork(chain, account, wallet);
    },
  };
}

function requireNetwork(
  { name, networkId: network }: TonChain,
  account: string,
  wallet: OwnWallet,
): void {
  const { networkId = network } = wallet;
  if (networkId === network && isTonWalletOfNetwork(wallet, network)) return;
  const other = networkId === network ? 'another network' : `the network ${networkId}`;
  throw new FerrymanError(
    'WALLET_OF_OTHER_NETWORK',
    `the wallet ${account} is for ${other}, and ${name} is configured as the network ${network}`,
    { details: { chain: name, account } },
  );
}

async function readWallet(
  endpoint: Endpoint,
  chain: TonChain,
  account: string,
): Promise<TonWallet> {
  const state = readWalletState(await readAccount(endpoint, account));
  const { version, publicKey, walletId } = requireWallet(chain, account, state);
  return { version, publicKey, walletId };
}
