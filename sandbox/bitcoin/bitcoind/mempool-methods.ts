import { type NodeView, viewChain } from '../esplora/node-view.ts';
import { feeRateWithin } from '../esplora/render-fees.ts';
import type { Mempool } from '../mempool.ts';
import { readTransaction } from '../read-transaction.ts';
import { outpointKey, outpointsOf, type ResolvedTransaction } from '../resolved-transaction.ts';
import { Amount } from './amount.ts';
import type { BitcoindContext } from './bitcoind-context.ts';
import { BitcoindError, INVALID_ADDRESS_OR_KEY, INVALID_PARAMETER } from './bitcoind-error.ts';
import type { Method } from './chain-methods.ts';
import { hashAt, hashOf, numberAt, textAt, verbosityAt, wrongType } from './parameters.ts';
import { hex, renderPlace, renderTransaction } from './render-transaction.ts';

/** `minrelaytxfee` and `incrementalrelayfee`, in satoshis per 1,000 virtual bytes. */
const LEAST_RATE = 1_000n;
const MOST_BLOCKS = 1_008;

/**
 * bitcoind's methods about transactions and the mempool (src/rpc/rawtransaction.cpp,
 * src/rpc/mempool.cpp, src/rpc/fees.cpp).
 */
export function mempoolMethods(context: BitcoindContext): Readonly<Record<string, Method>> {
  const { blockchain } = context;
  const { mempool, index } = blockchain;
  const view = (): NodeView => viewChain(blockchain, context.blocksBehind());
  const waiting = (txid: string): ResolvedTransaction => {
    const transaction = mempool.get(txid);
    if (transaction !== undefined) return transaction;
    throw new BitcoindError(INVALID_ADDRESS_OR_KEY, 'Transaction not in mempool');
  };

  return {
    getrawtransaction(parameters) {
      const txid = hashAt(parameters, 0, 'txid');
      const verbosity = verbosityAt(parameters, 1, 0);
      const { txindex } = context.state();
      const now = view();
      const seen = now.find(txid);
      // The index also has transactions that only a replaced block contains.
      const replaced = seen === undefined ? index.findReplaced(txid) : undefined;
      const found = seen ?? replaced;
      if (found === undefined || (found.block !== undefined && txindex !== 'on'))
        throw unknownTransaction(txindex);
      const { transaction, block } = found;
      if (verbosity <= 0) return hex(transaction.bytes);
      // For mempool transactions bitcoind returns no spent outputs at any verbosity.
      const hasPrevouts = verbosity >= 2 && block !== undefined;
      const heightOf = (id: string): number | undefined => now.find(id)?.block?.height;
      const place =
        block === undefined ? {} : renderPlace(block, now.tip().height, seen !== undefined);
      return { ...renderTransaction(transaction, { hasPrevouts, heightOf }), ...place };
    },
    async sendrawtransaction(parameters) {
      const text = textAt(parameters, 0, 'hexstring');
      // Blocks that the lagging node does not have yet count as its mempool.
      const seen = view().find(readTransaction(text)?.getId() ?? '');
      if (seen !== undefined && seen.block === undefined) return seen.transaction.txid;
      const submission = await blockchain.submit(text);
      if (submission.kind === 'accepted') return submission.txid;
      throw new BitcoindError(submission.refusal.code, submission.refusal.message);
    },
    gettxspendingprevout(parameters) {
      const [outpoints] = parameters;
      if (!Array.isArray(outpoints)) throw wrongType(outpoints, 'array');
      if (outpoints.length === 0) {
        throw new BitcoindError(INVALID_PARAMETER, 'Invalid parameter, outputs are missing');
      }
      const now = view();
      return outpoints.map((given: { txid?: unknown; vout?: unknown }) => {
        if (typeof given?.txid !== 'string') throw wrongType(given?.txid, 'string');
        if (typeof given.vout !== 'number') throw wrongType(given.vout, 'number');
        if (given.vout < 0)
          throw new BitcoindError(INVALID_PARAMETER, 'Invalid parameter, vout cannot be negative');
        const outpoint = { txid: hashOf(given.txid, 'txid'), vout: given.vout };
        const spender = now.spenderOf(outpoint);
        const isWaiting = spender !== undefined && spender.block === undefined;
        return { ...outpoint, ...(isWaiting ? { spendingtxid: spender.transaction.txid } : {}) };
      });
    },
    getmempoolentry: (parameters) => renderEntry(waiting(hashAt(parameters, 0, 'txid')), mempool),
    getmempooldescendants(parameters) {
      const descendants = mempool.descendantsOf(waiting(hashAt(parameters, 0, 'txid')));
      if (parameters[1] !== true) return descendants.map(({ txid }) => txid);
      return Object.fromEntries(descendants.map((one) => [one.txid, renderEntry(one, mempool)]));
    },
    getmempoolinfo() {
      const all = view().waiting();
      return {
        loaded: context.state().isMempoolLoaded,
        size: all.length,
        bytes: all.reduce((sum, { virtualSize }) => sum + virtualSize, 0),
        usage: all.reduce((sum, { bytes }) => sum + bytes.length, 0),
        total_fee: new Amount(all.reduce((sum, { fee }) => sum + fee, 0n)),
        maxmempool: 300_000_000,
        mempoolminfee: new Amount(LEAST_RATE),
        minrelaytxfee: new Amount(LEAST_RATE),
        incrementalrelayfee: new Amount(LEAST_RATE),
        unbroadcastcount: 0,
        fullrbf: false,
      };
    },
    estimatesmartfee(parameters) {
      const target = numberAt(parameters, 0, 'conf_target');
      if (target < 1 || target > MOST_BLOCKS) {
        throw new BitcoindError(
          INVALID_PARAMETER,
          `Invalid conf_target, must be between 1 and ${MOST_BLOCKS}`,
        );
      }
      const rate = feeRateWithin(target, context.leastFeeRate());
      // bitcoind has no estimate for the next block alone.
      return { feerate: new Amount(BigInt(Math.ceil(rate * 1_000))), blocks: Math.max(2, target) };
    },
  };
}

function unknownTransaction(txindex: 'off' | 'building' | 'on'): BitcoindError {
  const what = {
    off: 'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries',
    building:
      'No such mempool transaction. Blockchain transactions are still in the process of being indexed',
    on: 'No such mempool or blockchain transaction',
  };
  const message = `${what[txindex]}. Use gettransaction for wallet transactions.`;
  return new BitcoindError(INVALID_ADDRESS_OR_KEY, message);
}

function renderEntry(transaction: ResolvedTransaction, mempool: Mempool): object {
  const { wire, fee, virtualSize } = transaction;
  const ancestors = mempool.ancestorsOf(transaction);
  const descendants = mempool.descendantsOf(transaction);
  const fees = (all: readonly ResolvedTransaction[]) =>
    new Amount(all.reduce((sum, one) => sum + one.fee, fee));
  const sizes = (all: readonly ResolvedTransaction[]) =>
    all.reduce((sum, one) => sum + one.virtualSize, virtualSize);
  const parents = new Set(outpointsOf(wire).map(({ txid }) => txid));
  const outputs = new Set(
    wire.outs.map((_, vout) => outpointKey({ txid: transaction.txid, vout })),
  );
  return {
    vsize: virtualSize,
    weight: wire.weight(),
    descendantcount: descendants.length + 1,
    descendantsize: sizes(descendants),
    ancestorcount: ancestors.length + 1,
    ancestorsize: sizes(ancestors),
    wtxid: hex(wire.getHash(true).reverse()),
    fees: {
      base: new Amount(fee),
      modified: new Amount(fee),
      ancestor: fees(ancestors),
      descendant: fees(descendants),
    },
    depends: ancestors.flatMap(({ txid }) => (parents.has(txid) ? [txid] : [])),
    spentby: descendants.flatMap((one) =>
      outpointsOf(one.wire).some((outpoint) => outputs.has(outpointKey(outpoint)))
        ? [one.txid]
        : [],
    ),
    unbroadcast: false,
  };
}
