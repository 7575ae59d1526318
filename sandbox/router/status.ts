import { type Hash, isAddressEqual, isHash, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';
import type { EvmChain, EvmChains } from '../evm/evm-chain.ts';
import type { ProviderStatus } from '../providers/provider.ts';
import type { RouterContext } from './router-context.ts';
import { ValidationError } from './router-error.ts';

/**
 * GET /api/routes/status: how a cross-chain swap is getting on. A swap on one chain is not tracked by the service,
 * its receipt says everything: NOT_FOUND, or FAIL if it was reverted.
 */
export async function status({ chains, providers }: RouterContext, srcTxHash: string | undefined) {
  if (srcTxHash === undefined) throw new ValidationError([{ code: 1005, reason: 'srcTxHash is missing' }]);
  if (!isHash(srcTxHash)) throw new ValidationError([{ code: 1999, reason: 'srcTxHash is not a transaction hash' }]);

  for (const provider of providers) {
    const known = provider.status(srcTxHash);
    if (known !== undefined) return renderStatus(chains, known);
  }
  for (const chain of Object.values(chains)) {
    const receipt = await findReceipt(chain, srcTxHash);
    if (receipt === undefined) continue;
    if (receipt.status === 'reverted') return renderEmpty('FAIL');
    // Paid in, and not confirmed yet.
    return renderEmpty(isDeposit(chain, receipt) ? 'PENDING' : 'NOT_FOUND');
  }
  return renderEmpty('NOT_FOUND');
}

function renderStatus(chains: EvmChains, known: ProviderStatus) {
  switch (known.kind) {
    case 'pending':
      return renderEmpty('PENDING');
    case 'failed':
      return renderEmpty('FAIL');
    case 'success': {
      const { title, chainId } = chains[known.destinationChain].definition;
      return {
        status: 'SUCCESS',
        destinationTxHash: known.destinationTx,
        destinationNetworkTitle: title,
        destinationNetworkChainId: chainId,
      };
    }
  }
}

function renderEmpty(kind: 'PENDING' | 'NOT_FOUND' | 'FAIL') {
  return {
    status: kind,
    destinationTxHash: null,
    destinationNetworkTitle: null,
    destinationNetworkChainId: null,
  };
}

async function findReceipt({ client }: EvmChain, hash: Hash): Promise<TransactionReceipt | undefined> {
  try {
    return await client.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

function isDeposit({ deployment }: EvmChain, { to }: TransactionReceipt): boolean {
  return to !== null && Object.values(deployment.bridgeGateways).some(({ address }) => isAddressEqual(address, to));
}
