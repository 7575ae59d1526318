import { isNativeToken } from '../../../core/swap/chains.ts';
import { ofFamily } from '../../../core/swap/of-family.ts';
import { callHttp } from '../../../http/call-http.ts';
import type { ListedAccounts } from '../../../ports/capabilities/accounts.ts';
import type { ChainAdapter } from '../../../ports/chain-adapter.ts';
import { type Clock, machineClock } from '../../../ports/clock.ts';
import type { HttpCall } from '../../../ports/http.ts';
import type { PaymentRequest } from '../../../ports/payments.ts';
import { transferCall } from '../../shared/contracts/token-calls.ts';
import type { EndpointOptions } from '../../shared/endpoints/endpoint.ts';
import { createEndpoints, createRelays } from '../../shared/endpoints/endpoints.ts';
import { examineEach } from '../../shared/endpoints/examine-each.ts';
import { lowestAllowance } from '../../shared/endpoints/lowest-allowance.ts';
import { lowestBalances } from '../../shared/endpoints/lowest-balances.ts';
import { proveOnEach } from '../../shared/endpoints/prove-on-each.ts';
import { signedOnEveryHost } from '../../shared/endpoints/signed-on-every-host.ts';
import { simulateAcrossHosts } from '../../shared/endpoints/simulate-across-hosts.ts';
import { tokenAcrossHosts } from '../../shared/endpoints/token-across-hosts.ts';
import { maxBlocksPerScan } from '../../shared/payments/walk-blocks.ts';
import type { TronChain } from '../formats/chain.ts';
import type { TronTransaction } from '../formats/transaction.ts';
import { addressText, parseTronAddress, requireAccount } from './accounts.ts';
import { approveTransaction, readAllowance } from './allowance.ts';
import { readBalances } from './balances.ts';
import { broadcast } from './broadcast.ts';
import { coinChangeIn } from './coin-change-in.ts';
import { createEndpoint } from './endpoint.ts';
import { estimateFee } from './estimate-fee.ts';
import { tronProbes } from './examine.ts';
import { readHead } from './head.ts';
import { observe } from './observe.ts';
import { parseTxId } from './parse-tx-id.ts';
import { createPaymentsTo } from './payments-to.ts';
import { prepare } from './prepare.ts';
import { prove } from './prove.ts';
import { readIdentity } from './read-identity.ts';
import { receivedIn, tokensReceivedIn } from './received.ts';
import { createReceivedSince } from './received-since.ts';
import { sign } from './sign.ts';
import { signedWithin } from './signed-within.ts';
import { simulate } from './simulate.ts';
import { readToken, requireToken } from './token.ts';

export interface TronAdapterOptions {
  chain: TronChain;
  /**
   * HTTP interfaces of full nodes, in order of preference, with `wallet/` and `walletsolidity/`
   * under each URL. Proofs that allow another payment need two hostnames.
   */
  rpcUrls: readonly string[];
  /** Private relays. Default: none. */
  broadcastUrls?: readonly string[];
  /** Timeout of one HTTP request, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Default: `callHttp`. */
  fetch?: HttpCall;
  /** Default: the machine's clock. */
  clock?: Clock;
  /**
   * Returns a number from 0 up to but not including 1. Makes the ids of equal calls differ.
   * Default: `Math.random`.
   */
  random?: () => number;
}

/** It has allowances as on EVM. Its accounts have no nonces. */
export type TronAdapter = ChainAdapter &
  Required<Pick<ChainAdapter, 'allowances'>> & { readonly accounts: ListedAccounts };

/**
 * The chain adapter of TRON, over full nodes' HTTP interface (java-tron). Sends no request before
 * the first call.
 */
export function createTronAdapter(options: TronAdapterOptions): TronAdapter {
  const { chain, rpcUrls, timeoutMs = 10_000, fetch = callHttp, clock = machineClock } = options;
  const { random = Math.random } = options;
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
  const receivedSince = createReceivedSince(chain);
  return {
    chain,
    head: () => endpoints.first(readHead),
    endpoints: () => endpoints.states(),
    proveNetwork: () => proveOnEach(endpoints, readIdentity),
    examine: () => examineEach(endpoints, tronProbes(chain)),
    parseAddress: (text) => {
      const parsed = parseTronAddress(text);
      return parsed.ok ? { ok: true, address: parsed.address } : parsed;
    },
    parseTxId,
    token: (address) =>
      tokenAcrossHosts(endpoints, (endpoint) => readToken(endpoint, chain, address)),
    balances: (account, tokens) =>
      lowestBalances(endpoints, (endpoint) => readBalances(endpoint, chain, account, tokens)),
    allowances: {
      read: (account, token, spender) =>
        lowestAllowance(endpoints, (endpoint) =>
          readAllowance(endpoint, chain, account, token, spender),
        ),
      approve: (token, spender, value) => approveTransaction(chain, token, spender, value),
    },
    paymentOf: async (request) => paymentOf(chain, request),
    accounts: {
      kind: 'listed',
      signedWithin: (question) =>
        signedOnEveryHost(endpoints, (endpoint) => signedWithin(endpoint, chain, question)),
    },
    valueOf: (transaction) => ofFamily(transaction, 'tron').value,
    estimateFee: async (account, transaction) =>
      estimateFee(endpoints, chain, requireAccount(account), ofFamily(transaction, 'tron')),
    prepare: (request) =>
      endpoints.first((endpoint) => prepare(endpoint, chain, request, { now: clock.now, random })),
    simulate: (request) =>
      simulateAcrossHosts(endpoints, {
        simulate: (endpoint) => simulate(endpoint, chain, request),
      }),
    sign: (unsigned, keys, keyRef) => sign(chain, unsigned, keys, keyRef),
    hasRelays: relays.length > 0,
    broadcast: (signed, to) => broadcast({ endpoints, relays }, signed, to),
    observe: (attempts) => endpoints.first((endpoint) => observe(endpoint, attempts)),
    prove: (lease, attempts) => prove(endpoints, chain, lease, attempts),
    receivedIn: (txId, receiver, token) => receivedIn(endpoints, chain, txId, receiver, token),
    tokensReceivedIn: (txId, receiver) => tokensReceivedIn(endpoints, chain, txId, receiver),
    coinChangeIn: (txId, account) => coinChangeIn(endpoints, txId, account),
    receivedSince: (after, receiver, token) =>
      endpoints.first((endpoint) => receivedSince(endpoint, after, receiver, token)),
    maxBlocksPerScan,
    paymentsTo: createPaymentsTo(endpoints, chain),
  };
}

/** A transfer of TRX, or TRC-20 `transfer` (EIP-20's). The transaction itself carries the memo. */
function paymentOf(chain: TronChain, { token, to, amount, memo }: PaymentRequest): TronTransaction {
  const memoPart = memo === undefined ? {} : { memo };
  const receiver = requireAccount(to);
  if (isNativeToken(chain, token)) {
    return { family: 'tron', to: addressText(receiver), data: '0x', value: amount, ...memoPart };
  }
  const call = transferCall(requireToken(chain, token), receiver, amount);
  return { family: 'tron', to: addressText(call.to), data: call.data, value: 0n, ...memoPart };
}
