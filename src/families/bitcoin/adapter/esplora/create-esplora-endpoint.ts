import type { EndpointOptions } from '../../../shared/endpoints/endpoint.ts';
import { mapBounded } from '../../../shared/endpoints/map-bounded.ts';
import type { BitcoinChain } from '../../formats/chain.ts';
import type { Coins, Endpoint, Places, SeenTransaction } from '../endpoint.ts';
import type { Coin } from '../fund-outputs.ts';
import { isSpentFrom } from '../spend.ts';
import {
  addressTransactions,
  block,
  feeEstimates,
  outspend,
  outspends,
  rawTransaction,
  shownHash,
  transaction,
  unspent,
} from './answers.ts';
import { createPaymentsReader } from './payments-reader.ts';
import { readSpends } from './read-spends.ts';
import { seenTransaction, spendOf } from './seen-transaction.ts';
import { createEsploraServer, type EsploraServer } from './server.ts';

/** Nodes do not replace a transaction with more descendants (BIP-125, rule 5). */
const maxDescendants = 100;

/** Walks from spend to spend, because Esplora has no call for descendants. */
async function readDescendantFees(
  server: EsploraServer,
  txIds: readonly string[],
): Promise<bigint> {
  const seen = new Set(txIds);
  let total = 0n;
  let parents = [...seen];
  while (parents.length > 0 && seen.size < maxDescendants + txIds.length) {
    const spends = await mapBounded(parents, (txId) =>
      server.find(`tx/${txId}/outspends`, outspends),
    );
    const waiting = spends.flatMap((outputs = []) =>
      outputs.flatMap((spend) => (spend.spent && !spend.status.confirmed ? [spend.txid] : [])),
    );
    parents = [...new Set(waiting)].filter((txId) => !seen.has(txId));
    for (const txId of parents) seen.add(txId);
    const found = await mapBounded(parents, (txId) => server.find(`tx/${txId}`, transaction));
    for (const child of found) total += child?.fee ?? 0n;
  }
  return total;
}

/**
 * A server of Esplora's HTTP API (github.com/Blockstream/esplora, API.md), which indexes addresses
 * and spends.
 */
export function createEsploraEndpoint(
  url: string,
  chain: Pick<BitcoinChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): Endpoint {
  const server = createEsploraServer(url, chain, options);
  const { host, facts, verify, isBackingOff, saw, send } = server;
  return {
    host,
    hasAddressIndex: true,
    facts,
    verify,
    isBackingOff,
    saw,
    send,
    async tip() {
      const hash = await server.findText('blocks/tip/hash', shownHash);
      const { id, height, timestamp, mediantime } = await server.read(`block/${hash}`, block);
      return { hash: id, number: height, time: timestamp, medianTime: mediantime };
    },
    hashAt: (height) => server.findText(`block-height/${height}`, shownHash),
    async transaction(txId) {
      const found = await server.find(`tx/${txId}`, transaction);
      return found && seenTransaction(found);
    },
    rawTransaction: (txId) => server.findText(`tx/${txId}/hex`, rawTransaction),
    async spendOf(outpoint) {
      const [txId, index] = outpoint.split(':');
      return spendOf(await server.read(`tx/${txId}/outspend/${index}`, outspend));
    },
    coins: (places) => readCoins(server, places),
    payments: (address, _script, after) => readHistory(server, address, after),
    paymentsTo: createPaymentsReader(server),
    spends: (places, since) => readSpends(server, places, since),
    descendantFees: (txIds) => readDescendantFees(server, txIds),
    async feeRate(within) {
      const estimates = await server.read('fee-estimates', feeEstimates);
      const [nearest] = [...estimates]
        .filter(([blocks]) => blocks <= within)
        .sort(([one], [other]) => other - one);
      return nearest ? { estimate: nearest[1] } : {};
    },
  };
}

/** The coins of a wallet's addresses. Unconfirmed payments by others do not count. */
async function readCoins(server: EsploraServer, places: Places): Promise<Coins> {
  const lists = await mapBounded(places, async ({ address, script }) => {
    const listed = await server.read(`address/${address}/utxo`, unspent);
    return listed.map((coin) => ({ ...coin, script }));
  });
  const listed = lists.flat();
  const own = places.map(({ script }) => script);
  const waiting = listed.filter(({ status }) => !status.confirmed);
  const makers = [...new Set(waiting.map(({ txid }) => txid))];
  const found = await mapBounded(makers, (txid) => server.find(`tx/${txid}`, transaction));
  const ownMakers = new Set(
    found.flatMap((maker) =>
      maker && isSpentFrom(seenTransaction(maker), own) ? [maker.txid] : [],
    ),
  );
  const coinsIn = (some: typeof listed): Coin[] =>
    some.map(({ txid, vout, value, script }) => ({ txid, vout, value, script }));
  return {
    spendable: coinsIn(listed.filter(({ status }) => status.confirmed)),
    onTheirWay: coinsIn(waiting.filter(({ txid }) => ownMakers.has(txid))),
  };
}

/** Newest first, in the servers' pages of 25. */
async function readHistory(
  server: EsploraServer,
  address: string,
  after: bigint,
): Promise<SeenTransaction[]> {
  const history = new Map<string, SeenTransaction>();
  let path = `address/${address}/txs/chain`;
  for (;;) {
    const page = (await server.read(path, addressTransactions)).map(seenTransaction);
    const newer = page.filter(
      ({ txId, block }) => block && block.number > after && !history.has(txId),
    );
    for (const listed of newer) history.set(listed.txId, listed);
    const last = page.at(-1);
    // The rest is older, or the server starts over.
    if (!last || newer.length < page.length) return [...history.values()];
    path = `address/${address}/txs/chain/${last.txId}`;
  }
}
