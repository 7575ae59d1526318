import { addressOf } from '../../shared/formats/address-form.ts';
import type { FamilyFormats } from '../../shared/formats/family-formats.ts';
import { hashDigits } from '../../shared/formats/hash-digits.ts';
import { unspendable } from '../../shared/formats/unspendable-account.ts';
import { parseTonAddress, rawTonAddress, readTonAddress } from './address.ts';
import { type TonChain, tonChains, tonNativeToken, tonNetworkInfo } from './chain.ts';
import { tonExemptNetworks } from './exempt-networks.ts';
import { parseTonHash } from './hash.ts';
import { isTonTestNetwork } from './network.ts';
import { type TonFee, type TonTransaction, tonTransactionFromStored } from './transaction.ts';
import { maxTogether } from './wallet-versions.ts';

/** The offline facts and formats of TON. */
export const tonFormats: FamilyFormats<TonChain, TonTransaction, TonFee> = {
  chains: tonChains,
  networks: tonNetworkInfo,
  nativeToken: tonNativeToken,
  hasTokens: true,
  // Storage, and the gas of messages that anybody sends to the account: a thousandth of a coin.
  feePerDay: 1_000_000n,
  networkMember: 'genesis',
  networkOf: ({ genesis }) => canonicalGenesis(genesis),
  caip2Of: ({ networkId }) => `tvm:${networkId}`,
  identityOf: ({ genesis, networkId }) => ({
    id: `${networkId}`,
    genesis: canonicalGenesis(genesis),
  }),
  exemptNetworks: tonExemptNetworks,
  realGenesis: new Set(Object.values(tonChains).map(({ genesis }) => canonicalGenesis(genesis))),
  offMainnet: {},
  // A signature with the main network's id would be valid there.
  otherNetworkFault({ networkId }, settings) {
    if (Number(settings.networkId ?? networkId) !== networkId) return undefined;
    return {
      member: 'networkId',
      message: `${networkId} is the main network’s id, but the genesis is another network’s`,
      fix: 'Set the global_id of the network’s blocks, such as -3 for the test network.',
    };
  },
  settings: ['genesis', 'networkId'],
  endpointKinds: {},
  addressForm: {
    words: 'EQ… or UQ… with 48 characters, or 0: and 64 hexadecimal digits',
    checksum: 'sometimes',
    codec: (text) => addressOf(parseTonAddress(text, { isTestNetwork: false })),
  },
  ignoresCase: false,
  // An address has several equivalent forms (TEP-2).
  isSameAddress: (a, b) => canonical(a) === canonical(b),
  accountBytes(text) {
    const read = readTonAddress(text);
    if (!read) return [];
    const digits = Buffer.from(read.hash).toString('hex');
    return read.workchain === 0 ? [digits, `00${digits}`] : [`ff${digits}`];
  },
  looksLikeAddress: (text) => readTonAddress(text) !== undefined,
  payeeFault(address, chain) {
    const read = readTonAddress(address);
    if (!read) return `none of ${chain.name}`;
    if (read.form.kind === 'friendly' && read.form.testOnly && !isTonTestNetwork(chain)) {
      return 'for test networks only';
    }
    if (read.workchain !== 0) return 'not of the base workchain';
    return read.hash.every((byte) => byte === 0) ? unspendable : undefined;
  },
  transactionId: (text) => hashDigits(text) ?? parseTonHash(text),
  // The guard judges each message.
  targetsOf: () => [],
  maximumFee: ({ walletFee }) => walletFee,
  transactionFromStored: tonTransactionFromStored,
  feeFromStored: ({ family, walletFee }) => ({ family, walletFee: BigInt(walletFee) }),
  smallFee: { family: 'ton', walletFee: 1n },
  leaseKind: 'seqno',
  oneLeaseAtATime: true,
  // A wallet contract signs nothing new until its last transaction is proven.
  lane: { slots: maxTogether, returnedAt: 'proven', together: true },
  sharesTransactions: true,
  failsInBlocks: true,
  cancels: false,
  actsAtOnce: false,
  longestMemo: 120,
  poolsDeposits: true,
  memoField: 'comment (memo)',
  ordersNamePublicKey: false,
};

/** As hex digits: configurations write it in base64 or in hex. */
function canonicalGenesis(text: string): string {
  return parseTonHash(text) ?? text;
}

function canonical(text: string): string {
  const address = readTonAddress(text);
  return address ? rawTonAddress(address) : text;
}
