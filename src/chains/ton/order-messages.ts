import type { TonChain } from '../../core/chains.ts';
import { type TonWalletVersion, tonNetworks } from '../../core/ton-wallet.ts';
import type { TonTransaction } from '../../core/transaction-object.ts';
import { readRouterMessages } from './router-messages.ts';
import type { OutgoingMessage } from './wallet-message.ts';

/** What a wallet is to send for an order. Throws `ROUTER_MALFORMED`. */
export function orderMessages(
  { networkId }: Pick<TonChain, 'networkId'>,
  version: TonWalletVersion,
  { messages }: TonTransaction,
): OutgoingMessage[] {
  return readRouterMessages(messages, { version, isTestNetwork: networkId !== tonNetworks.mainnet });
}
