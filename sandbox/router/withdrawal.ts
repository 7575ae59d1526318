import { encodeFunctionData } from 'viem';
import type { BridgeId } from '../chains/bridge-ids.ts';
import { ClaimVault } from '../evm/artifacts/ClaimVault.ts';
import { RefundGateway } from '../evm/artifacts/RefundGateway.ts';
import type { Order } from '../providers/order-book.ts';
import { contractChainNamed } from '../sandbox-chain.ts';
import { parseTransactionId } from './parse-transaction-id.ts';
import type { RouterContext } from './router-context.ts';
import { MalformedRequest, RouteError, type RouterProblem } from './router-error.ts';

/** The chains that both endpoints accept, whether or not the sandbox runs them (2.7). */
export const REFUND_CHAINS = [
  ...[
    'BSC',
    'POLYGON',
    'AVALANCHE',
    'ETH',
    'FANTOM',
    'ARBITRUM',
    'AURORA',
    'OPTIMISM',
    'ASTAR_EVM',
  ],
  ...['GOERLI', 'BSCT', 'MUMBAI', 'FUJI'],
] as const;
export const CLAIM_CHAINS = ['ARBITRUM', 'ETH'] as const;

const GAS_LIMIT = 200_000n;

type Query = Readonly<Record<string, string | undefined>>;

/**
 * GET /api/utility/celerRefund: the source-chain transaction that refunds a stuck payment of
 * `celer_bridge`.
 * @throws {MalformedRequest} 1005, 1999
 * @throws {RouteError} 3100 no such payment, 3007 nothing to refund (yet, or any more)
 */
export function celerRefund(context: RouterContext, query: Query) {
  const order = findOrder(context, query, 'celer_bridge', REFUND_CHAINS);
  if (order.state.kind !== 'refundable') throw nothingThere('refund', order);
  const data = encodeFunctionData({
    abi: RefundGateway.abi,
    functionName: 'refund',
    args: [order.orderId],
  });
  const { face, deployment } = contractChainNamed(context.chains, order.from.chain);
  return face.renderCall({
    to: deployment.bridgeGateways.celer_bridge.address,
    data,
    value: 0n,
    gasLimit: GAS_LIMIT,
  });
}

/**
 * GET /api/utility/claim: the destination-chain transaction that claims a payment over `arbitrum`
 * for the receiver.
 * @throws as `celerRefund`
 */
export function claim(context: RouterContext, query: Query) {
  const order = findOrder(context, query, 'arbitrum', CLAIM_CHAINS);
  if (order.state.kind !== 'claimable') throw nothingThere('claim', order);
  const data = encodeFunctionData({
    abi: ClaimVault.abi,
    functionName: 'claim',
    args: [order.orderId],
  });
  const { face, deployment } = contractChainNamed(context.chains, order.to.chain);
  return face.renderCall({ to: deployment.claimVault, data, value: 0n, gasLimit: GAS_LIMIT });
}

function findOrder(
  { orders, chains }: RouterContext,
  query: Query,
  provider: BridgeId,
  accepted: readonly string[],
): Order {
  const { fromBlockchain = '', sourceTransactionHash = '' } = query;
  const problems: RouterProblem[] = [];
  if (fromBlockchain === '') problems.push({ code: 1005, reason: 'fromBlockchain is missing' });
  else if (!accepted.includes(fromBlockchain)) {
    problems.push({ code: 1999, reason: `fromBlockchain must be one of ${accepted.join(', ')}` });
  }
  if (sourceTransactionHash === '')
    problems.push({ code: 1005, reason: 'sourceTransactionHash is missing' });
  if (problems.length > 0) throw new MalformedRequest(problems);
  const id = parseTransactionId(chains, sourceTransactionHash);
  const order = id === undefined ? undefined : orders.bySourceTx(id);
  if (order?.provider !== provider || order.from.chain !== fromBlockchain) {
    throw new RouteError({
      code: 3100,
      reason: `No payment to ${provider} on ${fromBlockchain} has this hash`,
    });
  }
  return order;
}

function nothingThere(what: 'refund' | 'claim', { state }: Order): RouteError {
  const isOver = state.kind === 'refunded' || state.kind === 'paid';
  return new RouteError({
    code: 3007,
    reason: isOver ? `Nothing to ${what} any more` : `Nothing to ${what} yet`,
  });
}
