import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { ReceivedTransfer } from '../../../ports/payments.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { parseBitcoinAddress } from '../formats/address.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { Endpoint, SeenTransaction } from './endpoint.ts';
import { readHead } from './head.ts';
import { isSpentFrom } from './spend.ts';

/** The outputs to `receiver` in one transaction. Empty while it is in no block. */
export async function receivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: BitcoinChain,
  txId: string,
  receiver: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  if (!isNativeToken(chain, token)) return [];
  return endpoints.first(async (endpoint) => {
    const { final } = await readHead(endpoint, chain);
    const found = await endpoint.transaction(txId);
    const block = found?.block;
    // The server's answer about a block that it has replaced meanwhile does not count.
    if (!found || !block || (await endpoint.hashAt(block.number)) !== block.hash) return [];
    return transfersOf(found, chain, receiver, token, final);
  });
}

export async function tokensReceivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: BitcoinChain,
  txId: string,
  receiver: string,
): Promise<TokenAddress[]> {
  const { address } = chain.nativeToken;
  return (await receivedIn(endpoints, chain, txId, receiver, address)).length > 0 ? [address] : [];
}

/** The outputs to `receiver` in blocks after `after`. */
export async function receivedSince(
  endpoint: Endpoint,
  chain: BitcoinChain,
  after: bigint,
  receiver: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  const address = parseBitcoinAddress(receiver, chain.network);
  if (!isNativeToken(chain, token) || !address.ok) return [];
  const { final } = await readHead(endpoint, chain);
  const listed = await endpoint.payments(receiver, address.script, after);
  return listed.flatMap((found) => transfersOf(found, chain, receiver, token, final));
}

/**
 * Matches outputs by script, not by the address that a server reports. A transaction that spends
 * the receiver's coins is not a payment by others: it only returns change.
 */
export function transfersOf(
  found: SeenTransaction,
  { network }: BitcoinChain,
  receiver: string,
  token: TokenAddress,
  final: bigint,
): ReceivedTransfer[] {
  const { block } = found;
  const address = parseBitcoinAddress(receiver, network);
  if (!block || !address.ok || isSpentFrom(found, address.script)) return [];
  return found.outputs.flatMap(({ script, value }, index) =>
    Buffer.compare(script, address.script) === 0 && value > 0n
      ? [{ txId: found.txId, index, token, amount: value, block, final: block.number <= final }]
      : [],
  );
}
