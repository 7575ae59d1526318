import {
  createPublicClient,
  getAddress,
  type Hash,
  type Hex,
  http,
  keccak256,
  parseTransaction,
  TransactionReceiptNotFoundError,
} from 'viem';
import { failureOf, type PaymentReader } from '../fail-and-take-back.ts';
import type { NodeLanguage } from '../proxies/chain-proxies.ts';
import { createEvmLiar } from './evm-liar.ts';
import { jsonRpcEvents } from './json-rpc.ts';

const approve = '0x095ea7b3';

/** JSON-RPC, one question or many in a request. */
export const evmLanguage: NodeLanguage = {
  eventsOf: jsonRpcEvents,
  createLiar: createEvmLiar,
  payments: readPayments,
};

function readPayments(url: string): PaymentReader {
  const client = createPublicClient({ transport: http(url) });
  return {
    failure: /"status":"0x0"/,
    paymentIn(body) {
      const bytes = sentBytes(body);
      if (bytes === undefined) return undefined;
      const { to, data = '0x' } = parseTransaction(bytes);
      if (!to || data.length < 10 || data.startsWith(approve)) return undefined;
      return {
        txId: keccak256(bytes),
        findFailure: async () => {
          const code = await client.getCode({ address: to });
          return failureOf({ contract: to, data, code, render: getAddress });
        },
      };
    },
    async blockOf(txId) {
      try {
        return Number((await client.getTransactionReceipt({ hash: txId as Hash })).blockNumber);
      } catch (cause) {
        if (!(cause instanceof TransactionReceiptNotFoundError)) throw cause;
        return undefined;
      }
    },
    readHeight: async () => Number(await client.getBlockNumber({ cacheTime: 0 })),
  };
}

function sentBytes(body: string): Hex | undefined {
  const { method, params } = JSON.parse(body) as { method?: string; params?: Hex[] };
  return method === 'eth_sendRawTransaction' ? params?.[0] : undefined;
}
