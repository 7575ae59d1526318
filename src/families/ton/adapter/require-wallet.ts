import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TonChain } from '../formats/chain.ts';
import type { WalletState } from './wallet-state.ts';

/** Requires a deployed wallet that accepts its key's signature. Throws `UNKNOWN_WALLET`. */
export function requireWallet(
  chain: TonChain,
  account: string,
  state: WalletState,
): Extract<WalletState, { kind: 'wallet' }> {
  switch (state.kind) {
    case 'not_deployed':
      throw unknownWallet(chain, account, 'is not deployed, and its key is not in the key store');
    case 'frozen':
      throw unknownWallet(chain, account, 'is frozen: its storage fee is unpaid');
    case 'unknown_code':
      throw unknownWallet(chain, account, 'does not have the code of a V4R2 or V5R1 wallet');
    case 'wallet':
      if (!state.isSignatureAllowed)
        throw unknownWallet(chain, account, 'does not accept its key’s signature');
      return state;
  }
}

export function unknownWallet({ name }: TonChain, account: string, why: string): FerrymanError {
  return new FerrymanError('UNKNOWN_WALLET', `the wallet ${account} of ${name} ${why}`, {
    details: { chain: name, account },
  });
}
