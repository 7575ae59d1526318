import { isAddressEqual } from 'viem';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { requireAccount } from './accounts.ts';
import { maybeTransactionCall } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { parseTxId } from './parse-tx-id.ts';
import { nativeReceipts } from './receipts.ts';
import { readInfo, succeeded } from './transaction-info.ts';

/** The values of the transaction and its calls, and the burnt fee if the account owns it. */
export async function coinChangeIn(
  endpoints: Endpoints<Endpoint>,
  txIdText: string,
  accountText: string,
): Promise<bigint | undefined> {
  const txId = parseTxId(txIdText);
  if (txId === undefined) return undefined;
  const account = requireAccount(accountText);
  return endpoints.find(async (endpoint) => {
    const info = await readInfo(endpoint, txId);
    if (!info) return undefined;
    const transaction = await endpoint.read(
      'wallet/gettransactionbyid',
      { value: txId },
      maybeTransactionCall,
    );
    if (!transaction) return undefined;
    const { transfer } = transaction;
    // A transfer and a call come from the transaction's owner, also a call without value.
    const fee = transfer && isAddressEqual(transfer.from, account) ? info.fee : 0n;
    const receipts = succeeded(info) ? nativeReceipts(info, transfer) : [];
    return receipts.reduce(
      (sum, { from, to, amount }) =>
        sum +
        (isAddressEqual(to, account) ? amount : 0n) -
        (isAddressEqual(from, account) ? amount : 0n),
      -fee,
    );
  });
}
