import type { NodeRequest } from './read-request.ts';
import { plainHex } from './render-transaction.ts';
import { BANDWIDTH_PRICE, ENERGY_PRICE, MAX_FEE_LIMIT } from './resources.ts';
import type { TronNode } from './tron-node.ts';

/** `getchainparameters`: the parameters that determine a transaction's cost. */
export function chainParameters() {
  return {
    chainParameter: [
      { key: 'getEnergyFee', value: Number(ENERGY_PRICE) },
      { key: 'getTransactionFee', value: Number(BANDWIDTH_PRICE) },
      { key: 'getMaxFeeLimit', value: Number(MAX_FEE_LIMIT) },
      // A member without a value is zero.
      { key: 'getCreateAccountFee' },
      { key: 'getCreateNewAccountFeeInSystemContract' },
      { key: 'getMemoFee' },
      { key: 'getFreeNetLimit' },
    ],
  };
}

/** `getnodeinfo`: the node's sync state. */
export function nodeInfo({ record }: TronNode, _request: NodeRequest) {
  const [head, solid] = [record.head(), record.solid()];
  return {
    beginSyncNum: head.number,
    block: `Num:${head.number},ID:${plainHex(head.id)}`,
    solidityBlock: `Num:${solid.number},ID:${plainHex(solid.id)}`,
    currentConnectCount: 0,
    activeConnectCount: 0,
    passiveConnectCount: 0,
  };
}
