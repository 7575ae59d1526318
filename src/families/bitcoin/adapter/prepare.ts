import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { PrepareRequest, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { outpointKey } from '../formats/read-transaction.ts';
import type { Endpoint } from './endpoint.ts';
import { type FundedTransaction, feeOf, sameScript } from './funded-transaction.ts';
import { inBitcoin } from './in-bitcoin.ts';
import { dustLimit } from './outputs.ts';
import { readOrder } from './read-order.ts';
import { requireScript } from './require-account.ts';
import { encodeUnsigned } from './unsigned-bytes.ts';

/**
 * The order's transaction, unchanged if it has the decided fee. A higher fee reduces the change. It
 * must spend exactly the lease's coins and the added ones. Throws `ROUTER_MALFORMED`,
 * `FEE_TOO_HIGH`.
 */
export async function prepare(
  endpoint: Endpoint,
  chain: BitcoinChain,
  { account, terms, transaction, fee, added = [] }: PrepareRequest,
): Promise<UnsignedTransaction> {
  if (terms.kind !== 'outpoints')
    throw new FerrymanError('INTERNAL', 'a Bitcoin lease must reserve coins');
  const order = await readOrder(endpoint, chain, account, ofFamily(transaction, 'bitcoin'));
  const { total } = ofFamily(fee, 'bitcoin');
  const funded = atCost(order, requireScript(chain, account), total);
  const spent = funded.transaction.inputs.map(outpointKey);
  const expected = new Set([...terms.outpoints, ...added]);
  if (spent.length !== expected.size || spent.some((outpoint) => !expected.has(outpoint))) {
    throw new FerrymanError('INTERNAL', 'the transaction spends other coins than were leased');
  }
  return { family: 'bitcoin', chain: chain.name, account, bytes: encodeUnsigned(funded), fee };
}

function atCost(order: FundedTransaction, script: Uint8Array, total: bigint): FundedTransaction {
  const missing = total - feeOf(order);
  if (missing === 0n) return order;
  const { outputs } = order.transaction;
  const change = outputs.findLastIndex((output) => sameScript(output.script, script));
  const held = outputs[change]?.value ?? 0n;
  if (missing < 0n || held - missing < dustLimit(script)) {
    throw new FerrymanError(
      'FEE_TOO_HIGH',
      `the change of the transaction is too small for a fee of ${inBitcoin(total)}`,
    );
  }
  const paying = outputs.map((output, index) =>
    index === change ? { ...output, value: held - missing } : output,
  );
  return { ...order, transaction: { ...order.transaction, outputs: paying } };
}
