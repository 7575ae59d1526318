import { Buffer } from 'node:buffer';
import type { Block } from '../block.ts';
import { type NodeView, viewChain } from '../esplora/node-view.ts';
import { Amount } from './amount.ts';
import type { BitcoindContext } from './bitcoind-context.ts';
import {
  BitcoindError,
  INVALID_ADDRESS_OR_KEY,
  INVALID_PARAMETER,
  MISC_ERROR,
} from './bitcoind-error.ts';
import { blockFilter } from './block-filter.ts';
import { hashAt, isGiven, numberAt, type Parameters, textAt, verbosityAt } from './parameters.ts';
import { hex, renderOutputScript, renderTransaction } from './render-transaction.ts';

export type Method = (parameters: Parameters) => unknown;

/** Difficulty of the easiest target, relative to the easiest one of the main network. */
const DIFFICULTY = 4.656542373906925e-10;

/** bitcoind's methods about blocks and unspent outputs (src/rpc/blockchain.cpp). */
export function chainMethods(context: BitcoindContext): Readonly<Record<string, Method>> {
  const { blockchain } = context;
  const view = (): NodeView => viewChain(blockchain, context.blocksBehind());
  const find = (parameters: Parameters): { readonly block: Block; readonly isBest: boolean } => {
    const seen = view().byHash(hashAt(parameters, 0, 'blockhash'));
    if (seen === undefined) throw new BitcoindError(INVALID_ADDRESS_OR_KEY, 'Block not found');
    return seen;
  };

  return {
    getblockchaininfo() {
      const { height, hash, time, medianTime } = view().tip();
      const { isDownloading } = context.state();
      return {
        chain: 'regtest',
        blocks: height,
        headers: blockchain.tip().height,
        bestblockhash: hash,
        difficulty: DIFFICULTY,
        time,
        mediantime: medianTime,
        verificationprogress: 1,
        initialblockdownload: isDownloading,
        chainwork: chainWork(height),
        size_on_disk: 0,
        pruned: false,
        warnings: [],
      };
    },
    getbestblockhash: () => view().tip().hash,
    getblockcount: () => view().tip().height,
    getblockhash(parameters) {
      const block = view().atHeight(numberAt(parameters, 0, 'height'));
      if (block === undefined)
        throw new BitcoindError(INVALID_PARAMETER, 'Block height out of range');
      return block.hash;
    },
    getblockheader(parameters) {
      const { block, isBest } = find(parameters);
      if (parameters[1] === false) return block.wire.toHex(true);
      return renderHeader(block, isBest, view());
    },
    getblock(parameters) {
      const { block, isBest } = find(parameters);
      const verbosity = verbosityAt(parameters, 1, 1);
      if (verbosity <= 0) return block.wire.toHex();
      const now = view();
      const { wire, transactions } = block;
      const heightOf = (txid: string): number | undefined => now.find(txid)?.block?.height;
      return {
        ...renderHeader(block, isBest, now),
        strippedsize: wire.byteLength(false, false),
        size: wire.byteLength(),
        weight: wire.weight(),
        tx: transactions.map((transaction) => {
          if (verbosity === 1) return transaction.txid;
          const { fee } = transaction;
          const rendered = renderTransaction(transaction, {
            hasPrevouts: verbosity >= 3,
            heightOf,
          });
          return transaction.wire.isCoinbase() ? rendered : { ...rendered, fee: new Amount(fee) };
        }),
      };
    },
    gettxout(parameters) {
      const txid = hashAt(parameters, 0, 'txid');
      const vout = numberAt(parameters, 1, 'n');
      const hasMempool = !isGiven(parameters, 2) || parameters[2] === true;
      const now = view();
      const found = now.find(txid);
      const output = found?.transaction.wire.outs[vout];
      const spender = now.spenderOf({ txid, vout });
      if (found === undefined || output === undefined || !(found.block || hasMempool)) return null;
      if (spender !== undefined && (spender.block || hasMempool)) return null;
      const { height, hash } = now.tip();
      return {
        bestblock: hash,
        confirmations: found.block ? height - found.block.height + 1 : 0,
        value: new Amount(output.value),
        scriptPubKey: renderOutputScript(output.script),
        coinbase: found.transaction.wire.isCoinbase(),
      };
    },
    getindexinfo(parameters) {
      const { txindex, blockFilters } = context.state();
      const { height } = view().tip();
      const wanted = isGiven(parameters, 0) ? textAt(parameters, 0, 'index_name') : undefined;
      const all = Object.entries({ txindex, 'basic block filter index': blockFilters });
      const on = all.filter(
        ([name, state]) => state !== 'off' && (wanted === undefined || wanted === name),
      );
      return Object.fromEntries(
        on.map(([name, state]) => {
          const synced = state === 'on';
          return [name, { synced, best_block_height: synced ? height : 0 }];
        }),
      );
    },
    getblockfilter(parameters) {
      const { blockFilters } = context.state();
      const type = isGiven(parameters, 1) ? textAt(parameters, 1, 'filtertype') : 'basic';
      if (type !== 'basic') throw new BitcoindError(INVALID_ADDRESS_OR_KEY, 'Unknown filtertype');
      if (blockFilters === 'off')
        throw new BitcoindError(MISC_ERROR, `Index is not enabled for filtertype ${type}`);
      const { block } = find(parameters);
      if (blockFilters === 'building') {
        const message =
          'Filter not found. Block filters are still in the process of being indexed.';
        throw new BitcoindError(MISC_ERROR, message);
      }
      // Without `header`, a hash chain over all filters, because nothing here uses it.
      return { filter: blockFilter(block) };
    },
  };
}

/** The total work of a regtest chain: two hashes per block on average. */
function chainWork(height: number): string {
  return (2 * (height + 1)).toString(16).padStart(64, '0');
}

function renderHeader(
  { hash, height, time, medianTime, transactions, wire }: Block,
  isBest: boolean,
  view: NodeView,
) {
  const next = isBest ? view.atHeight(height + 1) : undefined;
  return {
    hash,
    confirmations: isBest ? view.tip().height - height + 1 : -1,
    height,
    version: wire.version,
    versionHex: wire.version.toString(16).padStart(8, '0'),
    merkleroot: hex(Buffer.from(wire.merkleRoot ?? []).reverse()),
    time,
    mediantime: medianTime,
    nonce: wire.nonce,
    bits: wire.bits.toString(16),
    difficulty: DIFFICULTY,
    chainwork: chainWork(height),
    nTx: transactions.length,
    ...(height === 0 ? {} : { previousblockhash: hex(Buffer.from(wire.prevHash ?? []).reverse()) }),
    ...(next === undefined ? {} : { nextblockhash: next.hash }),
  };
}
