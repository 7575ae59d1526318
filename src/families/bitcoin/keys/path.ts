import type { BitcoinNetwork } from '../formats/address.ts';
import type { BitcoinAccount, BitcoinWalletKind } from './account.ts';

const purposes: Readonly<Record<BitcoinWalletKind, string>> = { p2wpkh: "84'", p2tr: "86'" };
/** SLIP-44: all test networks share one. */
const coinTypes: Readonly<Record<BitcoinNetwork, string>> = {
  mainnet: "0'",
  testnet: "1'",
  regtest: "1'",
};

/** Derivation path of a receiving address of the first account (BIP-84, BIP-86). */
export function bitcoinPathOf({ kind, network, index }: Omit<BitcoinAccount, 'family'>): string {
  return `m/${purposes[kind]}/${coinTypes[network]}/0'/0/${index}`;
}
