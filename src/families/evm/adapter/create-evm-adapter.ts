import { isNativeToken } from '../../../core/swap/chains.ts';
import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { callHttp } from '../../../http/call-http.ts';
import type { CountedAccounts } from '../../../ports/capabilities/accounts.ts';
import type { ChainAdapter } from '../../../ports/chain-adapter.ts';
import { type Clock, machineClock } from '../../../ports/clock.ts';
import type { HttpCall } from '../../../ports/http.ts';
import type { PaymentRequest } from '../../../ports/payments.ts';
import { transferCall } from '../../shared/contracts/token-calls.ts';
import type { EndpointOptions } from '../../shared/endpoints/endpoint.ts';
import { createEndpoints, createRelays } from '../../shared/endpoints/endpoints.ts';
import { examineEach } from '../../shared/endpoints/examine-each.ts';
import { followHeads, type HeadSubscription } from '../../shared/endpoints/follow-heads.ts';
import { lowestAllowance } from '../../shared/endpoints/lowest-allowance.ts';
import { lowestBalances } from '../../shared/endpoints/lowest-balances.ts';
import { proveOnEach } from '../../shared/endpoints/prove-on-each.ts';
import { readAcrossHosts } from '../../shared/endpoints/read-across-hosts.ts';
import { simulateAcrossHosts } from '../../shared/endpoints/simulate-across-hosts.ts';
import { tokenAcrossHosts } from '../../shared/endpoints/token-across-hosts.ts';
import { maxBlocksPerScan } from '../../shared/payments/walk-blocks.ts';
import { parseEvmAddress } from '../formats/address.ts';
import type { EvmChain } from '../formats/chain.ts';
import { replacementFee } from '../formats/replacement-fee.ts';
import type { EvmTransaction } from '../formats/transaction.ts';
import { approveTransaction, readAllowance } from './allowance.ts';
import type { Block } from './answers.ts';
import { readBalances } from './balances.ts';
import { broadcast } from './broadcast.ts';
import { coinChangeIn } from './coin-change-in.ts';
import { createEndpoint } from './endpoint.ts';
import { estimateFee } from './estimate-fee.ts';
import { estimateFeeAfter } from './estimate-fee-after.ts';
import { evmProbes } from './examine.ts';
import { findBlock, readHead, readLatest } from './head.ts';
import { readNonce } from './nonce.ts';
import { createObserve } from './observe.ts';
import { createPaymentsTo } from './payments-to.ts';
import { prepare } from './prepare.ts';
import { readLatestRound } from './price-feed.ts';
import { prove } from './prove.ts';
import { readIdentity } from './read-identity.ts';
import { receivedIn, receivedSince, tokensReceivedIn } from './received.ts';
import { requireAccount } from './require-account.ts';
import { sign } from './sign.ts';
import { simulate } from './simulate.ts';
import { readToken, requireTokenAddress } from './token.ts';
import { transactionOf } from './unsigned-bytes.ts';

export interface EvmAdapterOptions {
  chain: EvmChain;
  /**
   * JSON-RPC endpoints, in order of preference. Proofs that allow another payment need two
   * hostnames.
   */
  rpcUrls: readonly string[];
  /** JSON-RPC WebSockets that announce new blocks. Default: none; blocks are polled. */
  wsUrls?: readonly string[];
  /** Private relays. Default: none. */
  broadcastUrls?: readonly string[];
  /** Timeout of one HTTP request, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Default: `callHttp`. */
  fetch?: HttpCall;
  /** Default: the machine's clock. */
  clock?: Clock;
}

/** Its accounts have nonces, and its transactions can be replaced. */
export type EvmAdapter = ChainAdapter &
  Required<Pick<ChainAdapter, 'allowances' | 'replacement'>> & {
    readonly accounts: CountedAccounts;
  };

const subscription: HeadSubscription = {
  method: 'eth_subscribe',
  params: ['newHeads'],
  notification: 'eth_subscription',
};

/**
 * The chain adapter of EVM chains, over Ethereum JSON-RPC (execution-apis). Sends no request before
 * the first call.
 */
export function createEvmAdapter(options: EvmAdapterOptions): EvmAdapter {
  const {
    chain,
    rpcUrls,
    wsUrls = [],
    timeoutMs = 10_000,
    fetch = callHttp,
    clock = machineClock,
  } = options;
  const reached = {
    chain,
    timeoutMs,
    fetch,
    now: clock.now,
    create: (url: string, known: EndpointOptions) => createEndpoint(url, chain, known),
  };
  const endpoints = createEndpoints({
    ...reached,
    rpcUrls,
    readHead: (endpoint) => readHead(endpoint, chain),
  });
  const relays = createRelays({ ...reached, broadcastUrls: options.broadcastUrls });
  const observe = createObserve(chain, clock.now);
  return {
    chain,
    head: (maxAge) => endpoints.first((endpoint) => readHead(endpoint, chain, maxAge)),
    endpoints: () => endpoints.states(),
    proveNetwork: () => proveOnEach(endpoints, readIdentity),
    examine: () => examineEach(endpoints, evmProbes(chain)),
    ...(wsUrls.length === 0
      ? {}
      : {
          followHeads: (onHead, silentAfter) =>
            followHeads({ wsUrls, subscription, onHead, silentAfter }),
        }),
    parseAddress: (text) => parseEvmAddress(text),
    parseTxId: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
    token: (address) =>
      tokenAcrossHosts(endpoints, (endpoint) => readToken(endpoint, chain, address)),
    balances: (account, tokens, maxAge) =>
      lowestBalances(endpoints, (endpoint) =>
        readBalances(endpoint, chain, { account, tokens, maxAge }),
      ),
    allowances: {
      read: (account, token, spender) =>
        lowestAllowance(endpoints, (endpoint) =>
          readAllowance(endpoint, chain, account, token, spender),
        ),
      approve: (token, spender, value) => approveTransaction(chain, token, spender, value),
    },
    priceFeeds: {
      latestRound: (feed) =>
        readAcrossHosts(endpoints, {
          readNewest: readLatest,
          find: findBlock,
          read: (endpoint, on?: Block) => readLatestRound(endpoint, requireAccount(feed), on),
          textOf: ({ answer, decimals, updatedAt }) => `${answer} (${decimals}) at ${updatedAt}`,
        }),
    },
    paymentOf: async (request) => paymentOf(chain, request),
    replacement: {
      raise: { kind: 'again', transactionOf },
      cancelTransaction: async ({ account }) => ({
        family: 'evm',
        to: requireAccount(account),
        data: '0x',
        value: 0n,
      }),
      replacementFee: async ({ fee, market, most }) =>
        replacementFee(ofFamily(fee, 'evm'), chain.replacementBps, ofFamily(market, 'evm'), most),
    },
    valueOf: (transaction) => ofFamily(transaction, 'evm').value,
    accounts: {
      kind: 'counted',
      nextNonce: (account) =>
        endpoints.first((endpoint) => readNonce(endpoint, requireAccount(account), 'latest')),
      pendingNonce: (account) =>
        endpoints.first((endpoint) => readNonce(endpoint, requireAccount(account), 'pending')),
    },
    estimateFee: async (account, transaction) =>
      estimateFee(endpoints, chain, requireAccount(account), ofFamily(transaction, 'evm')),
    prepare: async (request) => prepare(chain, request),
    simulate: (request) =>
      simulateAcrossHosts(endpoints, {
        simulate: (endpoint, on?: Block) => simulate(endpoint, chain, request, { on }),
        anchors: { readNewest: readLatest, find: findBlock },
      }),
    after: (transactions) => {
      const earlier = transactions.map(({ bytes }) => bytes);
      return {
        estimateFee: async (account, transaction) =>
          estimateFeeAfter(endpoints, chain, requireAccount(account), {
            transaction: ofFamily(transaction, 'evm'),
            earlier,
          }),
        simulate: (request) =>
          endpoints.first((endpoint) => simulate(endpoint, chain, request, { earlier })),
      };
    },
    sign: (unsigned, keys, keyRef) => sign(chain, unsigned, keys, keyRef),
    hasRelays: relays.length > 0,
    broadcast: (signed, to) => broadcast({ endpoints, relays }, signed, to),
    observe: (attempts, accounts) =>
      endpoints.first((endpoint) => observe(endpoint, attempts, accounts)),
    prove: (lease, attempts) => prove(endpoints, chain, lease, attempts),
    receivedIn: (txId, receiver, token) => receivedIn(endpoints, chain, txId, receiver, token),
    tokensReceivedIn: (txId, receiver) => tokensReceivedIn(endpoints, chain, txId, receiver),
    coinChangeIn: (txId, account) => coinChangeIn(endpoints, chain, txId, account),
    receivedSince: (after, receiver, token) =>
      receivedSince(endpoints, chain, after, receiver, token),
    maxBlocksPerScan,
    paymentsTo: createPaymentsTo(endpoints, chain, clock.now),
  };
}

/**
 * A transfer of native coins without calldata, or EIP-20 `transfer`. Neither can carry a memo that
 * the receiver would read.
 */
function paymentOf(chain: EvmChain, { token, to, amount, memo }: PaymentRequest): EvmTransaction {
  if (memo !== undefined)
    throw new FerrymanError('DEPOSIT_UNPAYABLE', `payments on ${chain.name} cannot carry a memo`);
  const receiver = requireAccount(to);
  if (isNativeToken(chain, token))
    return { family: 'evm', to: receiver, data: '0x', value: amount };
  return {
    family: 'evm',
    ...transferCall(requireTokenAddress(chain, token), receiver, amount),
    value: 0n,
  };
}
