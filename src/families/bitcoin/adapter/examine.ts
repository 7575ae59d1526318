import { describeAmount } from '../../../core/amounts/amounts.ts';
import {
  headProbe,
  lookBackFrom,
  lookBackMs,
  missing,
  type Probe,
  rateProbe,
} from '../../shared/endpoints/examine-each.ts';
import { bitcoinAddressOf, bitcoinScriptOf } from '../formats/address.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { Endpoint, Place } from './endpoint.ts';
import { readFeeRate } from './estimate-fee.ts';
import { headAt, readHead, readTip } from './head.ts';
import { readIdentity } from './read-identity.ts';

/** Of no transaction. */
const unknownTxId = '1'.repeat(64);

/** What Ferryman needs of an Esplora server or a Bitcoin Core node, each as it is used. */
export function bitcoinProbes(chain: BitcoinChain): Probe<Endpoint>[] {
  return [
    headProbe((endpoint) => readHead(endpoint, chain)),
    {
      need: 'SIMULATION',
      without: 'missing',
      purpose: 'check before signing that the coins of a transaction exist and are unspent',
      fix: 'Use an Esplora server that answers `tx/…`, `tx/…/hex` and `tx/…/outspend/…`, or allow the user of bitcoind `getrawtransaction`, `gettxout` and `gettxspendingprevout`.',
      async run(endpoint) {
        await endpoint.transaction(unknownTxId);
        await endpoint.rawTransaction(unknownTxId);
        await endpoint.spendOf(`${unknownTxId}:0`);
        return 'finds transactions, and what spends their outputs';
      },
    },
    {
      need: 'HISTORY',
      without: 'missing',
      purpose: 'find coins, payouts and deposits, and transactions of a restored journal',
      fix: 'Use an Esplora server with its index of addresses, or bitcoind with -blockfilterindex=1 and without -prune whose user may call `getblockfilter`, `scanblocks` and `getblock`.',
      async run(endpoint) {
        const tip = await readTip(endpoint);
        const after = lookBackFrom(tip.number, chain);
        const place = nobodyOn(chain);
        const [found] = await endpoint.paymentsTo([{ ...place, after }], headAt(tip, chain));
        if (!found?.isWhole)
          throw missing(`${endpoint.host} does not show the payments since block ${after}`);
        // A node without the index would search all coins of the network: `GAS` shows how that ends.
        if (endpoint.hasAddressIndex) {
          await endpoint.coins([place]);
          await endpoint.spends([place], Math.floor(tip.time - lookBackMs / 1_000));
        }
        return `finds payments in the blocks since ${after}`;
      },
    },
    {
      need: 'FEES',
      without: 'missing',
      purpose: 'pay what a block within half an hour takes',
      fix: 'Use an Esplora server that answers `fee-estimates`, or bitcoind without -blocksonly that has run for some hours and whose user may call `estimatesmartfee`, `getmempoolinfo` and `getmempooldescendants`.',
      async run(endpoint) {
        const { rate, isLeast } = await readFeeRate(endpoint);
        await endpoint.descendantFees([unknownTxId]);
        if (!isLeast)
          return `estimates ${describeAmount(rate, chain.nativeToken)} for 1,000 virtual bytes`;
        const { host } = endpoint;
        return { limited: `${host} has no estimate, so ${rate} sat/kvB count, the least` };
      },
    },
    rateProbe(readIdentity),
  ];
}

/** An address whose key nobody has. */
function nobodyOn({ network }: BitcoinChain): Place {
  const script = bitcoinScriptOf('p2wpkh', new Uint8Array(20).fill(1));
  return { script, address: bitcoinAddressOf(script, network) ?? '' };
}
