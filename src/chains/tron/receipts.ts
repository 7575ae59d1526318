import { type Address, isAddressEqual } from 'viem';
import type { TronChain } from '../../core/chains.ts';
import { parseTransfer, parseWrapping } from '../contracts/token-logs.ts';
import type { TransactionInfo } from './answers.ts';
import { valuesOf, wrappedOf } from './played-effects.ts';

/** What came to the receiver, by the place in its transaction where it did. */
export interface Receipt {
  index: number;
  amount: bigint;
}

/** A transaction's own transfer of native coins. */
export type OwnTransfer = { from: Address; to: Address; amount: bigint } | undefined;

/** TRC-20 transfers by the logs of the genuine contract, which are taken at their word: nodes keep no earlier balances to compare with. */
export function tokenReceipts(
  chain: TronChain,
  { log }: TransactionInfo,
  receiver: Address,
  token: Address,
): Receipt[] {
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
export function nativeReceipts(info: TransactionInfo, transfer: OwnTransfer, receiver: Address): Receipt[] {
  const calls = info.internal_transactions.map((call) =>
    valuesOf(call).flatMap((movement) => (movement.token === 'native' ? movement : [])),
  );
  return [transfer ? [transfer] : [], ...calls].flatMap((moved, place) =>
    moved
      .filter((movement) => movement.amount > 0n && isReceipt(movement, receiver))
      .map(({ amount }) => ({ index: -1 - place, amount })),
  );
}

function isReceipt({ from, to }: { from: Address; to: Address }, receiver: Address): boolean {
  return isAddressEqual(to, receiver) && !isAddressEqual(from, receiver);
}
