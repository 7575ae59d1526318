import { z } from 'zod';
import { parseTransaction } from '../../../sandbox/solana/parse-transaction.ts';
import type { PaymentReader } from '../fail-and-take-back.ts';
import type { NodeLanguage } from '../proxies/chain-proxies.ts';
import { askNode, jsonRpcEvents } from './json-rpc.ts';
import { createSolanaLiar } from './solana-liar.ts';

/** JSON-RPC, one question or many in a request. */
export const solanaLanguage: NodeLanguage = {
  eventsOf: jsonRpcEvents,
  createLiar: createSolanaLiar,
  payments: readPayments,
};

const request = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });
const statuses = z.object({
  value: z.tuple([z.object({ slot: z.int(), confirmationStatus: z.string() }).nullable()]),
});

/** Nothing is approved here: whatever is sent pays. */
function readPayments(url: string): PaymentReader {
  return {
    failure: /"err":\{/,
    paymentIn(body) {
      const asked = request.safeParse(JSON.parse(body));
      const bytes =
        asked.data?.method === 'sendTransaction'
          ? z.base64().safeParse(asked.data.params[0]).data
          : undefined;
      const txId =
        bytes === undefined ? undefined : parseTransaction(Buffer.from(bytes, 'base64'))?.signature;
      if (txId === undefined) return undefined;
      return {
        txId,
        findFailure: async () => ({ fail: [{ failing: txId }], mend: [{ failing: null }] }),
      };
    },
    /** Once it is confirmed: before, nobody believes it. */
    async blockOf(txId) {
      const { value } = await askNode(url, 'getSignatureStatuses', [[txId]], statuses);
      const [status] = value;
      if (!status || status.confirmationStatus === 'processed') return undefined;
      const block = [
        status.slot,
        { commitment: 'confirmed', transactionDetails: 'none', rewards: false },
      ];
      return (await askNode(url, 'getBlock', block, z.object({ blockHeight: z.int() })))
        .blockHeight;
    },
    readHeight: () => askNode(url, 'getBlockHeight', [{ commitment: 'processed' }], z.int()),
  };
}
