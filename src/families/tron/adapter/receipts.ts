import { type Address, isAddressEqual } from 'viem';
import { parseTransfer, parseWrapping } from '../../shared/contracts/token-logs.ts';
import type { TronChain } from '../formats/chain.ts';
import type { TransactionInfo } from './answers.ts';
import { valuesOf, wrappedOf } from './simulated-effects.ts';

/** A transfer that an account received, by its position in the transaction. */
export interface Receipt {
  index: number;
  amount: bigint;
  from: Address;
  to: Address;
}

/** A transaction's own transfer of native coins. */
export type OwnTransfer = { from: Address; to: Address; amount: bigint } | undefined;

/**
 * TRC-20 transfers by the logs of the token's contract. The amounts cannot be checked: nodes have
 * no earlier balances.
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
 * The index of the transaction's own transfer is -1, of the first call in it -2, and so on, in the
 * node's order.
 */
export function nativeReceipts(info: TransactionInfo, transfer: OwnTransfer): Receipt[] {
  const calls = info.internal_transactions.map((call) =>
    valuesOf(call).flatMap((movement) => (movement.token === 'native' ? movement : [])),
  );
  return [transfer ? [transfer] : [], ...calls].flatMap((moved, position) =>
    moved.flatMap((movement) => receiptOf(-1 - position, movement)),
  );
}

/** The receipts of one account. */
export function receivedBy<Given extends Receipt>(
  receiver: Address,
  receipts: readonly Given[],
): Given[] {
  return receipts.filter(({ to }) => isAddressEqual(to, receiver));
}

/** Zero amounts and transfers to oneself are not payments. */
function receiptOf(index: number, { from, to, amount }: NonNullable<OwnTransfer>): Receipt[] {
  return amount > 0n && !isAddressEqual(from, to) ? [{ index, amount, from, to }] : [];
}
