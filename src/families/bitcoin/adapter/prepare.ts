import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { PrepareRequest, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { isOwn, type OwnScripts } from '../formats/own-scripts.ts';
import { outpointKey } from '../formats/read-transaction.ts';
import type { Endpoint } from './endpoint.ts';
import { type FundedTransaction, feeOf } from './funded-transaction.ts';
import { inBitcoin } from './in-bitcoin.ts';
import { dustLimit } from './outputs.ts';
import { readOrder } from './read-order.ts';
import { encodeUnsigned } from './unsigned-bytes.ts';
import type { Wallet } from './wallets.ts';

/**
 * The order's transaction, unchanged if it has the decided fee. A higher fee reduces the change. It
 * must spend exactly the lease's coins and the added ones. Throws `ROUTER_MALFORMED`,
 * `FEE_TOO_HIGH`.
 */
export async function prepare(
  endpoint: Endpoint,
  chain: BitcoinChain,
  wallet: Wallet,
  { account, terms, transaction, fee, added = [] }: PrepareRequest,
): Promise<UnsignedTransaction> {
  if (terms.kind !== 'outpoints')
    throw new FerrymanError('INTERNAL', 'a Bitcoin lease must reserve coins');
  const order = await readOrder(endpoint, wallet, ofFamily(transaction, 'bitcoin'));
  const { total } = ofFamily(fee, 'bitcoin');
  const funded = atCost(order, wallet.scripts, total);
  const spent = funded.transaction.inputs.map(outpointKey);
  const expected = new Set([...terms.outpoints, ...added]);
  if (spent.length !== expected.size || spent.some((outpoint) => !expected.has(outpoint))) {
    throw new FerrymanError('INTERNAL', 'the transaction spends other coins than were leased');
  }
  return { family: 'bitcoin', chain: chain.name, account, bytes: encodeUnsigned(funded), fee };
}

function atCost(order: FundedTransaction, own: OwnScripts, total: bigint): FundedTransaction {
  const missing = total - feeOf(order);
  if (missing === 0n) return order;
  const { outputs } = order.transaction;
  const change = outputs.findLastIndex(({ script }) => isOwn(own, script));
  const { value: held = 0n, script = own[0] } = outputs[change] ?? {};
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
