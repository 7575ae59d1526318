import { addressOf } from '../../shared/formats/address-form.ts';
import { decodeBase58 } from '../../shared/formats/base58.ts';
import type { FamilyFormats } from '../../shared/formats/family-formats.ts';
import { unspendable } from '../../shared/formats/unspendable-account.ts';
import { parseSolanaAddress } from './address.ts';
import { type SolanaChain, solanaChains, solanaNativeToken, solanaNetworks } from './chain.ts';
import { solanaExemptNetworks } from './exempt-networks.ts';
import {
  maximumSolanaFee,
  type SolanaFee,
  type SolanaTransaction,
  solanaFeeFromStored,
} from './transaction.ts';

/** Notations of the native coin, the zero address, and known burn addresses (solscan.io). */
const burnt: ReadonlySet<string> = new Set([
  '1nc1nerator11111111111111111111111111111111',
  '11111111111111111111111111111111',
  'So11111111111111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
]);

/** The offline facts and formats of Solana. */
export const solanaFormats: FamilyFormats<SolanaChain, SolanaTransaction, SolanaFee> = {
  chains: solanaChains,
  networks: solanaNetworks,
  nativeToken: solanaNativeToken,
  hasTokens: true,
  networkMember: 'genesis',
  networkOf: ({ genesis }) => genesis,
  caip2Of: ({ genesis }) => `solana:${genesis.slice(0, 32)}`,
  identityOf: ({ genesis }) => ({ genesis }),
  exemptNetworks: solanaExemptNetworks,
  realGenesis: new Set(Object.values(solanaChains).map(({ genesis }) => genesis)),
  offMainnet: {},
  otherNetworkFault: () => undefined,
  settings: ['wsUrls', 'genesis'],
  endpointKinds: {},
  addressForm: {
    words: '32 bytes in base58',
    checksum: 'never',
    codec: (text) => addressOf(parseSolanaAddress(text)),
  },
  ignoresCase: false,
  isSameAddress: (a, b) => a === b,
  accountBytes: (text) =>
    isAddress(text) ? [Buffer.from(decodeBase58(text) ?? []).toString('hex')] : [],
  looksLikeAddress: isAddress,
  payeeFault(address, { name }) {
    if (!isAddress(address)) return `none of ${name}`;
    return burnt.has(address) ? unspendable : undefined;
  },
  transactionId: (text) => (decodeBase58(text)?.length === 64 ? text : undefined),
  // The guard judges each program.
  targetsOf: () => [],
  maximumFee: maximumSolanaFee,
  transactionFromStored: (stored) => stored,
  feeFromStored: solanaFeeFromStored,
  smallFee: {
    family: 'solana',
    signatureFee: 5_000n,
    computeUnitLimit: 200_000n,
    computeUnitPrice: 0n,
  },
  leaseKind: 'expiry',
  oneLeaseAtATime: false,
  // Transactions are independent. Eight slots keep enough swaps waiting for the router in parallel.
  lane: { slots: 8, returnedAt: 'sent', together: false },
  sharesTransactions: false,
  failsInBlocks: true,
  cancels: false,
  actsAtOnce: true,
  longestMemo: 120,
  poolsDeposits: false,
  memoField: 'memo',
  ordersNamePublicKey: false,
};

function isAddress(text: string): boolean {
  return decodeBase58(text)?.length === 32;
}
