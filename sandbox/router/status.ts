import type { TransactionId } from '../notation.ts';
import { depositStatus } from '../providers/deposit-status.ts';
import type { ProviderStatus } from '../providers/provider.ts';
import { placeNamed, type SandboxChains } from '../sandbox-chain.ts';
import { parseTransactionId } from './parse-transaction-id.ts';
import type { RouterContext } from './router-context.ts';
import { MalformedRequest, ValidationError } from './router-error.ts';

type Query = Readonly<Record<string, string | undefined>>;

/**
 * GET /api/routes/status and /api/info/status: the status of a cross-chain swap, by its source
 * transaction. The quote id selects one of several orders that the transaction paid; it is enough
 * for a deposit order, NOT_FOUND if the quote has no order. The service does not track swaps on one
 * chain: NOT_FOUND, or FAIL if reverted. In the deployed shape the source transaction is required.
 * @throws {MalformedRequest} 1005
 * @throws {ValidationError} 1999
 */
export async function status(context: RouterContext, { id = '', srcTxHash }: Query) {
  if (context.shape === 'deployed') requiredHash(context, srcTxHash);
  const ofDeposit = statusOfDeposit(context, id);
  if (ofDeposit !== undefined) return renderWithStage(context.chains, ofDeposit);
  if (id !== '' && srcTxHash === undefined)
    return renderStatus(context.chains, { status: 'NOT_FOUND' });
  return renderStatus(
    context.chains,
    await findStatus(context, requiredHash(context, srcTxHash), id),
  );
}

/**
 * GET /api/info/statusExtended: the status with the provider's stage, by quote id, source
 * transaction, or both. NOT_FOUND if the quote has no swap.
 * @throws {MalformedRequest} 1005
 * @throws {ValidationError} 1999
 */
export async function statusExtended(context: RouterContext, { id = '', srcTxHash }: Query) {
  const ofDeposit = statusOfDeposit(context, id);
  if (ofDeposit !== undefined) return renderWithStage(context.chains, ofDeposit);
  const order = id === '' ? undefined : context.orders.byQuoteId(id);
  const hash =
    srcTxHash === undefined ? order?.deposit?.sourceTx : requiredHash(context, srcTxHash);
  if (hash === undefined && order === undefined) {
    if (id !== '') return renderStatus(context.chains, { status: 'NOT_FOUND' });
    throw new MalformedRequest([{ code: 1005, reason: 'id or srcTxHash is missing' }]);
  }
  const known: ProviderStatus =
    hash === undefined
      ? { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }
      : await findStatus(context, hash, id);
  return renderWithStage(context.chains, known);
}

/** The provider knows whether a deposit order is paid, from any wallet and by any transaction. */
function statusOfDeposit(
  { orders, desk }: RouterContext,
  quoteId: string,
): ProviderStatus | undefined {
  const order = quoteId === '' ? undefined : orders.byQuoteId(quoteId);
  return order?.invoice === undefined ? undefined : depositStatus(order, desk);
}

function renderWithStage(chains: SandboxChains, known: ProviderStatus) {
  return { ...renderStatus(chains, known), ...(known.subStatus && { subStatus: known.subStatus }) };
}

function requiredHash({ chains }: RouterContext, srcTxHash: string | undefined): TransactionId {
  if (srcTxHash === undefined)
    throw new MalformedRequest([{ code: 1005, reason: 'srcTxHash is missing' }]);
  const hash = parseTransactionId(chains, srcTxHash);
  if (hash !== undefined) return hash;
  throw new ValidationError([{ code: 1999, reason: 'srcTxHash is not a transaction hash' }]);
}

async function findStatus(
  { chains, providers, orders }: Pick<RouterContext, 'chains' | 'providers' | 'orders'>,
  srcTxHash: TransactionId,
  quoteId: string,
): Promise<ProviderStatus> {
  for (const provider of providers) {
    const known = provider.status(srcTxHash, quoteId);
    if (known !== undefined) return known;
  }
  for (const chain of chains.values()) {
    const included = await chain.operations.findTransaction(srcTxHash);
    if (included === undefined) continue;
    const { depositId = srcTxHash } = included;
    if (depositId !== srcTxHash)
      return findStatus({ chains, providers, orders }, depositId, quoteId);
    const own = included.orderIds?.map(orders.byId).find((order) => order?.quoteId === quoteId);
    if (!included.isSuccessful && own === undefined) return { status: 'FAIL' };
    // Paid in but not accepted yet, if it is a payment to a bridge.
    const bridge = own?.provider ?? included.bridge;
    const unconfirmed = providers.find(({ id }) => id === bridge)?.meanwhile;
    return unconfirmed === undefined
      ? { status: 'NOT_FOUND' }
      : { status: unconfirmed, subStatus: 'CONFIRMING' };
  }
  return { status: 'NOT_FOUND' };
}

function renderStatus(chains: SandboxChains, { status, destination }: ProviderStatus) {
  const chain = destination === undefined ? undefined : placeNamed(chains, destination.chain);
  return {
    status,
    destinationTxHash:
      destination === undefined
        ? null
        : (chain?.notation.renderTransactionId(destination.tx) ?? null),
    destinationNetworkTitle: chain?.definition.title ?? null,
    destinationNetworkChainId: chain?.definition.chainId ?? null,
  };
}
