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
 * Finds the wallet contract of an address (canonical form) in the key store. `undefined` if the
 * store lacks its key. Only the owner knows version, key and wallet id of an undeployed wallet.
 */
export type WalletOf = (account: string) => Promise<OwnWallet | undefined>;

/** @property networkId `global_id` of the wallet's network; absent if unknown */
type OwnWallet = TonWallet & { networkId?: number };

/** Finds wallets and checks their network. */
export interface Wallets {
  /**
   * Throws `UNKNOWN_WALLET` if the account is not a known wallet, `WALLET_OF_OTHER_NETWORK` because
   * a signature for it would be valid there, and `RPC_UNAVAILABLE`.
   */
  of(account: string): Promise<TonWallet>;
  /** Throws `WALLET_OF_OTHER_NETWORK` if that is known without asking the chain. */
  requireNetwork(account: string): Promise<void>;
}

/**
 * An address is the hash of the wallet's initial state, so a wallet that hashes to its address is
 * verified once and cached.
 * @param walletOf asked first, before the chain
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
        throw unknownWallet(chain, account, 'is not at the address of its key and version');
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
