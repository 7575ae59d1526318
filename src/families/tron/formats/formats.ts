import type { FamilyFormats } from '../../shared/formats/family-formats.ts';
import { hashDigits } from '../../shared/formats/hash-digits.ts';
import { canonicalHex } from '../../shared/formats/network-identity.ts';
import { isUnspendableAccount, unspendable } from '../../shared/formats/unspendable-account.ts';
import { tronAccountOf } from './address.ts';
import { type TronChain, tronChains, tronNativeToken, tronNetworks } from './chain.ts';
import { tronExemptNetworks } from './exempt-networks.ts';
import {
  type TronFee,
  type TronTransaction,
  tronFeeFromStored,
  tronTransactionFromStored,
} from './transaction.ts';

/** The formats of the TRON family. */
export const tronFormats: FamilyFormats<TronChain, TronTransaction, TronFee> = {
  chains: tronChains,
  networks: tronNetworks,
  nativeToken: tronNativeToken,
  hasTokens: true,
  networkMember: 'genesis',
  networkOf: ({ genesis }) => canonicalHex(genesis),
  caip2Of: ({ genesis }) => `tron:0x${canonicalHex(genesis).slice(-8)}`,
  identityOf: ({ genesis }) => ({ genesis: canonicalHex(genesis) }),
  exemptNetworks: tronExemptNetworks,
  realGenesis: new Set(Object.values(tronChains).map(({ genesis }) => genesis)),
  offMainnet: {},
  otherNetworkFault: () => undefined,
  settings: ['genesis', 'proofDepth'],
  endpointKinds: {},
  addressForm: {
    words: 'T… with 34 letters',
    checksum: 'always',
    // Excludes the account of zero bytes, which has no owner.
    codec: (text) => (/[1-9a-f]/.test(tronAccountOf(text)?.slice(2) ?? '') ? text : undefined),
  },
  ignoresCase: false,
  isSameAddress: (a, b) => a === b,
  accountBytes(text) {
    const digits = tronAccountOf(text)?.slice(2);
    return digits === undefined ? [] : [digits, `41${digits}`];
  },
  looksLikeAddress: (text) => /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text),
  payeeFault(address, { name }) {
    const account = tronAccountOf(address);
    if (account === undefined) return `none of ${name}`;
    return isUnspendableAccount(account) ? unspendable : undefined;
  },
  transactionId: hashDigits,
  targetsOf: ({ to }) => [to],
  maximumFee: ({ feeLimit, bandwidthFee }) => feeLimit + bandwidthFee,
  transactionFromStored: tronTransactionFromStored,
  feeFromStored: tronFeeFromStored,
  smallFee: { family: 'tron', feeLimit: 1n, bandwidthFee: 1n },
  leaseKind: 'expiry',
  oneLeaseAtATime: false,
  // Its transactions have no order. Eight slots let enough swaps wait for the router in parallel.
  lane: { slots: 8, returnedAt: 'sent', together: false },
  sharesTransactions: false,
  failsInBlocks: true,
  cancels: false,
  actsAtOnce: true,
  longestMemo: 120,
  poolsDeposits: false,
  memoField: 'memo (note)',
  ordersNamePublicKey: false,
};
