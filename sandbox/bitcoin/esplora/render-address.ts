import { Buffer } from 'node:buffer';
import type { Outpoint } from '../resolved-transaction.ts';
import type { NodeView, SeenTransaction } from './node-view.ts';
import { renderStatus } from './render-transaction.ts';

/** The received and spent sums of an address, confirmed and in the mempool. */
export function renderAddress(address: string, outputScript: Uint8Array, view: NodeView): object {
  const history = view.history(outputScript);
  const stats = (isIncluded: boolean) =>
    statsOf(
      history.filter(({ block }) => (block !== undefined) === isIncluded),
      outputScript,
    );
  return { address, chain_stats: stats(true), mempool_stats: stats(false) };
}

/** The outputs to an address that no transaction spends, the mempool included. */
export function renderUnspent(outputScript: Uint8Array, view: NodeView): object[] {
  return view.history(outputScript).flatMap(({ transaction: { txid, wire }, block }) =>
    wire.outs.flatMap(({ script, value }, vout) => {
      const outpoint: Outpoint = { txid, vout };
      if (!isSame(script, outputScript) || view.spenderOf(outpoint) !== undefined) return [];
      return [{ ...outpoint, status: renderStatus(block), value: Number(value) }];
    }),
  );
}

function statsOf(history: readonly SeenTransaction[], outputScript: Uint8Array) {
  const isOwn = ({ script }: { readonly script: Uint8Array }) => isSame(script, outputScript);
  const funded = history.flatMap(({ transaction }) => transaction.wire.outs.filter(isOwn));
  const spent = history.flatMap(({ transaction }) => transaction.spent.filter(isOwn));
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sumOf(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sumOf(spent),
    tx_count: history.length,
  };
}

function sumOf(outputs: readonly { readonly value: bigint }[]): number {
  return Number(outputs.reduce((sum, { value }) => sum + value, 0n));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
