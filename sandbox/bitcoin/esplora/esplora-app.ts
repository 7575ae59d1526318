import { address as addresses, type Network, networks } from 'bitcoinjs-lib';
import { type Context, Hono } from 'hono';
import { NETWORK } from '../bitcoin-account.ts';
import type { Blockchain } from '../blockchain.ts';
import { readTransaction } from '../read-transaction.ts';
import { EsploraError } from './esplora-error.ts';
import { type NodeView, type SeenTransaction, viewChain } from './node-view.ts';
import { renderAddress, renderUnspent } from './render-address.ts';
import { renderBlock } from './render-block.ts';
import { renderFeeEstimates, renderMempool } from './render-fees.ts';
import { renderStatus, renderTransaction } from './render-transaction.ts';

export interface EsploraContext {
  readonly blockchain: Blockchain;
  /** How many of the newest blocks the node does not have yet. */
  readonly blocksBehind: () => number;
  /** The minimum fee rate of the next block, in satoshis per virtual byte. */
  readonly leastFeeRate: () => number;
}

/** Page sizes of an address: mempool transactions, and included ones. */
const WAITING_PAGE = 50;
const INCLUDED_PAGE = 25;

/** Block hashes have the same form. */
const TRANSACTION_ID = /^[0-9a-f]{64}$/i;

/**
 * Esplora's HTTP API (github.com/Blockstream/esplora, API.md). Undocumented answers and errors
 * follow its server (github.com/Blockstream/electrs, src/rest.rs). Refusals of bitcoind have the
 * older form of electrs; newer versions write `sendrawtransaction RPC error -26: <message>`
 * (src/errors.rs).
 */
export function esploraApp(context: EsploraContext): Hono {
  const { blockchain } = context;
  const app = new Hono();
  const view = (): NodeView => viewChain(blockchain, context.blocksBehind());

  app.post('/tx', async (c) => {
    const hex = (await c.req.text()).trim();
    // Blocks that the lagging node does not have yet count as its mempool.
    const seen = view().find(readTransaction(hex)?.getId() ?? '');
    if (seen !== undefined && seen.block === undefined) return c.text(seen.transaction.txid);
    const submission = await blockchain.submit(hex);
    if (submission.kind === 'accepted') return c.text(submission.txid);
    const { code, message } = submission.refusal;
    return c.text(`sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`, 400);
  });
  app.get('/tx/:id', (c) => c.json(renderTransaction(requireTransaction(c, view()))));
  // Unknown and unconfirmed transactions have the same status.
  app.get('/tx/:id/status', (c) => c.json(renderStatus(view().find(hashOf(c, 'id'))?.block)));
  app.get('/tx/:id/hex', (c) => c.text(requireTransaction(c, view()).transaction.wire.toHex()));
  app.get('/tx/:id/raw', (c) => {
    c.header('content-type', 'application/octet-stream');
    return c.body(new Uint8Array(requireTransaction(c, view()).transaction.bytes));
  });
  app.get('/tx/:id/outspend/:vout', (c) =>
    c.json(renderSpend(view(), hashOf(c, 'id'), numberOf(c, 'vout'))),
  );
  app.get('/tx/:id/outspends', (c) => {
    const now = view();
    const { txid, wire } = requireTransaction(c, now).transaction;
    return c.json(wire.outs.map((_, vout) => renderSpend(now, txid, vout)));
  });

  app.get('/address/:address', (c) =>
    c.json(renderAddress(c.req.param('address'), scriptOf(c), view())),
  );
  app.get('/address/:address/utxo', (c) => c.json(renderUnspent(scriptOf(c), view())));
  app.get('/address/:address/txs', (c) => {
    const { waiting, included } = historyOf(c, view());
    return c.json([...waiting, ...included.slice(0, INCLUDED_PAGE)].map(renderTransaction));
  });
  app.get('/address/:address/txs/mempool', (c) =>
    c.json(historyOf(c, view()).waiting.map(renderTransaction)),
  );
  const includedPage = (c: Context, last: string | undefined) => {
    const { included } = historyOf(c, view());
    const start =
      last === undefined
        ? 0
        : included.findIndex(({ transaction }) => transaction.txid === last) + 1;
    const isUnknown = last !== undefined && start === 0;
    return c.json(
      isUnknown ? [] : included.slice(start, start + INCLUDED_PAGE).map(renderTransaction),
    );
  };
  app.get('/address/:address/txs/chain', (c) => includedPage(c, undefined));
  app.get('/address/:address/txs/chain/:last', (c) => {
    const last = c.req.param('last');
    // Like electrs, ignores what is not a transaction id.
    return includedPage(c, TRANSACTION_ID.test(last) ? last.toLowerCase() : undefined);
  });

  app.get('/blocks/tip/height', (c) => c.text(`${view().tip().height}`));
  app.get('/blocks/tip/hash', (c) => c.text(view().tip().hash));
  app.get('/block-height/:height', (c) => {
    const block = view().atHeight(numberOf(c, 'height'));
    if (block === undefined) throw new EsploraError(404, 'Block not found');
    return c.text(block.hash);
  });
  app.get('/block/:hash', (c) => c.json(renderBlock(requireBlock(c, view()))));
  app.get('/block/:hash/status', (c) => {
    const now = view();
    const seen = now.byHash(hashOf(c, 'hash'));
    if (seen === undefined || !seen.isBest)
      return c.json({ in_best_chain: false, height: null, next_best: null });
    const { height } = seen.block;
    return c.json({
      in_best_chain: true,
      height,
      next_best: now.atHeight(height + 1)?.hash ?? null,
    });
  });
  app.get('/block/:hash/txids', (c) =>
    c.json(requireBlock(c, view()).transactions.map(({ txid }) => txid)),
  );

  app.get('/mempool', (c) => c.json(renderMempool(view().waiting())));
  app.get('/fee-estimates', (c) => c.json(renderFeeEstimates(context.leastFeeRate())));

  app.notFound((c) => c.text(`endpoint does not exist ${JSON.stringify(c.req.path)}`, 404));
  app.onError((error, c) => {
    if (error instanceof EsploraError) return c.text(error.message, error.status);
    return c.text(`Internal error: ${error.message}`, 500);
  });
  return app;
}

function requireTransaction(c: Context, view: NodeView): SeenTransaction {
  const seen = view.find(hashOf(c, 'id'));
  if (seen === undefined) throw new EsploraError(404, 'Transaction not found');
  return seen;
}

function requireBlock(c: Context, view: NodeView) {
  const seen = view.byHash(hashOf(c, 'hash'));
  if (seen === undefined) throw new EsploraError(404, 'Block not found');
  return seen.block;
}

/** An output that does not exist is reported as unspent, too. */
function renderSpend(view: NodeView, txid: string, vout: number): object {
  const spender = view.spenderOf({ txid, vout });
  if (spender === undefined) return { spent: false };
  const { transaction, block } = spender;
  const vin = transaction.spent.findIndex((output) => output.txid === txid && output.vout === vout);
  return { spent: true, txid: transaction.txid, vin, status: renderStatus(block) };
}

function historyOf(c: Context, view: NodeView) {
  const history = view.history(scriptOf(c));
  return {
    waiting: history.filter(({ block }) => block === undefined).slice(0, WAITING_PAGE),
    included: history.filter(({ block }) => block !== undefined),
  };
}

function hashOf(c: Context, name: string): string {
  const hash = c.req.param(name) ?? '';
  if (!TRANSACTION_ID.test(hash)) throw new EsploraError(400, 'Invalid hex string');
  return hash.toLowerCase();
}

function numberOf(c: Context, name: string): number {
  const digits = c.req.param(name) ?? '';
  if (!/^\d{1,9}$/.test(digits)) throw new EsploraError(400, 'Invalid number');
  return Number(digits);
}

function scriptOf(c: Context): Uint8Array {
  const address = c.req.param('address') ?? '';
  try {
    return addresses.toOutputScript(address, NETWORK);
  } catch {
    const isForeign = [networks.bitcoin, networks.testnet].some((network) =>
      isAddress(address, network),
    );
    throw new EsploraError(
      400,
      isForeign ? 'Address on invalid network' : 'Invalid Bitcoin address',
    );
  }
}

function isAddress(address: string, network: Network): boolean {
  try {
    addresses.toOutputScript(address, network);
    return true;
  } catch {
    return false;
  }
}
