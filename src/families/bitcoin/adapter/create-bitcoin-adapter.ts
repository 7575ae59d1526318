import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { callHttp } from '../../../http/call-http.ts';
import type { ChainAdapter } from '../../../ports/chain-adapter.ts';
import { type Clock, machineClock } from '../../../ports/clock.ts';
import type { HttpCall } from '../../../ports/http.ts';
import type { PaymentRequest } from '../../../ports/payments.ts';
import type { SignedHistory, SignedQuestion } from '../../../ports/signed-history.ts';
import type { EndpointOptions } from '../../shared/endpoints/endpoint.ts';
import { createEndpoints, createRelays } from '../../shared/endpoints/endpoints.ts';
import { examineEach } from '../../shared/endpoints/examine-each.ts';
import { lowestBalances } from '../../shared/endpoints/lowest-balances.ts';
import { proveOnEach } from '../../shared/endpoints/prove-on-each.ts';
import { signedOnEveryHost } from '../../shared/endpoints/signed-on-every-host.ts';
import { simulateAcrossHosts } from '../../shared/endpoints/simulate-across-hosts.ts';
import { searchOnHost } from '../../shared/payments/search-on-host.ts';
import { parseBitcoinAddress } from '../formats/address.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { maxMemoBytes } from '../formats/memo.ts';
import { isOwn, type OwnScripts } from '../formats/own-scripts.ts';
import { outpointKey } from '../formats/read-transaction.ts';
import type { BitcoinTransaction, BitcoinTransfer } from '../formats/transaction.ts';
import { readBalances, requireNative } from './balances.ts';
import { broadcast } from './broadcast.ts';
import { cancelOrder } from './cancel-order.ts';
import { childOf } from './child-of.ts';
import { coinChangeIn } from './coin-change-in.ts';
import { complete } from './complete.ts';
import { createEndpoint } from './create-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { enlargedOf } from './enlarged-of.ts';
import { estimateFee, rateOfHosts } from './estimate-fee.ts';
import { bitcoinProbes } from './examine.ts';
import type { FeeRate } from './fee-rate.ts';
import { sumOf } from './funded-transaction.ts';
import { readHead, readTip } from './head.ts';
import { observe } from './observe.ts';
import { paymentsTo } from './payments-to.ts';
import { prepare } from './prepare.ts';
import { prove } from './prove.ts';
import { readIdentity } from './read-identity.ts';
import { requirePsbt } from './read-order.ts';
import { readRouterPsbt } from './read-router-psbt.ts';
import { receivedIn, receivedSince, tokensReceivedIn } from './received.ts';
import { replacementFee } from './replacement-fee.ts';
import { requireWallet } from './require-account.ts';
import { sign } from './sign.ts';
import { bitcoinFacts, joinBitcoin, simulate } from './simulate.ts';
import { createWallets, type PublicKeyOf, type Wallet } from './wallets.ts';

/**
 * Milliseconds by which a block's time may be wrong: nodes accept one up to two hours ahead, and
 * any after the median of the last eleven.
 */
const timeTolerance = 2 * 3_600_000;

/**
 * The transactions that spend the wallet's coins. The period has no end, because a transaction
 * that is in no mempool can still be sent while its coins are unspent.
 */
async function signedWithin(
  endpoint: Endpoint,
  { places }: Wallet,
  { from }: SignedQuestion,
): Promise<SignedHistory> {
  await readTip(endpoint);
  const since = Math.floor((from - timeTolerance) / 1_000);
  const { txIds, isWhole } = await endpoint.spends(places, since);
  return { kind: isWhole ? 'whole' : 'cut', txIds };
}

export interface BitcoinAdapterOptions {
  chain: BitcoinChain;
  /**
   * Esplora servers, and Bitcoin Core nodes as `bitcoind+http://user:password@host:port`. The
   * adapter asks the first healthy one. A proof that allows a second payment takes two hosts.
   */
  rpcUrls: readonly string[];
  /**
   * Satoshis of the largest coin that may carry more than its amount and is not spent: that of the
   * operator's policy (`protectedCoinSats`), by which the guard judges too (B08).
   */
  protectedCoin: bigint;
  /** The keystores' public keys. Default: none, so that a wallet has the coins of its address only. */
  publicKeyOf?: PublicKeyOf;
  /** Private relays. Default: none. */
  broadcastUrls?: readonly string[];
  /** How long one HTTP request may take, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Default: the runtime's. */
  fetch?: HttpCall;
  /** Default: the machine's. */
  clock?: Clock;
}

/** Transactions spend coins, and can be replaced until they are in a block. */
export type BitcoinAdapter = ChainAdapter & Required<Pick<ChainAdapter, 'inputs' | 'replacement'>>;

/**
 * The chain adapter of Bitcoin, over Esplora's HTTP API or bitcoind's JSON-RPC. Sends no request
 * before the first call.
 */
export function createBitcoinAdapter(options: BitcoinAdapterOptions): BitcoinAdapter {
  const { chain, rpcUrls, timeoutMs = 10_000, fetch = callHttp, clock = machineClock } = options;
  const { protectedCoin, publicKeyOf = async () => undefined } = options;
  const wallets = createWallets(chain, publicKeyOf, clock);
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
  const readRate = (): Promise<FeeRate> => rateOfHosts(endpoints);
  const paying = { chain, protectedCoin, readRate };
  return {
    chain,
    head: () => endpoints.first((endpoint) => readHead(endpoint, chain)),
    endpoints: () => endpoints.states(),
    proveNetwork: () => proveOnEach(endpoints, readIdentity),
    examine: () => examineEach(endpoints, bitcoinProbes(chain)),
    parseAddress: (text) => {
      const parsed = parseBitcoinAddress(text, chain.network);
      return parsed.ok ? { ok: true, address: parsed.address } : parsed;
    },
    requireWallet: async (account) => requireWallet(chain, account),
    parseTxId: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
    token: async (address) => {
      requireNative(chain, address);
      return chain.nativeToken;
    },
    async balances(account, tokens) {
      const wallet = await wallets.of(account);
      return lowestBalances(endpoints, (endpoint) => readBalances(endpoint, chain, wallet, tokens));
    },
    paymentOf: async (request) => paymentOf(chain, request),
    replacement: {
      raise: {
        kind: 'child',
        async childOf(request) {
          const wallet = await wallets.of(request.account);
          return endpoints.first((endpoint) => childOf(endpoint, wallet, request, readRate));
        },
        async enlargedOf(request) {
          const wallet = await wallets.of(request.lease.account);
          return endpoints.first((endpoint) =>
            enlargedOf(endpoint, wallet, request, { protectedCoin, readRate }),
          );
        },
      },
      cancelTransaction: (lease) =>
        endpoints.first((endpoint) => cancelOrder(endpoint, chain, lease)),
      async replacementFee({ fee, market, most, replaced }) {
        const descendantFees = await endpoints.first((endpoint) =>
          endpoint.descendantFees(replaced),
        );
        return replacementFee(
          ofFamily(fee, 'bitcoin'),
          descendantFees,
          ofFamily(market, 'bitcoin'),
          most,
        );
      },
    },
    accounts: {
      kind: 'listed',
      async signedWithin(question) {
        const wallet = await wallets.of(question.account);
        return signedOnEveryHost(endpoints, (endpoint) => signedWithin(endpoint, wallet, question));
      },
    },
    inputs: {
      async choose(account, transaction) {
        const wallet = await wallets.of(account);
        return endpoints.first((endpoint) =>
          complete(endpoint, paying, wallet, ofFamily(transaction, 'bitcoin')),
        );
      },
      async require(account, value) {
        // A plain payment is the smallest transaction, and its destination hardly changes its size.
        const payment = { family: 'bitcoin', kind: 'transfer', to: account, value } as const;
        const wallet = await wallets.of(account);
        await endpoints.first((endpoint) => complete(endpoint, paying, wallet, payment));
      },
      of: (transaction) =>
        readRouterPsbt(requirePsbt(ofFamily(transaction, 'bitcoin'))).transaction.inputs.map(
          outpointKey,
        ),
    },
    valueOf: async (transaction, account) =>
      paidOut(ofFamily(transaction, 'bitcoin'), (await wallets.of(account)).scripts),
    async estimateFee(account, transaction) {
      const wallet = await wallets.of(account);
      return endpoints.first((endpoint) =>
        estimateFee(endpoint, wallet, ofFamily(transaction, 'bitcoin'), readRate),
      );
    },
    async prepare(request) {
      const wallet = await wallets.of(request.account);
      return endpoints.first((endpoint) => prepare(endpoint, chain, wallet, request));
    },
    simulate: (request) =>
      simulateAcrossHosts(endpoints, {
        simulate: (endpoint) => simulate(endpoint, chain, wallets, request),
        factsOf: bitcoinFacts,
        join: joinBitcoin,
      }),
    async sign(unsigned, keys, keyRef) {
      const { scripts } = await wallets.of(unsigned.account);
      const signed = await sign(unsigned.bytes, scripts, {
        signDigest: (digest) => keys.signDigest(keyRef, digest),
        signTaproot: (digest) => keys.signTaproot(keyRef, digest),
      });
      return { chain: chain.name, ...signed };
    },
    hasRelays: relays.length > 0,
    broadcast: (signed, to) => broadcast({ endpoints, relays }, signed, to),
    observe: (attempts) => endpoints.first((endpoint) => observe(endpoint, chain, attempts)),
    prove: (lease, attempts) => prove(endpoints, chain, lease, attempts),
    receivedIn: async (txId, receiver, token) =>
      receivedIn(endpoints, chain, txId, await wallets.of(receiver), token),
    tokensReceivedIn: async (txId, receiver) =>
      tokensReceivedIn(endpoints, chain, txId, await wallets.of(receiver)),
    coinChangeIn: async (txId, account) => coinChangeIn(endpoints, txId, await wallets.of(account)),
    async receivedSince(after, receiver, token) {
      const wallet = await wallets.of(receiver);
      return endpoints.first((endpoint) => receivedSince(endpoint, chain, after, wallet, token));
    },
    paymentsTo: (targets, host) =>
      searchOnHost(endpoints, host, (endpoint) => paymentsTo(endpoint, chain, wallets, targets)),
  };
}

/**
 * Satoshis that a transaction pays to others, without the fee. Throws `ROUTER_MALFORMED`.
 */
function paidOut(transaction: BitcoinTransaction, own: OwnScripts): bigint {
  switch (transaction.kind) {
    case 'transfer':
      return transaction.value;
    case 'psbt': {
      const { outputs } = readRouterPsbt(transaction).transaction;
      return sumOf(outputs.filter(({ script }) => !isOwn(own, script)));
    }
  }
}

/** A transfer with the memo in an OP_RETURN. Its coins are chosen later. */
function paymentOf(
  chain: BitcoinChain,
  { token, to, amount, memo }: PaymentRequest,
): BitcoinTransfer {
  requireNative(chain, token);
  const bytes = Buffer.byteLength(memo ?? '');
  if (bytes > maxMemoBytes) {
    throw new FerrymanError(
      'DEPOSIT_UNPAYABLE',
      `the memo has ${bytes} bytes, and nodes relay at most ${maxMemoBytes}`,
    );
  }
  return {
    family: 'bitcoin',
    kind: 'transfer',
    to,
    value: amount,
    ...(memo === undefined ? {} : { memo }),
  };
}
