import type { EndpointOptions } from '../../../shared/endpoints/endpoint.ts';
import { mapBounded } from '../../../shared/endpoints/map-bounded.ts';
import type { BitcoinChain } from '../../formats/chain.ts';
import type { Endpoint } from '../endpoint.ts';
import { feeEstimate, mempoolEntries, mempoolInfo } from './answers.ts';
import { findHashAt, readNewest } from './blocks.ts';
import { createSpendFinder } from './find-spend.ts';
import { createCoinFollower } from './follow-coins.ts';
import { createNode } from './node.ts';
import { readPayments } from './read-payments.ts';
import { readPaymentsTo } from './read-payments-to.ts';
import { readSpends } from './read-spends.ts';
import { isNotInMempool, isWithoutEstimates } from './refusal.ts';
import { createBlockScanner } from './scan-blocks.ts';
import { findPlaced, findRaw, seeTransaction } from './transactions.ts';

/**
 * A Bitcoin Core node. It finds transactions by id (`-txindex`) and blocks by scripts
 * (`-blockfilterindex`). It has no index of addresses and spends.
 */
export function createBitcoindEndpoint(
  url: string,
  chain: Pick<BitcoinChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): Endpoint {
  const node = createNode(url, chain, options);
  const { host, facts, verify, isBackingOff, saw, send } = node;
  const scanBlocks = createBlockScanner(node);
  const readCoins = createCoinFollower(node, scanBlocks);
  return {
    host,
    hasAddressIndex: false,
    facts,
    verify,
    isBackingOff,
    saw,
    send,
    tip: () => readNewest(node),
    hashAt: (number) => findHashAt(node, number),
    async transaction(txId) {
      const placed = await findPlaced(node, txId);
      return placed && seeTransaction(node, placed);
    },
    rawTransaction: (txId) => findRaw(node, txId),
    spendOf: createSpendFinder(node, scanBlocks),
    async coins(places) {
      const { spendable, onTheirWay } = await readCoins(places.map(({ script }) => script));
      return { spendable, onTheirWay };
    },
    payments: (_address, script, after) => readPayments(node, scanBlocks, script, after),
    paymentsTo: (receivers, head) => readPaymentsTo(node, scanBlocks, receivers, head),
    async spends(places, since) {
      const scripts = places.map(({ script }) => script);
      const findWaiting = async () => (await readCoins(scripts)).waiting;
      return readSpends(node, scanBlocks, findWaiting, scripts, since);
    },
    async descendantFees(txIds) {
      const known = await mapBounded(txIds, (txId) =>
        node.find('getmempooldescendants', [txId, true], mempoolEntries, isNotInMempool),
      );
      const fees = new Map(known.flatMap((entries = {}) => Object.entries(entries)));
      for (const txId of txIds) fees.delete(txId);
      return [...fees.values()].reduce((total, { fees: { base } }) => total + base, 0n);
    },
    async feeRate(within) {
      const estimated = await node.find(
        'estimatesmartfee',
        [within],
        feeEstimate,
        isWithoutEstimates,
      );
      const { mempoolminfee: least } = await node.ask('getmempoolinfo', [], mempoolInfo);
      const feerate = estimated?.feerate;
      return feerate === undefined ? { least } : { estimate: feerate, least };
    },
  };
}
