import { ofFamily } from '../../../core/swap/of-family.ts';
import type { Child, ChildRequest } from '../../../ports/capabilities/replacement.ts';
import { outpointKey } from '../formats/read-transaction.ts';
import { buildChild, changeOf } from './build-child.ts';
import type { Endpoint } from './endpoint.ts';
import type { ReadFeeRate } from './estimate-fee.ts';
import { feeAt } from './fee-rate.ts';
import { type FundedTransaction, feeOf, virtualSizeOf } from './funded-transaction.ts';
import { orderOf } from './read-order.ts';
import { readPreviousOutputs } from './read-previous-outputs.ts';
import type { Wallet } from './wallets.ts';
import { decodeHex, decodeRaw, fromLibrary, mismatch } from './wire-transaction.ts';

/**
 * A CPFP child that raises a wallet's transaction to the market's fee rate, from its change. It
 * replaces an earlier child with a higher fee. `undefined` if there is no change, if both already
 * pay enough, or if the server no longer has the parent, without which nodes refuse the child.
 * Throws `INSUFFICIENT_BALANCE`, `FEE_TOO_HIGH`, `RPC_UNAVAILABLE`.
 */
export async function childOf(
  endpoint: Endpoint,
  { scripts: own }: Wallet,
  { parent, earlier, most }: ChildRequest,
  readRate: ReadFeeRate,
): Promise<Child | undefined> {
  const { transaction } = readSigned(parent);
  if (changeOf({ transaction, previousOutputs: [] }, own).length === 0) return undefined;
  if (!(await endpoint.transaction(parent.txId))) return undefined;
  const [feeRate, known] = await Promise.all([
    readRate(),
    readPreviousOutputs(endpoint, transaction.inputs),
  ]);
  const funded = { transaction, previousOutputs: [...known.values()] };
  const before = earlier && ofFamily(earlier, 'bitcoin');
  const paid = feeOf(funded) + (before?.total ?? 0n);
  if (paid >= feeAt(feeRate, virtualSizeOf(funded) + (before?.virtualSize ?? 0n))) return undefined;
  const child = buildChild(funded, {
    own,
    feeRate,
    maxFee: most,
    ...(before ? { earlier: before } : {}),
  });
  return {
    transaction: orderOf(child),
    terms: { kind: 'outpoints', outpoints: child.transaction.inputs.map(outpointKey) },
    fee: { family: 'bitcoin', total: feeOf(child), virtualSize: virtualSizeOf(child) },
  };
}

/** Decodes bytes that Ferryman signed. Throws `SIGNATURE_MISMATCH`. */
export function readSigned({
  txId,
  bytes,
}: ChildRequest['parent']): Pick<FundedTransaction, 'transaction'> {
  try {
    const signed = decodeRaw(decodeHex(bytes));
    if (signed.getId() === txId) return { transaction: fromLibrary(signed) };
  } catch (cause) {
    throw mismatch(`the bytes of ${txId} are not a transaction`, cause);
  }
  throw mismatch(`the bytes of ${txId} are another transaction`);
}
