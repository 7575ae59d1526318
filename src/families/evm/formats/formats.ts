import type { NetworkInfo } from '../../shared/formats/chain-facts.ts';
import type { FamilyFormats } from '../../shared/formats/family-formats.ts';
import { hashDigits } from '../../shared/formats/hash-digits.ts';
import { isUnspendableAccount, unspendable } from '../../shared/formats/unspendable-account.ts';
import { evmAddressForm, isEvmAddress } from './address.ts';
import { type EvmChain, evmNativeToken } from './chain.ts';
import { evmChains } from './registry/evm-chains.ts';
import { evmNetworks } from './registry/evm-networks.ts';
import { evmServices } from './registry/evm-services.ts';
import {
  type EvmFee,
  type EvmTransaction,
  evmFeeFromStored,
  evmTransactionFromStored,
} from './transaction.ts';

/** Chain ids of local development nodes. The list of chains does not mark them as test networks. */
const localIds: ReadonlySet<string | number> = new Set([1_337, 31_337]);

/**
 * Whether an EVM chain is known and not a test network.
 * @param id EIP-155 chain id
 */
async function isRealEvmNetwork(id: string | number): Promise<boolean> {
  const network = Object.values(evmNetworks).find(({ chainId }) => chainId === id);
  if (network) return network.testnet !== true;
  if (localIds.has(id)) return false;
  // Hundreds of definitions: loaded only if needed.
  const known = await import('viem/chains');
  return Object.values(known).some((chain) => chain.id === id && chain.testnet !== true);
}

/** The formats of the EVM family. */
export const evmFormats: FamilyFormats<EvmChain, EvmTransaction, EvmFee> = {
  chains: evmChains,
  networks: Object.fromEntries(Object.keys(evmNetworks).map((name) => [name, networkInfo(name)])),
  nativeToken: evmNativeToken,
  hasTokens: true,
  networkMember: 'chainId',
  networkOf: ({ chainId }) => chainId,
  caip2Of: ({ chainId }) => `eip155:${chainId}`,
  isRealNetwork: (_entry, chainId) => isRealEvmNetwork(chainId),
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
