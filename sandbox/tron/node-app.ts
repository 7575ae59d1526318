import { type Context, Hono } from 'hono';
import {
  accountResource,
  findAccount,
  findContract,
  findContractInfo,
} from './account-endpoints.ts';
import { broadcastHex, broadcastTransaction } from './broadcast-endpoints.ts';
import { estimateEnergy, triggerConstantContract, triggerSmartContract } from './call-endpoints.ts';
import { chainParameters, nodeInfo } from './chain-endpoints.ts';
import type { Inclusion, TronBlock } from './chain-record.ts';
import { approvedList, signWeight } from './permission-endpoints.ts';
import { type NodeRequest, readRequest, UnreadableRequest } from './read-request.ts';
import { renderBlock } from './render-block.ts';
import { plainHex, renderTransaction, renderTransactionInfo } from './render-transaction.ts';
import type { TronNode } from './tron-node.ts';

/** One endpoint. @param head the latest block that its answer may include */
type Endpoint = (node: TronNode, request: NodeRequest, head: TronBlock) => unknown;

/** Endpoints under both `wallet/` (latest block) and `walletsolidity/` (latest final block). */
const OF_EITHER_HEAD: Readonly<Record<string, Endpoint>> = {
  getnowblock: (_node, { visible }, head) => renderBlock(head, visible),
  getblock: (node, request, head) => {
    const block = findBlock(node, request.text('id_or_num'), head);
    return block === undefined
      ? {}
      : renderBlock(block, request.visible, `${request.member('detail')}` === 'true');
  },
  getblockbynum: (node, request, head) => {
    const block = findBlock(node, `${request.number('num') ?? ''}`, head);
    return block === undefined ? {} : renderBlock(block, request.visible);
  },
  getblockbyid: (node, request, head) => {
    const block = findBlock(node, request.text('value'), head);
    return block === undefined ? {} : renderBlock(block, request.visible);
  },
  getblockbylatestnum: (node, request, head) =>
    blocksBetween(node, request, head.number + 1 - (request.number('num') ?? 0), head.number + 1),
  getblockbylimitnext: (node, request, head) =>
    blocksBetween(
      node,
      request,
      request.number('startNum') ?? 0,
      Math.min(request.number('endNum') ?? 0, head.number + 1),
    ),
  gettransactionbyid: (node, request, head) => {
    const inclusion = findInclusion(node, request, head);
    if (inclusion === undefined) return {};
    return renderTransaction(inclusion.transaction, request.visible, inclusion.outcome.result);
  },
  gettransactioninfobyid: (node, request, head) => {
    const inclusion = findInclusion(node, request, head);
    return inclusion === undefined ? {} : renderTransactionInfo(inclusion, request.visible);
  },
  gettransactioninfobyblocknum: (node, request, head) => {
    const block = findBlock(node, `${request.number('num') ?? ''}`, head);
    const { transactions = [] } = block ?? {};
    return transactions.map((included) =>
      renderTransactionInfo({ ...included, block: block ?? head }, request.visible),
    );
  },
  getaccount: findAccount,
  triggerconstantcontract: triggerConstantContract,
  estimateenergy: estimateEnergy,
};

const OF_LATEST: Readonly<Record<string, Endpoint>> = {
  broadcasttransaction: broadcastTransaction,
  broadcasthex: broadcastHex,
  triggersmartcontract: triggerSmartContract,
  getaccountresource: accountResource,
  getcontract: findContract,
  getcontractinfo: findContractInfo,
  getchainparameters: chainParameters,
  getnodeinfo: nodeInfo,
  getsignweight: signWeight,
  getapprovedlist: approvedList,
  gettransactionlistfrompending: ({ record }) => ({
    txId: record.pending().map(({ id }) => plainHex(id)),
  }),
  gettransactionfrompending: ({ record }, request) => {
    const id = request.id('value');
    const found = record.pending().find((transaction) => transaction.id === id);
    return found === undefined ? {} : renderTransaction(found, request.visible);
  },
};

/** java-tron's HTTP API, full node and solidity node on one port. */
export function nodeApp(node: TronNode): Hono {
  const app = new Hono();
  const serve = (path: string, endpoint: Endpoint, headOf: () => TronBlock): void => {
    app.on(['GET', 'POST'], path, async (c: Context) => {
      return c.json((await endpoint(node, await readRequest(c), headOf())) as object);
    });
  };
  for (const [name, endpoint] of Object.entries(OF_EITHER_HEAD)) {
    serve(`/wallet/${name}`, endpoint, node.record.head);
    serve(`/walletsolidity/${name}`, endpoint, node.record.solid);
  }
  for (const [name, endpoint] of Object.entries(OF_LATEST))
    serve(`/wallet/${name}`, endpoint, node.record.head);
  app.notFound((c) => c.json({ Error: 'No such endpoint' }, 404));
  app.onError((error, c) =>
    error instanceof UnreadableRequest
      ? c.json({ Error: error.message })
      : c.json({ Error: `The sandbox failed: ${error.message}` }, 500),
  );
  return app;
}

/** Finds a block by number or id. Default: the latest one. */
function findBlock(
  { record }: TronNode,
  numberOrId: string | undefined,
  head: TronBlock,
): TronBlock | undefined {
  if (numberOrId === undefined || numberOrId === '') return head;
  const id = numberOrId.toLowerCase();
  const block = /^[0-9a-f]{64}$/.test(id)
    ? record.blockById(`0x${id}`)
    : record.block(Number(numberOrId));
  return block === undefined || block.number > head.number ? undefined : block;
}

function blocksBetween({ record }: TronNode, { visible }: NodeRequest, from: number, to: number) {
  const numbers = Array.from(
    { length: Math.max(0, Math.min(to - from, 100)) },
    (_, index) => from + index,
  );
  const blocks = numbers.flatMap((number) => record.block(number) ?? []);
  return blocks.length === 0 ? {} : { block: blocks.map((block) => renderBlock(block, visible)) };
}

function findInclusion(
  { record }: TronNode,
  request: NodeRequest,
  head: TronBlock,
): Inclusion | undefined {
  const id = request.id('value');
  const inclusion = id === undefined ? undefined : record.inclusion(id);
  return inclusion === undefined || inclusion.block.number > head.number ? undefined : inclusion;
}
