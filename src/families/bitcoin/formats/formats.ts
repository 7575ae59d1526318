import { addressOf } from '../../shared/formats/address-form.ts';
import type { FamilyFormats } from '../../shared/formats/family-formats.ts';
import { hashDigits } from '../../shared/formats/hash-digits.ts';
import { canonicalHex } from '../../shared/formats/network-identity.ts';
import { unspendable } from '../../shared/formats/unspendable-account.ts';
import { decodeChecked, parseBitcoinAddress, readBitcoinScript } from './address.ts';
import {
  type BitcoinChain,
  bitcoinChains,
  bitcoindPrefix,
  bitcoinNativeToken,
  bitcoinNetworks,
} from './chain.ts';
import { bitcoinExemptNetworks } from './exempt-networks.ts';
import { maxMemoBytes } from './memo.ts';
import {
  type BitcoinFee,
  type BitcoinTransaction,
  bitcoinFeeFromStored,
  bitcoinTransactionFromStored,
} from './transaction.ts';

/** Known burn addresses (mempool.space). */
const burnt: ReadonlySet<string> = new Set([
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
]);

/** The offline facts and formats of Bitcoin. */
export const bitcoinFormats: FamilyFormats<BitcoinChain, BitcoinTransaction, BitcoinFee> = {
  chains: bitcoinChains,
  networks: bitcoinNetworks,
  nativeToken: bitcoinNativeToken,
  hasTokens: false,
  networkMember: 'genesis',
  networkOf: ({ genesis }) => canonicalHex(genesis),
  caip2Of: ({ genesis }) => `bip122:${canonicalHex(genesis).slice(0, 32)}`,
  identityOf: ({ genesis }) => ({ genesis: canonicalHex(genesis) }),
  exemptNetworks: bitcoinExemptNetworks,
  realGenesis: new Set(Object.values(bitcoinChains).map(({ genesis }) => genesis)),
  offMainnet: {},
  // A main network address could be paid on the main network.
  otherNetworkFault({ network }, settings) {
    if ((settings.network ?? network) !== network) return undefined;
    return {
      member: 'network',
      message: 'is the main network, but the genesis is another network’s',
      fix: 'Set "testnet" or "regtest".',
    };
  },
  settings: ['genesis', 'proofDepth', 'network'],
  endpointKinds: { [bitcoindPrefix]: 'a node of Bitcoin' },
  addressForm: {
    words: '1…, 3… or bc1…',
    checksum: 'always',
    codec: (text) => addressOf(parseBitcoinAddress(text, 'mainnet')),
  },
  ignoresCase: false,
  isSameAddress: (a, b) => canonical(a) === canonical(b),
  accountBytes: (text) =>
    (['mainnet', 'testnet', 'regtest'] as const).flatMap((network) => {
      const parsed = parseBitcoinAddress(text, network);
      const payload = parsed.ok ? readBitcoinScript(parsed.script)?.payload : undefined;
      // Contracts take the witness program or the hash, or the whole output script.
      return parsed.ok && payload
        ? [payload, parsed.script].map((bytes) => Buffer.from(bytes).toString('hex'))
        : [];
    }),
  looksLikeAddress: (text) =>
    /^(?:bc|tb|bcrt)1[0-9a-z]{20,87}$/i.test(text) || decodeChecked(text)?.length === 21,
  payeeFault(address, { name, network }) {
    const parsed = parseBitcoinAddress(address, network);
    if (!parsed.ok) return `none of ${name}`;
    const payload = readBitcoinScript(parsed.script)?.payload;
    const isNobodys = !payload || payload.every((byte) => byte === 0) || burnt.has(parsed.address);
    return isNobodys ? unspendable : undefined;
  },
  transactionId: hashDigits,
  // The guard judges each output.
  targetsOf: () => [],
  maximumFee: ({ total }) => total,
  transactionFromStored: bitcoinTransactionFromStored,
  feeFromStored: bitcoinFeeFromStored,
  smallFee: { family: 'bitcoin', total: 1n, virtualSize: 1n },
  leaseKind: 'outpoints',
  oneLeaseAtATime: true,
  // An address signs nothing new until its last transaction is proven.
  lane: { slots: 1, returnedAt: 'proven', together: true },
  sharesTransactions: false,
  // An included transaction has succeeded.
  failsInBlocks: false,
  cancels: true,
  actsAtOnce: true,
  longestMemo: maxMemoBytes,
  poolsDeposits: false,
  memoField: 'OP_RETURN output',
  ordersNamePublicKey: true,
};

/** Bech32 ignores case (BIP-173). */
function canonical(text: string): string {
  return /^(?:BC|TB|BCRT)1[0-9A-Z]+$/.test(text) ? text.toLowerCase() : text;
}
