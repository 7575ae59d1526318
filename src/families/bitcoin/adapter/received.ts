import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { ReceivedTransfer } from '../../../ports/payments.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { Endpoint, SeenTransaction } from './endpoint.ts';
import { readHead } from './head.ts';
import { isSpentFrom } from './spend.ts';
import type { Wallet } from './wallets.ts';

/** The outputs to `receiver` in one transaction. Empty while it is in no block. */
export async function receivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: BitcoinChain,
  txId: string,
  receiver: Wallet,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  if (!isNativeToken(chain, token)) return [];
  return endpoints.first(async (endpoint) => {
    const { final } = await readHead(endpoint, chain);
    const found = await endpoint.transaction(txId);
    const block = found?.block;
    // The server's answer about a block that it has replaced meanwhile does not count.
    if (!found || !block || (await endpoint.hashAt(block.number)) !== block.hash) return [];
    return transfersOf(found, receiver, token, final);
  });
}

export async function tokensReceivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: BitcoinChain,
  txId: string,
  receiver: Wallet,
): Promise<TokenAddress[]> {
  const { address } = chain.nativeToken;
  return (await receivedIn(endpoints, chain, txId, receiver, address)).length > 0 ? [address] : [];
}

/** The outputs to `receiver` in blocks after `after`. */
export async function receivedSince(
  endpoint: Endpoint,
  chain: BitcoinChain,
  after: bigint,
  receiver: Wallet,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  if (!isNativeToken(chain, token)) return [];
  const { final } = await readHead(endpoint, chain);
  const listed = await endpoint.payments(receiver.account, receiver.script, after);
  return listed.flatMap((found) => transfersOf(found, receiver, token, final));
}

/**
 * Matches outputs by script, not by the address that a server reports. A transaction that spends
 * the receiver's coins, of whatever address, is not a payment by others: it only returns change.
 */
export function transfersOf(
  found: SeenTransaction,
  receiver: Pick<Wallet, 'script' | 'scripts'>,
  token: TokenAddress,
  final: bigint,
): ReceivedTransfer[] {
  const { block } = found;
  if (!block || isSpentFrom(found, receiver.scripts)) return [];
  return found.outputs.flatMap(({ script, value }, index) =>
    Buffer.compare(script, receiver.script) === 0 && value > 0n
      ? [{ txId: found.txId, index, token, amount: value, block, final: block.number <= final }]
      : [],
  );
}
