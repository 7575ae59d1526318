import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { LeaseToProve } from '../../../ports/lease-proof.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { Outpoint } from '../formats/read-transaction.ts';
import type { BitcoinPsbt } from '../formats/transaction.ts';
import type { Endpoint } from './endpoint.ts';
import { replaceableSequence } from './fund-outputs.ts';
import { sumOf } from './funded-transaction.ts';
import { orderOf } from './read-order.ts';
import { readPreviousOutputs } from './read-previous-outputs.ts';
import { requireScript } from './require-account.ts';

/**
 * Sends all coins of a lease back to their own address. Every attempt of the lease spends these
 * coins too, so only one of them can land. The fee is still zero and is later taken from the
 * output. Throws `RPC_UNAVAILABLE`, `RPC_MALFORMED`.
 */
export async function cancelOrder(
  endpoint: Endpoint,
  chain: BitcoinChain,
  { account, terms }: LeaseToProve,
): Promise<BitcoinPsbt> {
  if (terms.kind !== 'outpoints')
    throw new FerrymanError('INTERNAL', 'a Bitcoin lease must reserve coins');
  const outpoints = terms.outpoints.map(readOutpoint);
  const known = await readPreviousOutputs(endpoint, outpoints);
  const previousOutputs = [...known.values()];
  const inputs = outpoints.map((outpoint) => ({ ...outpoint, sequence: replaceableSequence }));
  const outputs = [{ value: sumOf(previousOutputs), script: requireScript(chain, account) }];
  return orderOf({ transaction: { version: 2, inputs, outputs, locktime: 0 }, previousOutputs });
}

/** Reads a lease's outpoint, `txid:vout`. */
function readOutpoint(text: string): Outpoint {
  const [txid = '', vout = ''] = text.split(':');
  return { txid, vout: Number(vout) };
}
