import { type Hex, hexToBytes } from 'viem';
import { z } from 'zod';
import { renderTronAddress } from '../../../sandbox/tron/tron-address.ts';
import { decodeTransaction } from '../../../sandbox/tron/tron-transaction.ts';
import { failureOf, type PaymentReader } from '../fail-and-take-back.ts';
import { rpcCalls } from '../faults.ts';
import type { NodeLanguage } from '../proxies/chain-proxies.ts';
import { askFullNode, readNewestBlock } from './java-tron.ts';
import { createTronLiar } from './tron-liar.ts';

const approve = '0x095ea7b3';

/** java-tron's HTTP interface: a path for each question. */
export const tronLanguage: NodeLanguage = {
  eventsOf({ path }) {
    const known = rpcCalls.find((one) => path.split('?')[0] === `/${one}`);
    return known ? [`rpc ${known}`] : [];
  },
  createLiar: createTronLiar,
  payments: readPayments,
};

function readPayments(url: string): PaymentReader {
  const readCode = async (contract: string): Promise<Hex | undefined> => {
    const schema = z.object({ bytecode: z.string().optional() });
    const { bytecode } = await askFullNode(
      url,
      'wallet/getcontract',
      { value: contract, visible: true },
      schema,
    );
    return bytecode === undefined ? undefined : `0x${bytecode}`;
  };
  return {
    failure: /"result":"FAILED"/,
    paymentIn(body) {
      const { transaction } = JSON.parse(body) as { transaction?: string };
      if (transaction === undefined) return undefined;
      const { id, contract } = decodeTransaction(hexToBytes(`0x${transaction}`));
      if (contract.type !== 'TriggerSmartContract' || contract.data.startsWith(approve))
        return undefined;
      const { contract: called, data } = contract;
      return {
        txId: id.slice(2),
        findFailure: async () => {
          const code = await readCode(renderTronAddress(called));
          return failureOf({ contract: called, data, code, render: renderTronAddress });
        },
      };
    },
    async blockOf(txId) {
      const schema = z.object({ blockNumber: z.int().optional() });
      return (await askFullNode(url, 'wallet/gettransactioninfobyid', { value: txId }, schema))
        .blockNumber;
    },
    readHeight: () => readNewestBlock(url, 'wallet'),
  };
}
