import type { NetworkInfo } from '../../shared/formats/chain-facts.ts';
import type { FamilyFormats } from '../../shared/formats/family-formats.ts';
import { hashDigits } from '../../shared/formats/hash-digits.ts';
import { isUnspendableAccount, unspendable } from '../../shared/formats/unspendable-account.ts';
import { evmAddressForm, isEvmAddress } from './address.ts';
import { type EvmChain, evmNativeToken } from './chain.ts';
import { evmExemptNetworks } from './exempt-networks.ts';
import { evmChains } from './registry/evm-chains.ts';
import { evmGenesis } from './registry/evm-genesis.ts';
import { evmNetworks } from './registry/evm-networks.ts';
import { evmServices } from './registry/evm-services.ts';
import {
  type EvmFee,
  type EvmTransaction,
  evmFeeFromStored,
  evmTransactionFromStored,
} from './transaction.ts';

/** The formats of the EVM family. */
export const evmFormats: FamilyFormats<EvmChain, EvmTransaction, EvmFee> = {
  chains: evmChains,
  networks: Object.fromEntries(Object.keys(evmNetworks).map((name) => [name, networkInfo(name)])),
  nativeToken: evmNativeToken,
  hasTokens: true,
  networkMember: 'chainId',
  networkOf: ({ chainId }) => chainId,
  caip2Of: ({ chainId }) => `eip155:${chainId}`,
  identityOf: ({ chainId }) => ({ id: `${chainId}`, ...genesisOf(chainId) }),
  exemptNetworks: evmExemptNetworks,
  realGenesis: new Set(Object.values(evmGenesis)),
  offMainnet: {},
  otherNetworkFault: () => undefined,
  settings: ['wsUrls', 'chainId', 'proofDepth', 'transactionType', 'fees'],
  endpointKinds: {},
  eip155Id: ({ chainId }) => chainId,
  addressForm: evmAddressForm,
  // EIP-55.
  ignoresCase: true,
  isSameAddress: (a, b) =>
    isEvmAddress(a) && isEvmAddress(b) && a.toLowerCase() === b.toLowerCase(),
  accountBytes: (text) => (isEvmAddress(text) ? [text.slice(2).toLowerCase()] : []),
  looksLikeAddress: (text) => /^0x[0-9a-f]{40}$/i.test(text),
  payeeFault(address, { name }) {
    if (!isEvmAddress(address)) return `none of ${name}`;
    return isUnspendableAccount(address.toLowerCase()) ? unspendable : undefined;
  },
  transactionId(text) {
    const digits = hashDigits(text);
    return digits === undefined ? undefined : `0x${digits}`;
  },
  targetsOf: ({ to }) => [to],
  maximumFee: ({ gasLimit, maxFeePerGas, surcharge = 0n }) => gasLimit * maxFeePerGas + surcharge,
  transactionFromStored: evmTransactionFromStored,
  feeFromStored: evmFeeFromStored,
  smallFee: {
    family: 'evm',
    gasLimit: 500_000n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    surcharge: 0n,
  },
  leaseKind: 'nonce',
  oneLeaseAtATime: false,
  // go-ethereum guarantees an account 16 transactions in its pool (`txpool.accountslots`).
  lane: { slots: 16, returnedAt: 'included', together: false },
  sharesTransactions: false,
  failsInBlocks: true,
  cancels: true,
  actsAtOnce: true,
  longestMemo: 120,
  poolsDeposits: false,
  // EVM payments have no memo; orders that need one are refused.
  memoField: 'memo',
  ordersNamePublicKey: false,
};

function genesisOf(chainId: number): { genesis?: string } {
  const genesis = evmGenesis[chainId];
  return genesis === undefined ? {} : { genesis };
}

function networkInfo(name: string): NetworkInfo {
  const { title = name, testnet } = evmNetworks[name] ?? {};
  const { explorerUrl, rpcUrl } = evmServices[name] ?? {};
  return {
    title,
    ...(testnet ? { testnet } : {}),
    // EIP-3091.
    ...(explorerUrl === undefined
      ? {}
      : {
          explorer: {
            transaction: `${explorerUrl}/tx/{id}`,
            account: `${explorerUrl}/address/{id}`,
          },
        }),
    ...(rpcUrl === undefined ? {} : { rpcUrl }),
  };
}
