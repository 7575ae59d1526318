import { higherOf } from '../../../core/amounts/higher-of.ts';
import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { callHttp } from '../../../http/call-http.ts';
import type { CountedAccounts } from '../../../ports/capabilities/accounts.ts';
import type { ChainAdapter } from '../../../ports/chain-adapter.ts';
import { type Clock, machineClock } from '../../../ports/clock.ts';
import type { HttpCall } from '../../../ports/http.ts';
import type { EndpointOptions } from '../../shared/endpoints/endpoint.ts';
import { createEndpoints, createRelays } from '../../shared/endpoints/endpoints.ts';
import { examineEach } from '../../shared/endpoints/examine-each.ts';
import { lowestBalances } from '../../shared/endpoints/lowest-balances.ts';
import { proveOnEach } from '../../shared/endpoints/prove-on-each.ts';
import { readOfEachHost } from '../../shared/endpoints/read-of-each-host.ts';
import { simulateAcrossHosts } from '../../shared/endpoints/simulate-across-hosts.ts';
import { tokenAcrossHosts } from '../../shared/endpoints/token-across-hosts.ts';
import { searchOnHost } from '../../shared/payments/search-on-host.ts';
import { parseTonAddress } from '../formats/address.ts';
import type { TonChain } from '../formats/chain.ts';
import { parseTonHash } from '../formats/hash.ts';
import { isTonTestNetwork } from '../formats/network.ts';
import { readBalances } from './balances.ts';
import { batching } from './batching.ts';
import { broadcast } from './broadcast.ts';
import { coinChangeIn } from './coin-change-in.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { estimateFee } from './estimate-fee.ts';
import { tonProbes } from './examine.ts';
import { readUnsigned } from './external-message.ts';
import { readHead } from './head.ts';
import { observe } from './observe.ts';
import { createOrigins } from './origins.ts';
import { paymentOf } from './payment.ts';
import { createTonHistoryScan, paymentsTo } from './payments-to.ts';
import { prepare } from './prepare.ts';
import { prove } from './prove.ts';
import { readIdentity } from './read-identity.ts';
import { receivedIn, receivedSince, tokensReceivedIn } from './received.ts';
import { requireAccount } from './require-account.ts';
import { readSeqno } from './seqno.ts';
import { signWalletMessage } from './sign.ts';
import { isToken, simulate, tonFacts } from './simulate.ts';
import { readToken } from './token.ts';
import { longestValidity } from './validity.ts';
import { createWallets, type WalletOf } from './wallets.ts';

export interface TonAdapterOptions {
  chain: TonChain;
  /**
   * URLs of toncenter servers, up to and including `/api/v2`. The adapter asks the first healthy
   * one. Proving that a message is absent takes two of them on different hosts.
   */
  rpcUrls: readonly string[];
  /**
   * Finds the contract of a wallet that is not deployed yet. Default: an undeployed wallet cannot
   * send.
   */
  walletOf?: WalletOf;
  /** Private relays. Default: none. */
  broadcastUrls?: readonly string[];
  /** How long one HTTP request may take, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Default: the runtime's. */
  fetch?: HttpCall;
  /** Default: the machine's. */
  clock?: Clock;
}

/** Wallet contracts number their messages (seqno) and send several in one transaction. */
export type TonAdapter = ChainAdapter &
  Required<Pick<ChainAdapter, 'batching'>> & { readonly accounts: CountedAccounts };

/**
 * The chain adapter of TON, over toncenter's HTTP API, version 2. Sends no request before the first
 * call.
 */
export function createTonAdapter(options: TonAdapterOptions): TonAdapter {
  const { chain, rpcUrls, timeoutMs = 10_000, fetch = callHttp, clock = machineClock } = options;
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
  const wallets = createWallets(chain, endpoints, options.walletOf ?? (async () => undefined));
  const origins = createOrigins();
  const historyScan = createTonHistoryScan();
  const isTestNetwork = isTonTestNetwork(chain);
  return {
    chain,
    head: () => endpoints.first(readHead),
    endpoints: () => endpoints.states(),
    proveNetwork: () => proveOnEach(endpoints, readIdentity),
    examine: (accounts) =>
      examineEach(endpoints, tonProbes(chain, accounts.map(requireAccount), wallets)),
    parseAddress: (text) => parseTonAddress(text, { isTestNetwork }),
    requireWallet: (account) => wallets.requireNetwork(requireAccount(account)),
    receiverFault: (account) =>
      endpoints.hedged((endpoint) => receiverFault(endpoint, requireAccount(account))),
    parseTxId: parseTonHash,
    hasSeveralNames: true,
    token: (address) =>
      tokenAcrossHosts(endpoints, (endpoint) => readToken(endpoint, chain, address)),
    balances: (account, tokens) =>
      lowestBalances(endpoints, (endpoint) =>
        readBalances(endpoint, chain, requireAccount(account), tokens),
      ),
    paymentOf: (request) => endpoints.first((endpoint) => paymentOf(endpoint, chain, request)),
    accounts: {
      kind: 'counted',
      nextNonce: (account) =>
        endpoints.first((endpoint) => readSeqno(endpoint, chain, requireAccount(account))),
    },
    batching,
    valueOf: (transaction) =>
      ofFamily(transaction, 'ton').messages.reduce((sum, { value }) => sum + value, 0n),
    async estimateFee(text, transaction) {
      const account = requireAccount(text);
      const wallet = await wallets.of(account);
      const fees = await readOfEachHost(endpoints, (endpoint) =>
        estimateFee(endpoint, chain, account, wallet, ofFamily(transaction, 'ton')),
      );
      // A message cannot bound its own fee, so the highest counts against the caps.
      return { family: 'ton', walletFee: fees.map(({ walletFee }) => walletFee).reduce(higherOf) };
    },
    async prepare(request) {
      const account = requireAccount(request.account);
      const wallet = await wallets.of(account);
      return endpoints.first((endpoint) =>
        prepare(endpoint, chain, wallet, { ...request, account }, clock.now),
      );
    },
    simulate: (request) =>
      simulateAcrossHosts(endpoints, {
        simulate: (endpoint) => simulate(endpoint, chain, request),
        factsOf: tonFacts,
      }),
    async sign({ chain: name, account, bytes: unsigned }, keys, keyRef) {
      if (name !== chain.name)
        throw new FerrymanError('SIGNATURE_MISMATCH', `the message is for ${name}`);
      const wallet = await wallets.of(requireAccount(account));
      const { seqno, validUntil } = readUnsigned(unsigned).message;
      // A proof reads the wallet's history back to then.
      if (validUntil > Math.ceil(clock.now() / 1_000) + longestValidity(chain))
        throw new FerrymanError('SIGNATURE_MISMATCH', 'the message is valid for too long');
      // A deployed wallet does not need its state init. The network accepts it anyway.
      const isDeployed = seqno > 0;
      const sign = (digest: Uint8Array) => keys.signMessage(keyRef, digest);
      return {
        chain: chain.name,
        ...(await signWalletMessage({ wallet, unsigned, isDeployed }, sign)),
      };
    },
    hasRelays: relays.length > 0,
    broadcast: (signed, to) => broadcast({ endpoints, relays }, signed, to),
    observe: (attempts, accounts) =>
      endpoints.first((endpoint) => observe(endpoint, chain, attempts, accounts)),
    prove: (lease, attempts) => prove(endpoints, chain, lease, attempts),
    receivedIn: (txId, receiver, token, from) =>
      endpoints.first((endpoint) =>
        receivedIn(endpoint, chain, origins, txId, receiver, token, from),
      ),
    tokensReceivedIn: (txId, receiver) =>
      endpoints.first((endpoint) => tokensReceivedIn(endpoint, chain, origins, txId, receiver)),
    coinChangeIn: (txId, account, known) =>
      endpoints.first((endpoint) => coinChangeIn(endpoint, origins, txId, account, known)),
    receivedSince: (after, receiver, token) =>
      endpoints.first((endpoint) =>
        receivedSince(endpoint, chain, origins, after, receiver, token),
      ),
    paymentsTo: (targets, host) =>
      searchOnHost(endpoints, host, (endpoint) =>
        paymentsTo(endpoint, chain, origins, historyScan, targets),
      ),
  };
}

/**
 * Why an account cannot be a receiver. Payouts do not bounce, so coins sent to a jetton contract
 * are lost. Routing services do not pay out on the masterchain.
 */
async function receiverFault(endpoint: Endpoint, account: string): Promise<string | undefined> {
  if (!account.startsWith('0:')) return 'is on the masterchain, where nothing is paid out';
  if (await isToken(endpoint, account))
    return 'is a jetton minter or a jetton wallet, and not an owner’s account';
  return undefined;
}
