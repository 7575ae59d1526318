import { isAddressEqual } from 'viem';
import type { BlockReference } from '../../../core/swap/block-reference.ts';
import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { ReceivedTransfer } from '../../../ports/payments.ts';
import { parseTransfer } from '../../shared/contracts/token-logs.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { TronChain } from '../formats/chain.ts';
import { addressText, requireAccount } from './accounts.ts';
import { maybeTransactionCall, type TransactionInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readBlock, readHead } from './head.ts';
import { parseTxId } from './parse-tx-id.ts';
import { nativeReceipts, type OwnTransfer, receivedBy, tokenReceipts } from './receipts.ts';
import { requireToken } from './token.ts';
import { readInfo, succeeded } from './transaction-info.ts';

/** The transfers to `receiver` in one transaction. Empty if it failed or is not in the chain. */
export async function receivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: TronChain,
  txId: string,
  receiverText: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  const receiver = requireAccount(receiverText);
  const found = await endpoints.find((endpoint) => readIncluded(endpoint, txId));
  if (!found) return [];
  const { info, transfer, block, final } = found;
  const receipts = isNativeToken(chain, token)
    ? nativeReceipts(info, transfer)
    : tokenReceipts(chain, info, requireToken(chain, token));
  return receivedBy(receiver, receipts).map(({ index, amount }) => ({
    txId: info.id,
    index,
    token,
    amount,
    block,
    final,
  }));
}

/**
 * The tokens that a transaction transferred to `receiver` according to its logs, and the native
 * coin if the transaction or a call in it brought some.
 */
export async function tokensReceivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: TronChain,
  txId: string,
  receiverText: string,
): Promise<TokenAddress[]> {
  const receiver = requireAccount(receiverText);
  const found = await endpoints.find((endpoint) => readIncluded(endpoint, txId));
  if (!found) return [];
  const coins = receivedBy(receiver, nativeReceipts(found.info, found.transfer));
  const tokens = found.info.log.flatMap((log) => {
    const transfer = parseTransfer(log);
    const fits = transfer && transfer.amount > 0n && isAddressEqual(transfer.to, receiver);
    return fits ? [addressText(transfer.token)] : [];
  });
  return [...new Set([...(coins.length > 0 ? [chain.nativeToken.address] : []), ...tokens])];
}

async function readIncluded(
  endpoint: Endpoint,
  txIdText: string,
): Promise<
  | { info: TransactionInfo; transfer: OwnTransfer; block: BlockReference; final: boolean }
  | undefined
> {
  const txId = parseTxId(txIdText);
  if (txId === undefined) return undefined;
  const { final } = await readHead(endpoint);
  const info = await readInfo(endpoint, txId);
  if (!info || !succeeded(info)) return undefined;
  const [{ hash }, transaction] = await Promise.all([
    readBlock(endpoint, info.blockNumber),
    endpoint.read('wallet/gettransactionbyid', { value: txId }, maybeTransactionCall),
  ]);
  // A reorganization removed it between the two requests.
  if (!transaction) return undefined;
  const block = { number: info.blockNumber, hash };
  return { info, transfer: transaction.transfer, block, final: info.blockNumber <= final };
}
