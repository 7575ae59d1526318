import { Buffer } from 'node:buffer';
import type { Block } from '../block.ts';
import { outpointsOf } from '../resolved-transaction.ts';
import type { SeenTransaction } from './node-view.ts';
import { renderAssembly, renderOutputScript } from './render-script.ts';

/** A transaction in the form of Esplora's API.md. Amounts are numbers of satoshis. */
export function renderTransaction({ transaction, block }: SeenTransaction): object {
  const { txid, wire, spent, bytes, fee } = transaction;
  const isCoinbase = wire.isCoinbase();
  const outpoints = outpointsOf(wire);
  return {
    txid,
    version: wire.version,
    locktime: wire.locktime,
    vin: wire.ins.map(({ script, sequence, witness }, index) => {
      const output = spent[index];
      return {
        ...outpoints[index],
        prevout:
          output === undefined
            ? null
            : { ...renderOutputScript(output.script), value: Number(output.value) },
        scriptsig: Buffer.from(script).toString('hex'),
        scriptsig_asm: renderAssembly(script),
        ...(witness.length === 0
          ? {}
          : { witness: witness.map((item) => Buffer.from(item).toString('hex')) }),
        is_coinbase: isCoinbase,
        sequence,
      };
    }),
    vout: wire.outs.map(({ script, value }) => ({
      ...renderOutputScript(script),
      value: Number(value),
    })),
    size: bytes.length,
    weight: wire.weight(),
    fee: Number(fee),
    status: renderStatus(block),
  };
}

/** The confirmation status of a transaction. */
export function renderStatus(block: Block | undefined): object {
  if (block === undefined) return { confirmed: false };
  return {
    confirmed: true,
    block_height: block.height,
    block_hash: block.hash,
    block_time: block.time,
  };
}
