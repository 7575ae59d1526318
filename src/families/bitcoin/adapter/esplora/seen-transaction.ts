import type { SeenTransaction, Spend } from '../endpoint.ts';
import type { EsploraTransaction, Outspend, Status } from './answers.ts';

export function seenTransaction({
  txid,
  fee,
  vin,
  vout,
  status,
}: EsploraTransaction): SeenTransaction {
  return {
    txId: txid,
    fee,
    spends: vin.flatMap(({ prevout }) => (prevout === null ? [] : [outputOf(prevout)])),
    outputs: vout.map(outputOf),
    ...blockOf(status),
  };
}

export function spendOf(outspend: Outspend): Spend | undefined {
  return outspend.spent ? { txId: outspend.txid, ...blockOf(outspend.status) } : undefined;
}

function blockOf(status: Status): Pick<Spend, 'block'> {
  return status.confirmed
    ? { block: { number: status.block_height, hash: status.block_hash } }
    : {};
}

function outputOf({ scriptpubkey: script, value }: EsploraTransaction['vout'][number]) {
  return { script, value };
}
