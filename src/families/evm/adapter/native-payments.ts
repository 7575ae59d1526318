import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { IncomingPayment } from '../../../ports/payments.ts';
import type { Endpoint } from './endpoint.ts';
import type { NativeBlock } from './native-blocks.ts';
import { readReceipts, succeeded } from './receipts.ts';
import type { SoughtTarget } from './sought-target.ts';

/**
 * The native payments to a target in the given blocks, in chain order. Throws `RPC_UNAVAILABLE`.
 */
export async function nativePaymentsIn(
  endpoint: Endpoint,
  blocks: readonly NativeBlock[],
  final: bigint,
  targets: readonly SoughtTarget[],
): Promise<(target: SoughtTarget) => IncomingPayment[]> {
  const accounts = new Set<string>(targets.map(({ account }) => account));
  const found = blocks.flatMap((block) =>
    block.moved.filter(({ to }) => to && accounts.has(to)).map((call) => ({ ...call, block })),
  );
  const receipts = await readReceipts(endpoint, [...new Set(found.map(({ txId }) => txId))]);
  const arrived = found.filter(({ txId, block }) => {
    const receipt = receipts.get(txId);
    if (receipt?.blockHash === block.hash) return succeeded(receipt);
    throw new FerrymanError(
      'RPC_UNAVAILABLE',
      `${endpoint.host} does not have the receipts of block ${block.number}`,
    );
  });
  return ({ account, after, target: { token } }) =>
    arrived
      .filter(({ to, from, block }) => to === account && from !== account && block.number > after)
      .map(({ txId, index, amount, from, block: { number, hash, timestamp } }) => ({
        txId,
        index,
        token,
        amount,
        block: { number, hash },
        final: number <= final,
        payer: from,
        at: Number(timestamp) * 1_000,
      }));
}
