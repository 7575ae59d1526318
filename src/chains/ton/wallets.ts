import type { TonChain } from '../../core/chains.ts';
import { type TonWallet, tonWalletAddress } from '../../core/ton-wallet.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import { type AccountInformation, accountInformation } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readWalletState, type WalletState } from './wallet-state.ts';

/**
 * The wallet contract at an address (canonical form), for whoever has its key; nothing where that is another's. What is not on the chain yet says
 * nothing of itself there: version, key and wallet id are known to its owner only.
 */
export type WalletOf = (account: string) => Promise<TonWallet | undefined>;

/** Whose wallets are where. */
export interface Wallets {
  /** Throws `UNKNOWN_WALLET` where the account is no wallet that is known; `RPC_UNAVAILABLE`. */
  of(account: string): Promise<TonWallet>;
}

/**
 * An address is the hash of what its wallet began with, so whoever names a wallet is believed once that is so, and for good.
 * @param walletOf asked first; the chain is asked of those that it does not know
 */
export function createWallets(chain: TonChain, endpoints: Endpoints<Endpoint>, walletOf: WalletOf): Wallets {
  const known = new Map<string, TonWallet>();
  return {
    async of(account) {
      const wallet =
        known.get(account) ??
        (await walletOf(account)) ??
        (await endpoints.first((endpoint) => readWallet(endpoint, chain, account)));
      if (tonWalletAddress(wallet) !== account) {
        throw unknown(chain, account, 'is not where its key and its version say that it is');
      }
      known.set(account, wallet);
      return wallet;
    },
  };
}

async function readWallet(endpoint: Endpoint, chain: TonChain, account: string): Promise<TonWallet> {
  const { version, publicKey, walletId } = requireWallet(chain, account, await readState(endpoint, account));
  return { version, publicKey, walletId };
}

export async function readState(endpoint: Endpoint, account: string): Promise<WalletState> {
  return readWalletState(await endpoint.read('getAddressInformation', { address: account }, accountInformation));
}

/** The number that the wallet's next message has to have. Throws `UNKNOWN_WALLET`. */
export async function readSeqno(endpoint: Endpoint, chain: TonChain, account: string): Promise<bigint> {
  return seqnoOf(chain, account, await readState(endpoint, account));
}

export function seqnoOf(chain: TonChain, account: string, state: WalletState): bigint {
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

function requireWallet(chain: TonChain, account: string, state: WalletState): Extract<WalletState, { kind: 'wallet' }> {
  switch (state.kind) {
    case 'not_deployed':
      throw unknown(chain, account, 'is not there yet, and nobody here knows its key');
    case 'frozen':
      throw unknown(chain, account, 'is frozen: its storage has not been paid for');
    case 'unknown_code':
      throw unknown(chain, account, 'has the code of no wallet of the versions V4R2 and V5R1');
    case 'wallet':
      if (!state.isSignatureAllowed) throw unknown(chain, account, 'takes nothing that its key signs');
      return state;
  }
}

function unknown({ name }: TonChain, account: string, why: string): FerrymanError {
  return new FerrymanError('UNKNOWN_WALLET', `the wallet ${account} of ${name} ${why}`, {
    details: { chain: name, account },
  });
}
