import type { TonChain } from '../formats/chain.ts';
import type { AccountInformation } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readAccount } from './read-account.ts';
import { requireWallet } from './require-wallet.ts';
import { readWalletState } from './wallet-state.ts';

/** The seqno of the wallet's next message. Throws `UNKNOWN_WALLET`. */
export async function readSeqno(
  endpoint: Endpoint,
  chain: TonChain,
  account: string,
): Promise<bigint> {
  const state = readWalletState(await readAccount(endpoint, account));
  return state.kind === 'not_deployed' ? 0n : BigInt(requireWallet(chain, account, state).seqno);
}

/** The seqno of the wallet's next message, or `undefined` if the account is not a known wallet. */
export function findSeqno(information: AccountInformation): bigint | undefined {
  const state = readWalletState(information);
  switch (state.kind) {
    case 'not_deployed':
      return 0n;
    case 'wallet':
      return BigInt(state.seqno);
    case 'frozen':
    case 'unknown_code':
      return undefined;
  }
}
