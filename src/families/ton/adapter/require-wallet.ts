import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TonChain } from '../formats/chain.ts';
import type { WalletState } from './wallet-state.ts';

/** A wallet that takes what its key signs. Throws `UNKNOWN_WALLET`. */
export function requireWallet(
  chain: TonChain,
  account: string,
  state: WalletState,
): Extract<WalletState, { kind: 'wallet' }> {
  switch (state.kind) {
    case 'not_deployed':
      throw unknownWallet(chain, account, 'is not there yet, and nobody here knows its key');
    case 'frozen':
      throw unknownWallet(chain, account, 'is frozen: its storage has not been paid for');
    case 'unknown_code':
      throw unknownWallet(
        chain,
        account,
        'has the code of no wallet of the versions V4R2 and V5R1',
      );
    case 'wallet':
      if (!state.isSignatureAllowed)
        throw unknownWallet(chain, account, 'takes nothing that its key signs');
      return state;
  }
}

export function unknownWallet({ name }: TonChain, account: string, why: string): FerrymanError {
  return new FerrymanError('UNKNOWN_WALLET', `the wallet ${account} of ${name} ${why}`, {
    details: { chain: name, account },
  });
}
