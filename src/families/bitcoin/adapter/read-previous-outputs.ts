import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { Outpoint, PreviousOutput } from '../formats/read-transaction.ts';
import { outpointKey } from '../formats/read-transaction.ts';
import type { Endpoint } from './endpoint.ts';
import { readPreviousOutput } from './previous-output.ts';

/**
 * The outputs of outpoints, keyed by `outpointKey`, from the whole transactions that created them.
 * A transaction's hash is its id, so the amounts are proven.
 */
export async function readPreviousOutputs(
  endpoint: Endpoint,
  outpoints: readonly Outpoint[],
): Promise<ReadonlyMap<string, PreviousOutput>> {
  const txIds = [...new Set(outpoints.map(({ txid }) => txid))];
  const raws = new Map(
    await mapBounded(txIds, async (txid) => [txid, await readRaw(endpoint, txid)] as const),
  );
  return new Map(
    outpoints.flatMap((outpoint) => {
      const raw = raws.get(outpoint.txid);
      return raw ? [[outpointKey(outpoint), readPreviousOutput(raw, outpoint)] as const] : [];
    }),
  );
}

async function readRaw(endpoint: Endpoint, txid: string): Promise<Uint8Array> {
  const raw = await endpoint.rawTransaction(txid);
  if (raw) return raw;
  throw new FerrymanError(
    'RPC_UNAVAILABLE',
    `${endpoint.host} does not have the transaction ${txid}`,
  );
}
