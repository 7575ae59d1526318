import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { callHttp } from '../../../http/call-http.ts';
import type { ChainAdapter } from '../../../ports/chain-adapter.ts';
import { type Clock, machineClock } from '../../../ports/clock.ts';
import type { HttpCall } from '../../../ports/http.ts';
import type { PaymentRequest } from '../../../ports/payments.ts';
import type { SignedHistory, SignedQuestion } from '../../../ports/signed-history.ts';
import { createEndpoints } from '../../shared/endpoints/endpoints.ts';
import { signedOnEveryHost } from '../../shared/endpoints/signed-on-every-host.ts';
import { searchOnHost } from '../../shared/payments/search-on-host.ts';
import { parseBitcoinAddress } from '../formats/address.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { maxMemoBytes } from '../formats/memo.ts';
import { outpointKey } from '../formats/read-transaction.ts';
import type { BitcoinTransaction, BitcoinTransfer } from '../formats/transaction.ts';
import { readBalances, requireNative } from './balances.ts';
import { broadcast } from './broadcast.ts';
import { cancelOrder } from './cancel-order.ts';
import { childOf } from './child-of.ts';
import { complete } from './complete.ts';
import { createEndpoint } from './create-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { enlargedOf } from './enlarged-of.ts';
import { estimateFee } from './estimate-fee.ts';
import { sameScript, sumOf } from './funded-transaction.ts';
import { readHead, readTip } from './head.ts';
import { observe } from './observe.ts';
import { paymentsTo } from './payments-to.ts';
import { prepare } from './prepare.ts';
import { prove } from './prove.ts';
import { requirePsbt } from './read-order.ts';
import { readRouterPsbt } from './read-router-psbt.ts';
import { receivedIn, receivedSince, tokensReceivedIn } from './received.ts';
import { replacementFee } from './replacement-fee.ts';
import { requireScript, requireWallet } from './require-account.ts';
import { sign } from './sign.ts';
import { simulate } from './simulate.ts';

/**
 * Milliseconds by which the time of a block may be wrong: nodes take one that is two hours ahead,
 * and one that is after the median of eleven.
 */
const timesDiffer = 2 * 3_600_000;

/**
 * What spends the account's coins. It has no end: what waits in no mempool can be sent as long as
 * its coins are there.
 */
async function signedWithin(
  endpoint: Endpoint,
  chain: BitcoinChain,
  { account, from }: SignedQuestion,
): Promise<SignedHistory> {
  await readTip(endpoint);
  const since = Math.floor((from - timesDiffer) / 1_000);
  const { txIds, isWhole } = await endpoint.spends(account, requireScript(chain, account), since);
  return { kind: isWhole ? 'whole' : 'cut', txIds };
}

export interface BitcoinAdapterOptions {
  chain: BitcoinChain;
  /**
   * Servers of Esplora, and nodes of Bitcoin Core as `bitcoind+http://user:password@host:port`; the
   * first that answers and keeps up is asked. What lets Ferryman pay again takes two hostnames.
   */
  rpcUrls: readonly string[];
  /** How long one HTTP request may take, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Default: the runtime's. */
  fetch?: HttpCall;
  /** Default: the machine's. */
  clock?: Clock;
}

/** Whose transactions spend coins, and can be replaced as long as they are in no block. */
export type BitcoinAdapter = ChainAdapter & Required<Pick<ChainAdapter, 'inputs' | 'replacement'>>;

/**
 * The chain adapter of Bitcoin, over Esplora's HTTP interface or bitcoind's JSON-RPC. Nothing is
 * asked before the first call.
 */
export function createBitcoinAdapter(options: BitcoinAdapterOptions): BitcoinAdapter {
  const { chain, rpcUrls, timeoutMs = 10_000, fetch = callHttp, clock = machineClock } = options;
  const endpoints = createEndpoints({
    chain,
    rpcUrls,
    timeoutMs,
    fetch,
    now: clock.now,
    create: (url, known) => createEndpoint(url, chain, known),
    readHead: (endpoint) => readHead(endpoint, chain),
  });
  return {
    chain,
    head: () => endpoints.first((endpoint) => readHead(endpoint, chain)),
    endpoints: () => endpoints.states(),
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
    balances: (account, tokens) =>
      endpoints.first((endpoint) => readBalances(endpoint, chain, account, tokens)),
    paymentOf: async (request) => paymentOf(chain, request),
    replacement: {
      raise: {
        kind: 'child',
        childOf: (request) => endpoints.first((endpoint) => childOf(endpoint, chain, request)),
        enlargedOf: (request) =>
          endpoints.first((endpoint) => enlargedOf(endpoint, chain, request)),
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
      signedWithin: (question) =>
        signedOnEveryHost(endpoints, (endpoint) => signedWithin(endpoint, chain, question)),
    },
    inputs: {
      choose: (account, transaction) =>
        endpoints.first((endpoint) =>
          complete(endpoint, chain, account, ofFamily(transaction, 'bitcoin')),
        ),
      async require(account, value) {
        // Nothing is smaller than a plain payment, and where it goes makes little difference.
        const payment = { family: 'bitcoin', kind: 'transfer', to: account, value } as const;
        await endpoints.first((endpoint) => complete(endpoint, chain, account, payment));
      },
      of: (transaction) =>
        readRouterPsbt(requirePsbt(ofFamily(transaction, 'bitcoin'))).transaction.inputs.map(
          outpointKey,
        ),
    },
    valueOf: (transaction, account) =>
      paidOut(ofFamily(transaction, 'bitcoin'), requireScript(chain, account)),
    estimateFee: (account, transaction) =>
      endpoints.first((endpoint) =>
        estimateFee(endpoint, chain, account, ofFamily(transaction, 'bitcoin')),
      ),
    prepare: (request) => endpoints.first((endpoint) => prepare(endpoint, chain, request)),
    simulate: (request) => endpoints.first((endpoint) => simulate(endpoint, chain, request)),
    async sign(unsigned, signer, keyRef) {
      const signed = await sign(unsigned.bytes, requireScript(chain, unsigned.account), {
        signDigest: (digest) => signer.signDigest(keyRef, digest),
        signTaproot: (digest) => signer.signTaproot(keyRef, digest),
      });
      return { chain: chain.name, ...signed };
    },
    broadcast: (signed) => broadcast(endpoints, signed),
    observe: (attempts) => endpoints.first((endpoint) => observe(endpoint, chain, attempts)),
    prove: (lease, attempts) => prove(endpoints, chain, lease, attempts),
    receivedIn: (txId, receiver, token) => receivedIn(endpoints, chain, txId, receiver, token),
    tokensReceivedIn: (txId, receiver) => tokensReceivedIn(endpoints, chain, txId, receiver),
    receivedSince: (after, receiver, token) =>
      endpoints.first((endpoint) => receivedSince(endpoint, chain, after, receiver, token)),
    paymentsTo: (places, host) =>
      searchOnHost(endpoints, host, (endpoint) => paymentsTo(endpoint, chain, places)),
  };
}

/**
 * Satoshis that leave the wallet: what is paid out and does not come back to its script. The fee is
 * beside them. Throws `ROUTER_MALFORMED`.
 */
function paidOut(transaction: BitcoinTransaction, script: Uint8Array): bigint {
  switch (transaction.kind) {
    case 'transfer':
      return transaction.value;
    case 'psbt': {
      const { outputs } = readRouterPsbt(transaction).transaction;
      return sumOf(outputs.filter((output) => !sameScript(output.script, script)));
    }
  }
}

/** A transfer whose coins are chosen later, with the memo in an OP_RETURN. */
function paymentOf(
  chain: BitcoinChain,
  { token, to, amount, memo }: PaymentRequest,
): BitcoinTransfer {
  requireNative(chain, token);
  const bytes = Buffer.byteLength(memo ?? '');
  if (bytes > maxMemoBytes) {
    throw new FerrymanError(
      'DEPOSIT_UNPAYABLE',
      `the memo has ${bytes} bytes, and nodes pass on ${maxMemoBytes}`,
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
