import { isAddressEqual } from 'viem';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { feePaid, readReceipts, succeeded } from './receipts.ts';
import { movingCalls, readCalls } from './received-native.ts';
import { requireAccount } from './require-account.ts';

/** The values of the transaction's calls from and to the account, and the fee if it has sent it. */
export async function coinChangeIn(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  txId: string,
  accountText: string,
): Promise<bigint | undefined> {
  const account = requireAccount(accountText);
  const receipt = await endpoints.find(async (endpoint) =>
    (await readReceipts(endpoint, [txId])).get(txId),
  );
  const root = receipt && (await readCalls(endpoints, receipt.transactionHash));
  if (!receipt || !root) return undefined;
  const fee = isAddressEqual(root.from, account) ? feePaid(chain, receipt) : 0n;
  const calls = succeeded(receipt) ? movingCalls(root) : [];
  return calls.reduce((sum, { from, to, amount }) => {
    const received = to && isAddressEqual(to, account) ? amount : 0n;
    return sum + received - (isAddressEqual(from, account) ? amount : 0n);
  }, -fee);
}
