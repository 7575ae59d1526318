import { higherOf } from '../../../core/amounts/higher-of.ts';
import { ofFamily } from '../../../core/swap/of-family.ts';
import { callHttp } from '../../../http/call-http.ts';
import type { ListedAccounts } from '../../../ports/capabilities/accounts.ts';
import type { ChainAdapter } from '../../../ports/chain-adapter.ts';
import { type Clock, machineClock } from '../../../ports/clock.ts';
import type { HttpCall } from '../../../ports/http.ts';
import type { EndpointOptions } from '../../shared/endpoints/endpoint.ts';
import { createEndpoints, createRelays } from '../../shared/endpoints/endpoints.ts';
import { examineEach } from '../../shared/endpoints/examine-each.ts';
import { followHeads, type HeadSubscription } from '../../shared/endpoints/follow-heads.ts';
import { lowestBalances } from '../../shared/endpoints/lowest-balances.ts';
import { proveOnEach } from '../../shared/endpoints/prove-on-each.ts';
import { readOfEachHost } from '../../shared/endpoints/read-of-each-host.ts';
import { signedOnEveryHost } from '../../shared/endpoints/signed-on-every-host.ts';
import { simulateAcrossHosts } from '../../shared/endpoints/simulate-across-hosts.ts';
import { tokenAcrossHosts } from '../../shared/endpoints/token-across-hosts.ts';
import { searchOnHost } from '../../shared/payments/search-on-host.ts';
import { parseSolanaAddress } from '../formats/address.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { readBalances } from './balances.ts';
import { broadcast } from './broadcast.ts';
import { coinChangeIn } from './coin-change-in.ts';
import { createEndpoint } from './endpoint.ts';
import { estimateFee } from './estimate-fee.ts';
import { solanaProbes } from './examine.ts';
import { readHead } from './head.ts';
import { expiryAfter, readLastValidHeight } from './last-valid-height.ts';
import { nativeOutflow } from './native-outflow.ts';
import { observe } from './observe.ts';
import { parseSignature } from './parse-signature.ts';
import { paymentOf } from './payment.ts';
import { createSolanaHistoryScan, paymentsTo } from './payments-to.ts';
import { createMadeMessages, prepare } from './prepare.ts';
import { prove } from './prove.ts';
import { readIdentity } from './read-identity.ts';
import { receivedIn, receivedSince, tokensReceivedIn } from './received.ts';
import { sign } from './sign.ts';
import { signedWithin } from './signed-within.ts';
import { simulate, solanaFacts } from './simulate.ts';
import { readToken } from './token.ts';

export interface SolanaAdapterOptions {
  chain: SolanaChain;
  /**
   * JSON-RPC endpoints. The adapter asks the first healthy one. A proof that allows a second
   * payment takes two hosts.
   */
  rpcUrls: readonly string[];
  /** JSON-RPC WebSockets that report new blocks. Default: none, and blocks are polled. */
  wsUrls?: readonly string[];
  /** Private relays. Default: none. */
  broadcastUrls?: readonly string[];
  /** How long one HTTP request may take, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Default: the runtime's. */
  fetch?: HttpCall;
  /** Default: the machine's. */
  clock?: Clock;
}

const subscription: HeadSubscription = {
  method: 'slotSubscribe',
  params: [],
  notification: 'slotNotification',
};

/** Accounts have no nonce, so their transactions are listed. */
export type SolanaAdapter = ChainAdapter & { readonly accounts: ListedAccounts };

/** The chain adapter of Solana, over JSON-RPC. Sends no request before the first call. */
export function createSolanaAdapter(options: SolanaAdapterOptions): SolanaAdapter {
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
    readHead,
  });
  const relays = createRelays({ ...reached, broadcastUrls: options.broadcastUrls });
  const made = createMadeMessages();
  const historyScan = createSolanaHistoryScan();
  return {
    chain,
    head: () => endpoints.first(readHead),
    endpoints: () => endpoints.states(),
    proveNetwork: () => proveOnEach(endpoints, readIdentity),
    examine: (accounts) => examineEach(endpoints, solanaProbes(chain, accounts)),
    ...(wsUrls.length === 0
      ? {}
      : {
          followHeads: (onHead, silentAfter) =>
            followHeads({ wsUrls, subscription, onHead, silentAfter }),
        }),
    parseAddress: parseSolanaAddress,
    parseTxId: parseSignature,
    token: (address) =>
      tokenAcrossHosts(endpoints, (endpoint) => readToken(endpoint, chain, address)),
    balances: (account, tokens) =>
      lowestBalances(endpoints, (endpoint) => readBalances(endpoint, chain, account, tokens)),
    paymentOf: (request) => endpoints.first((endpoint) => paymentOf(endpoint, chain, request)),
    accounts: {
      kind: 'listed',
      signedWithin: (question) =>
        signedOnEveryHost(endpoints, (endpoint) => signedWithin(endpoint, chain, question)),
    },
    valueOf: (transaction) => nativeOutflow(ofFamily(transaction, 'solana')),
    estimateFee: (_account, transaction) =>
      estimateFee(endpoints, chain, ofFamily(transaction, 'solana')),
    prepare: (request) => endpoints.first((endpoint) => prepare(endpoint, chain, made, request)),
    simulate: (request) =>
      simulateAcrossHosts(endpoints, {
        simulate: (endpoint) => simulate(endpoint, chain, request),
        factsOf: solanaFacts,
      }),
    async latestExpiry() {
      // Each host has simulated with the blockhash, so none is older than it.
      const heights = await readOfEachHost(endpoints, (endpoint) => readLastValidHeight(endpoint));
      return expiryAfter(heights.reduce(higherOf));
    },
    sign: (unsigned, keys, keyRef) => sign(chain, unsigned, keys, keyRef),
    hasRelays: relays.length > 0,
    broadcast: (signed, to) => broadcast({ endpoints, relays }, signed, to),
    observe: (attempts) => endpoints.first((endpoint) => observe(endpoint, attempts)),
    prove: (lease, attempts) => prove(endpoints, lease, attempts),
    receivedIn: (txId, receiver, token) => receivedIn(endpoints, chain, txId, receiver, token),
    tokensReceivedIn: (txId, receiver) => tokensReceivedIn(endpoints, chain, txId, receiver),
    coinChangeIn: (txId, account) => coinChangeIn(endpoints, txId, account),
    receivedSince: (after, receiver, token) =>
      receivedSince(endpoints, chain, after, receiver, token),
    paymentsTo: (targets, host) =>
      searchOnHost(endpoints, host, (endpoint) =>
        paymentsTo(endpoint, chain, historyScan, targets),
      ),
  };
}
