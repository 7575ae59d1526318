import { type Address, isAddressEqual } from 'viem';
import { isNativeToken, type TokenAddress, type TronChain } from '../../core/chains.ts';
import type { BlockReference } from '../../core/swap.ts';
import type { ReceivedTransfer } from '../../ports/chain-adapter.ts';
import { parseTransfer, parseWrapping } from '../contracts/token-logs.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import { addressText, requireAccount } from './accounts.ts';
import { fullBlock, maybeTransactionCall, type TransactionInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readBlock, readHead } from './head.ts';
import { mapBounded } from './map-bounded.ts';
import { parseTxId } from './parse-tx-id.ts';
import { valuesOf, wrappedOf } from './played-effects.ts';
import { requireToken } from './token.ts';
import { readInfo, readInfosOfBlock, succeeded } from './transaction-info.ts';

/** Blocks that one look back goes through, half an hour of them: each is a question of its own. */
const mostBlocks = 600n;

/** What came to the receiver, by the place in its transaction where it did. */
interface Receipt {
  index: number;
  amount: bigint;
}

/** A transaction's own transfer of native coins. */
type OwnTransfer = { from: Address; to: Address; amount: bigint } | undefined;

/** Transfers to `receiver` in one transaction; none where it failed, or is not in the chain. */
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
    ? nativeReceipts(info, transfer, receiver)
    : tokenReceipts(chain, info, receiver, requireToken(chain, token));
  return receipts.map(({ index, amount }) => ({ txId: info.id, index, token, amount, block, final }));
}

/** Tokens of which a transaction's logs show a transfer to `receiver`, and the native coin where the transaction or a call in it brought some. */
export async function tokensReceivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: TronChain,
  txId: string,
  receiverText: string,
): Promise<TokenAddress[]> {
  const receiver = requireAccount(receiverText);
  const found = await endpoints.find((endpoint) => readIncluded(endpoint, txId));
  if (!found) return [];
  const coins = nativeReceipts(found.info, found.transfer, receiver);
  const tokens = found.info.log.flatMap((log) => {
    const transfer = parseTransfer(log);
    const fits = transfer && transfer.amount > 0n && isAddressEqual(transfer.to, receiver);
    return fits ? [addressText(transfer.token)] : [];
  });
  return [...new Set([...(coins.length > 0 ? [chain.nativeToken.address] : []), ...tokens])];
}

/**
 * Transfers to `receiver` after block `after`. Full nodes have no index of logs, so the blocks are gone through one by one; of a longer
 * time than `mostBlocks` only the newest ones.
 */
export async function receivedSince(
  endpoints: Endpoints<Endpoint>,
  chain: TronChain,
  after: bigint,
  receiverText: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  const receiver = requireAccount(receiverText);
  return endpoints.first(async (endpoint) => {
    const { latest, final } = await readHead(endpoint);
    const first = latest - after > mostBlocks ? latest - mostBlocks + 1n : after + 1n;
    const numbers: bigint[] = [];
    for (let number = first; number <= latest; number += 1n) numbers.push(number);
    const received = await mapBounded(numbers, async (number) => {
      const inBlock = isNativeToken(chain, token)
        ? await nativeInBlock(endpoint, number, receiver)
        : tokensInBlock(chain, await readInfosOfBlock(endpoint, number), receiver, requireToken(chain, token));
      if (inBlock.length === 0) return [];
      const { hash } = await readBlock(endpoint, number);
      const block: BlockReference = { number, hash };
      return inBlock.map((receipt) => ({ ...receipt, token, block, final: number <= final }));
    });
    return received.flat();
  });
}

async function readIncluded(
  endpoint: Endpoint,
  txIdText: string,
): Promise<{ info: TransactionInfo; transfer: OwnTransfer; block: BlockReference; final: boolean } | undefined> {
  const txId = parseTxId(txIdText);
  if (txId === undefined) return undefined;
  const { final } = await readHead(endpoint);
  const info = await readInfo(endpoint, txId);
  if (!info || !succeeded(info)) return undefined;
  const [{ hash }, transaction] = await Promise.all([
    readBlock(endpoint, info.blockNumber),
    endpoint.read('wallet/gettransactionbyid', { value: txId }, maybeTransactionCall),
  ]);
  // It went away between the two questions: a reorganization.
  if (!transaction) return undefined;
  const block = { number: info.blockNumber, hash };
  return { info, transfer: transaction.transfer, block, final: info.blockNumber <= final };
}

/** TRC-20 transfers by the logs of the genuine contract, which are taken at their word: nodes keep no earlier balances to compare with. */
function tokenReceipts(chain: TronChain, { log }: TransactionInfo, receiver: Address, token: Address): Receipt[] {
  const wrapped = wrappedOf(chain);
  return log.flatMap((entry, index) => {
    if (!isAddressEqual(entry.address, token)) return [];
    const transfer =
      parseTransfer(entry) ?? (wrapped && isAddressEqual(wrapped, token) ? parseWrapping(entry) : undefined);
    if (!transfer || transfer.amount === 0n || !isReceipt(transfer, receiver)) return [];
    return [{ index, amount: transfer.amount }];
  });
}

/** The transaction's own transfer is -1, the first call in it -2, and so on, in the order in which the node tells them. */
function nativeReceipts(info: TransactionInfo, transfer: OwnTransfer, receiver: Address): Receipt[] {
  const calls = info.internal_transactions.map((call) => valuesOf(call).filter(({ token }) => token === 'native'));
  return [transfer ? [transfer] : [], ...calls].flatMap((moved, place) =>
    moved
      .filter((movement) => movement.amount > 0n && isReceipt(movement, receiver))
      .map(({ amount }) => ({ index: -1 - place, amount })),
  );
}

function isReceipt({ from, to }: { from: Address; to: Address }, receiver: Address): boolean {
  return isAddressEqual(to, receiver) && !isAddressEqual(from, receiver);
}

type ReceiptInBlock = Receipt & { txId: string };

function tokensInBlock(
  chain: TronChain,
  infos: readonly TransactionInfo[],
  receiver: Address,
  token: Address,
): ReceiptInBlock[] {
  return infos
    .filter(succeeded)
    .flatMap((info) => tokenReceipts(chain, info, receiver, token).map((receipt) => ({ ...receipt, txId: info.id })));
}

/** A plain transfer is told by the block only, what contracts pay out by the outcomes only. */
async function nativeInBlock(endpoint: Endpoint, number: bigint, receiver: Address): Promise<ReceiptInBlock[]> {
  const [infos, { transactions }] = await Promise.all([
    readInfosOfBlock(endpoint, number),
    endpoint.read('wallet/getblock', { id_or_num: `${number}`, detail: true }, fullBlock),
  ]);
  const transfers = new Map(transactions.map(({ id, transfer }) => [id, transfer]));
  return infos
    .filter(succeeded)
    .flatMap((info) =>
      nativeReceipts(info, transfers.get(info.id), receiver).map((receipt) => ({ ...receipt, txId: info.id })),
    );
}
