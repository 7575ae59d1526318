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
 * All coins of a lease, back to the address that they are at: whatever else was signed under it
 * shares each of them, so that one of both lands. It pays nothing to the network yet; its fee is
 * taken from what comes back. Throws `RPC_UNAVAILABLE`, `RPC_MALFORMED`.
 */
export async function cancelOrder(
  endpoint: Endpoint,
  chain: BitcoinChain,
  { account, terms }: LeaseToProve,
): Promise<BitcoinPsbt> {
  if (terms.kind !== 'outpoints')
    throw new FerrymanError('INTERNAL', 'a lease of Bitcoin is of coins');
  const outpoints = terms.outpoints.map(readOutpoint);
  const known = await readPreviousOutputs(endpoint, outpoints);
  const previousOutputs = [...known.values()];
  const inputs = outpoints.map((outpoint) => ({ ...outpoint, sequence: replaceableSequence }));
  const outputs = [{ value: sumOf(previousOutputs), script: requireScript(chain, account) }];
  return orderOf({ transaction: { version: 2, inputs, outputs, locktime: 0 }, previousOutputs });
}

/** As a lease has it: `txid:vout`. */
function readOutpoint(text: string): Outpoint {
  const [txid = '', vout = ''] = text.split(':');
  return { txid, vout: Number(vout) };
}
