import type { TonChain } from '../formats/chain.ts';
import type { AccountInformation } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readAccount } from './read-account.ts';
import { requireWallet } from './require-wallet.ts';
import { readWalletState } from './wallet-state.ts';

/** The number that the wallet's next message has to have. Throws `UNKNOWN_WALLET`. */
export async function readSeqno(
  endpoint: Endpoint,
  chain: TonChain,
  account: string,
): Promise<bigint> {
  const state = readWalletState(await readAccount(endpoint, account));
  return state.kind === 'not_deployed' ? 0n : BigInt(requireWallet(chain, account, state).seqno);
}

/** Of an account that may be no wallet: nothing where it says none. */
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
