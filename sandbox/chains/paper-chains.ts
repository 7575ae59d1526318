import { base58xrp } from '@scure/base';
import { bytesToHex, type Hex, hexToBytes, keccak256, parseUnits, sha256, zeroAddress } from 'viem';
import { segwitNotation } from '../bitcoin/bitcoin-notation.ts';
import type { PaperChainName, PlaceName } from '../endpoints.ts';
import type { ChainAddress, Notation, TransactionId } from '../notation.ts';
import type { ChainDefinition, TokenDefinition } from './chain-catalogue.ts';
import type { Token } from './token.ts';

/**
 * A chain that does not run: providers deliver there only on paper. Payouts exist only in the
 * orders, under the id of a transaction that does not exist.
 */
export interface PaperChain {
  readonly family: 'paper';
  readonly definition: Pick<
    ChainDefinition,
    'title' | 'chainId' | 'native' | 'payerStock' | 'leastNative'
  > & {
    readonly name: PaperChainName;
  };
  readonly notation: Notation;
  /** Only the native coin. */
  readonly deployment: { readonly tokens: readonly Token[] };
}

export const PAPER_CHAINS: Readonly<Record<PaperChainName, PaperChain>> = {
  LITECOIN: paperChain('LITECOIN', 'Litecoin', 7_700_008, {
    coin: {
      symbol: 'LTC',
      name: 'Litecoin',
      decimals: 8,
      behaviour: 'native',
      usdMicros: parseUnits('80', 6),
    },
    notation: segwitNotation('ltc'),
  }),
  RIPPLE: paperChain('RIPPLE', 'XRP Ledger', 7_700_009, {
    coin: {
      symbol: 'XRP',
      name: 'XRP',
      decimals: 6,
      behaviour: 'native',
      usdMicros: parseUnits('0.5', 6),
    },
    notation: {
      parseAddress: (text) => (text === zeroAddress ? zeroAddress : parseClassicAddress(text)),
      renderAddress: (address) =>
        address === zeroAddress ? zeroAddress : renderClassicAddress(address),
      parseTransactionId: (text) =>
        /^[0-9a-fA-F]{64}$/.test(text) ? `0x${text.toLowerCase()}` : undefined,
      renderTransactionId: (id) => id.slice(2).toUpperCase(),
    },
  }),
};

export const PAPER_CHAIN_NAMES = Object.keys(PAPER_CHAINS) as readonly PaperChainName[];

export function isPaper(name: PlaceName): name is PaperChainName {
  return name in PAPER_CHAINS;
}

/** The id of the payout of an order on paper. */
export function paperTransaction(orderId: Hex): TransactionId {
  return keccak256(orderId);
}

function paperChain(
  name: PaperChainName,
  title: string,
  chainId: number,
  { coin, notation }: { coin: TokenDefinition; notation: Notation },
): PaperChain {
  const native: Token = { ...coin, chain: name, address: zeroAddress };
  // Providers have an unlimited stock on paper.
  const definition = {
    name,
    title,
    chainId,
    native: coin,
    payerStock: 1_000_000_000n,
    leastNative: 1_000n,
  };
  return { family: 'paper', definition, notation, deployment: { tokens: [native] } };
}

/** `r…` (xrpl.org, Addresses): a zero, 20 bytes, and a checksum. */
function parseClassicAddress(text: string): ChainAddress | undefined {
  const bytes = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)
    ? base58xrp.decode(text)
    : new Uint8Array();
  const account = bytes.slice(1, 21);
  return bytes.length === 25 && renderClassicAddress(bytesToHex(account)) === text
    ? bytesToHex(account)
    : undefined;
}

function renderClassicAddress(account: ChainAddress): string {
  const payload = Uint8Array.of(0, ...hexToBytes(account));
  const checksum = sha256(sha256(payload, 'bytes'), 'bytes').slice(0, 4);
  return base58xrp.encode(Uint8Array.of(...payload, ...checksum));
}
