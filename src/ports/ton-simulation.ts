import type { TokenAddress } from '../core/swap/chains.ts';

/** What only an endpoint knows about a TON wallet message. Addresses in canonical form. */
export interface TonSimulation {
  /**
   * The sender's jetton wallets as the jetton masters derive them (TEP-89 `get_wallet_address`): of
   * the requested tokens and those that a message is for.
   */
  jettonWallets: ReadonlyMap<TokenAddress, string>;
  /** Of every account that a message goes to. */
  destinations: ReadonlyMap<string, TonAccountStatus>;
}

/** `uninitialized`: it has no code yet or does not exist. A bounceable message to it comes back. */
export type TonAccountStatus = 'active' | 'frozen' | 'uninitialized';
