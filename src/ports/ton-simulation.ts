import type { TokenAddress } from '../core/swap/chains.ts';

/**
 * What only an endpoint can say of what a TON wallet is about to send. Addresses in canonical form.
 */
export interface TonSimulation {
  /**
   * The sender's jetton wallets as each jetton's own master derives them (TEP-89
   * `get_wallet_address`): of the tokens that were asked about, and those that a message is for.
   */
  jettonWallets: ReadonlyMap<TokenAddress, string>;
  /** Of every account that one of the messages goes to. */
  destinations: ReadonlyMap<string, TonAccountStatus>;
}

/**
 * `uninitialized`: it has no code yet, or was never heard of; what is sent to it comes back where
 * it says that it bounces.
 */
export type TonAccountStatus = 'active' | 'frozen' | 'uninitialized';
