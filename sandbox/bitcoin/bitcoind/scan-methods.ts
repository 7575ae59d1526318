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
import type { Method } from './chain-methods.ts';
import { isGiven, numberAt, type Parameters, scriptsAt, textAt } from './parameters.ts';
import { hex } from './render-transaction.ts';

/** bitcoind's scan methods (src/rpc/blockchain.cpp). */
export function scanMethods(context: BitcoindContext): Readonly<Record<string, Method>> {
  const { blockchain } = context;
  const view = (): NodeView => viewChain(blockchain, context.blocksBehind());

  /** @returns undefined if the action is to start a scan */
  const actOn = (parameters: Parameters): { readonly answer: unknown } | undefined => {
    const action = textAt(parameters, 0, 'action');
    const { isScanning } = context.state();
    if (action === 'status') return { answer: isScanning ? { progress: 50 } : null };
    if (action === 'abort') return { answer: isScanning };
    if (action !== 'start')
      throw new BitcoindError(INVALID_PARAMETER, `Invalid action '${action}'`);
    if (isScanning) {
      const message = 'Scan already in progress, use action "abort" or "status"';
      throw new BitcoindError(INVALID_PARAMETER, message);
    }
    return undefined;
  };

  return {
    scantxoutset(parameters) {
      const acted = actOn(parameters);
      if (acted !== undefined) return acted.answer;
      const scripts = scriptsAt(parameters, 1);
      const now = view();
      const { height, hash } = now.tip();
      const found = [...scripts].flatMap((script) => unspentOf(script, now));
      return {
        success: true,
        txouts: found.length,
        height,
        bestblock: hash,
        unspents: found.map(({ value, block, ...coin }) => ({
          ...coin,
          amount: new Amount(value),
          height: block.height,
          blockhash: block.hash,
          confirmations: height - block.height + 1,
        })),
        total_amount: new Amount(found.reduce((sum, { value }) => sum + value, 0n)),
      };
    },
    scanblocks(parameters) {
      const acted = actOn(parameters);
      if (acted !== undefined) return acted.answer;
      const scripts = scriptsAt(parameters, 1);
      const type = isGiven(parameters, 4) ? textAt(parameters, 4, 'filtertype') : 'basic';
      if (type !== 'basic') throw new BitcoindError(INVALID_ADDRESS_OR_KEY, 'Unknown filtertype');
      const { blockFilters } = context.state();
      if (blockFilters === 'off')
        throw new BitcoindError(MISC_ERROR, `Index is not enabled for filtertype ${type}`);
      const now = view();
      const from = isGiven(parameters, 2) ? numberAt(parameters, 2, 'start_height') : 0;
      if (now.atHeight(from) === undefined)
        throw new BitcoindError(MISC_ERROR, 'Invalid start_height');
      const to = isGiven(parameters, 3) ? numberAt(parameters, 3, 'stop_height') : now.tip().height;
      if (now.atHeight(to) === undefined || to < from)
        throw new BitcoindError(MISC_ERROR, 'Invalid stop_height');
      const blocks = Array.from({ length: to - from + 1 }, (_, place) =>
        now.atHeight(from + place),
      );
      return {
        from_height: from,
        to_height: to,
        // Like bitcoind, omits blocks that are not indexed yet without an error.
        relevant_blocks:
          blockFilters === 'building'
            ? []
            : blocks.flatMap((block) => (block && concerns(block, scripts) ? [block.hash] : [])),
        completed: true,
      };
    },
  };
}

/** Whether a block's filter matches one of the scripts (BIP 158). It has no unspendable scripts. */
function concerns({ transactions }: Block, scripts: ReadonlySet<string>): boolean {
  return transactions.some(({ wire, spent }) =>
    [...wire.outs, ...spent].some(
      ({ script }) => script[0] !== OP_RETURN && scripts.has(hex(script)),
    ),
  );
}

const OP_RETURN = 0x6a;

function unspentOf(script: string, view: NodeView) {
  return view
    .history(Buffer.from(script, 'hex'))
    .flatMap(({ transaction: { txid, wire }, block }) =>
      wire.outs.flatMap((output, vout) => {
        const isSpent = view.spenderOf({ txid, vout })?.block !== undefined;
        if (block === undefined || isSpent || hex(output.script) !== script) return [];
        const coin = {
          txid,
          vout,
          scriptPubKey: script,
          desc: `raw(${script})`,
          coinbase: wire.isCoinbase(),
        };
        return [{ ...coin, value: output.value, block }];
      }),
    );
}
