import { type Address, isAddressEqual } from 'viem';
import { parseTransfer, parseWrapping } from '../../shared/contracts/token-logs.ts';
import type { TronChain } from '../formats/chain.ts';
import type { TransactionInfo } from './answers.ts';
import { valuesOf, wrappedOf } from './played-effects.ts';

/** What came to somebody, by the place in its transaction where it did. */
export interface Receipt {
  index: number;
  amount: bigint;
  from: Address;
  to: Address;
}

/** A transaction's own transfer of native coins. */
export type OwnTransfer = { from: Address; to: Address; amount: bigint } | undefined;

/**
 * TRC-20 transfers by the logs of the genuine contract, which are taken at their word: nodes keep
 * no earlier balances to compare with.
 */
export function tokenReceipts(
  chain: TronChain,
  { log }: TransactionInfo,
  token: Address,
): Receipt[] {
  const wrapped = wrappedOf(chain);
  return log.flatMap((entry, index) => {
    if (!isAddressEqual(entry.address, token)) return [];
    const transfer =
      parseTransfer(entry) ??
      (wrapped && isAddressEqual(wrapped, token) ? parseWrapping(entry) : undefined);
    return transfer ? receiptOf(index, transfer) : [];
  });
}

/**
 * The transaction's own transfer is -1, the first call in it -2, and so on, in the order in which
 * the node tells them.
 */
export function nativeReceipts(info: TransactionInfo, transfer: OwnTransfer): Receipt[] {
  const calls = info.internal_transactions.map((call) =>
    valuesOf(call).flatMap((movement) => (movement.token === 'native' ? movement : [])),
  );
  return [transfer ? [transfer] : [], ...calls].flatMap((moved, place) =>
    moved.flatMap((movement) => receiptOf(-1 - place, movement)),
  );
}

/** Those that came to one account. */
export function receivedBy<Given extends Receipt>(
  receiver: Address,
  receipts: readonly Given[],
): Given[] {
  return receipts.filter(({ to }) => isAddressEqual(to, receiver));
}

/** Nothing is no payment, and what stays with the same account neither. */
function receiptOf(index: number, { from, to, amount }: NonNullable<OwnTransfer>): Receipt[] {
  return amount > 0n && !isAddressEqual(from, to) ? [{ index, amount, from, to }] : [];
}
