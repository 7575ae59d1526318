import type { EndpointOptions } from '../../../shared/endpoints/endpoint.ts';
import type { BitcoinChain } from '../../formats/chain.ts';
import type { Endpoint } from '../endpoint.ts';
import { block, feeEstimates, outspend, rawTransaction, shownHash, transaction } from './answers.ts';
import { readCoins } from './coins.ts';
import { createPaymentsReader } from './payments-reader.ts';
import { readDescendantFees } from './read-descendant-fees.ts';
import { readHistory } from './read-history.ts';
import { readSpends } from './read-spends.ts';
import { seenTransaction, spendOf } from './seen-transaction.ts';
import { createEsploraServer } from './server.ts';

/** A server of Esplora's HTTP interface (github.com/Blockstream/esplora, API.md), which has an index of addresses and of spends. */
export function createEsploraEndpoint(
  url: string,
  chain: Pick<BitcoinChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): Endpoint {
  const server = createEsploraServer(url, chain, options);
  const { host, facts, verify, isResting, saw, send } = server;
  return {
    host,
    facts,
    verify,
    isResting,
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
    coins: (account, script) => readCoins(server, account, script),
    payments: (address, _script, after) => readHistory(server, address, after),
    paymentsTo: createPaymentsReader(server),
    spends: (address, script, since) => readSpends(server, address, script, since),
    descendantFees: (txIds) => readDescendantFees(server, txIds),
    async feeRate(within) {
      const estimates = await server.read('fee-estimates', feeEstimates);
      const [nearest] = [...estimates].filter(([blocks]) => blocks <= within).sort(([one], [other]) => other - one);
      return nearest?.[1];
    },
  };
}
