import { isHex, parseTransaction, serializeTransaction, type TransactionSerializable } from 'viem';
import type { DecodedEffects } from '../../../guard/effects.ts';
import type { SimulatedChanges, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { EvmEffects } from './effects.ts';

/**
 * Decodes unsigned EVM bytes. Encoding the result must give the same bytes, so that nothing is
 * overlooked: trailing bytes, a signature, non-canonical numbers.
 */
export function decodeEvm(
  unsigned: UnsignedTransaction,
  simulation: SimulatedChanges,
): DecodedEffects<EvmEffects> {
  const { bytes } = unsigned;
  if (!isHex(bytes)) return { ok: false, fault: 'the bytes are not hexadecimal' };
  let transaction: TransactionSerializable;
  try {
    transaction = parseTransaction(bytes);
    if ('r' in transaction || 's' in transaction)
      return { ok: false, fault: 'the bytes are already signed' };
    if (serializeTransaction(transaction) !== bytes)
      return { ok: false, fault: 'the bytes are not canonical' };
  } catch (error) {
    return {
      ok: false,
      fault: `the bytes are not an unsigned transaction (${error instanceof Error ? error.name : 'unreadable'})`,
    };
  }
  return { ok: true, effects: effectsOf(transaction, unsigned, simulation) };
}

function effectsOf(
  transaction: TransactionSerializable,
  { fee }: UnsignedTransaction,
  simulation: SimulatedChanges,
): EvmEffects {
  const { balanceChanges, allowanceChanges, authorityChanges, inspected } = simulation;
  const data = (transaction.data ?? '0x').toLowerCase();
  const price = transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n;
  const gasLimit = transaction.gas ?? 0n;
  const surcharge = 'surcharge' in fee ? fee.surcharge : undefined;
  return {
    family: 'evm',
    chainId: transaction.chainId,
    type: transaction.type ?? 'unknown',
    nonce: BigInt(transaction.nonce ?? 0),
    target: transaction.to ?? undefined,
    selector: data.length >= 10 ? data.slice(0, 10) : undefined,
    data,
    value: transaction.value ?? 0n,
    gasLimit,
    surcharge,
    maximumFee: gasLimit * price + (surcharge ?? 0n),
    extras: extrasOf(transaction),
    balanceChanges,
    allowanceChanges,
    authorityChanges,
    inspected,
  };
}

function extrasOf(transaction: TransactionSerializable): string[] {
  const { accessList, authorizationList, blobVersionedHashes } = transaction;
  const present = { accessList, authorizationList, blobVersionedHashes };
  return Object.entries(present).flatMap(([name, list]) => ((list?.length ?? 0) > 0 ? [name] : []));
}
