import { parseBitcoinAddress } from '../../core/bitcoin-address.ts';
import type { BitcoinChain } from '../../core/chains.ts';
import { isNativeToken, type TokenAddress } from '../../core/chains.ts';
import type { ReceivedTransfer } from '../../ports/chain-adapter.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import { addressTransactions, type EsploraTransaction, transaction } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findHash, readHead } from './head.ts';
import { blockOf } from './observe.ts';
import { isSpentFrom } from './spend.ts';

/** Outputs to `receiver` in one transaction; none while it is in no block. */
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
    const found = await endpoint.find(`tx/${txId}`, transaction);
    const block = found && blockOf(found);
    // What it says of a block that is not its own chain's is of another time.
    if (!found || !block || (await findHash(endpoint, block.number)) !== block.hash) return [];
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

/** Outputs to `receiver` in blocks after `after`, newest first as servers list them: those in no block yet, then 25 at a time. */
export async function receivedSince(
  endpoint: Endpoint,
  chain: BitcoinChain,
  after: bigint,
  receiver: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  if (!isNativeToken(chain, token)) return [];
  const { final } = await readHead(endpoint, chain);
  const received = new Map<string, ReceivedTransfer[]>();
  let path = `address/${receiver}/txs/chain`;
  for (;;) {
    const page = await endpoint.read(path, addressTransactions);
    const newer = page.filter((listed) => (blockOf(listed)?.number ?? 0n) > after && !received.has(listed.txid));
    for (const listed of newer) received.set(listed.txid, transfersOf(listed, chain, receiver, token, final));
    const last = page.at(-1);
    // Older ones follow, or a server that begins anew.
    if (!last || newer.length < page.length) return [...received.values()].flat();
    path = `address/${receiver}/txs/chain/${last.txid}`;
  }
}

/**
 * By the script that the address stands for: what a server calls an output's address is its own opinion. What spends coins of the receiver's is
 * none of somebody else's payments: it brings back its change.
 */
function transfersOf(
  found: EsploraTransaction,
  { network }: BitcoinChain,
  receiver: string,
  token: TokenAddress,
  final: bigint,
): ReceivedTransfer[] {
  const block = blockOf(found);
  const address = parseBitcoinAddress(receiver, network);
  if (!block || !address.ok || isSpentFrom(found, address.script)) return [];
  return found.vout.flatMap(({ scriptpubkey: script, value }, index) =>
    Buffer.compare(script, address.script) === 0 && value > 0n
      ? [{ txId: found.txid, index, token, amount: value, block, final: block.number <= final }]
      : [],
  );
}
