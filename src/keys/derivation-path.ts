import type { Family } from '../core/chains.ts';
import type { BitcoinNetwork } from '../families/bitcoin/formats/address.ts';
import type { AccountForm, BitcoinWalletKind } from './account-form.ts';

/**
 * BIP-44 with the coin types of SLIP-44, first account, first address; what common wallets show first. Ed25519 has hardened children only
 * (SLIP-10).
 */
export const derivationPaths: Readonly<Record<Exclude<Family, 'bitcoin'>, string>> = {
  evm: "m/44'/60'/0'/0/0",
  tron: "m/44'/195'/0'/0/0",
  solana: "m/44'/501'/0'/0'",
  ton: "m/44'/607'/0'",
};

const purposes: Readonly<Record<BitcoinWalletKind, string>> = { p2wpkh: "84'", p2tr: "86'" };
/** SLIP-44: all test networks share one. */
const coinTypes: Readonly<Record<BitcoinNetwork, string>> = { mainnet: "0'", testnet: "1'", regtest: "1'" };

/** Where the key of a wallet is in its BIP-39 phrase's tree. Bitcoin: a receiving address of the first account (BIP-84, BIP-86). */
export function derivationPathOf(form: AccountForm): string {
  return form.family === 'bitcoin'
    ? `m/${purposes[form.kind]}/${coinTypes[form.network]}/0'/0/${form.index}`
    : derivationPaths[form.family];
}
