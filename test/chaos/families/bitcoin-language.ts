import { Transaction } from 'bitcoinjs-lib';
import { z } from 'zod';
import type { PaymentReader } from '../fail-and-take-back.ts';
import type { RpcCall } from '../faults.ts';
import type { NodeLanguage } from '../proxies/chain-proxies.ts';
import { createBitcoinLiar } from './bitcoin-liar.ts';
import { ask, findText, readTipHeight, status } from './esplora.ts';

const calls: readonly [method: string, path: RegExp, call: RpcCall][] = [
  ['POST', /^\/tx$/, 'POST tx'],
  ['GET', /^\/tx\/\w+$/, 'GET tx/:id'],
  ['GET', /^\/tx\/\w+\/hex$/, 'GET tx/:id/hex'],
  ['GET', /^\/tx\/\w+\/outspend\/\d+$/, 'GET tx/:id/outspend/:vout'],
  ['GET', /^\/blocks\/tip\/hash$/, 'GET blocks/tip/hash'],
  ['GET', /^\/block\/\w+$/, 'GET block/:hash'],
  ['GET', /^\/block-height\/\d+$/, 'GET block-height/:height'],
  ['GET', /^\/fee-estimates$/, 'GET fee-estimates'],
];

/** Esplora's HTTP interface: a path for each question. */
export const bitcoinLanguage: NodeLanguage = {
  eventsOf({ method, path }) {
    const asked = path.split('?')[0] ?? '';
    const known = calls.find(([named, pattern]) => named === method && pattern.test(asked));
    return known ? [`rpc ${known[2]}`] : [];
  },
  createLiar: createBitcoinLiar,
  payments: readPayments,
};

/** Nothing that is in a block has failed. */
function readPayments(url: string): PaymentReader {
  return {
    paymentIn(body) {
      const txId = idOf(body);
      return txId === undefined ? undefined : { txId, findFailure: async () => undefined };
    },
    async blockOf(txId) {
      if ((await findText(url, `tx/${txId}`)) === undefined) return undefined;
      return (await ask(url, `tx/${txId}`, z.looseObject({ status }))).status.block_height;
    },
    readHeight: () => readTipHeight(url),
  };
}

function idOf(hex: string): string | undefined {
  try {
    return Transaction.fromHex(hex).getId();
  } catch {
    return undefined;
  }
}
