import { type Hex, toFunctionSelector } from 'viem';
import type { TronBlock } from './chain-record.ts';
import { playCall } from './play-call.ts';
import { type NodeRequest, UnreadableRequest } from './read-request.ts';
import {
  plainHex,
  renderInternalTransactions,
  renderLog,
  renderText,
  renderTransaction,
  resultMessage,
} from './render-transaction.ts';
import type { TronNode } from './tron-node.ts';
import { encodeRawData, type TronTransaction, transactionId } from './tron-transaction.ts';

/**
 * `triggerconstantcontract`: simulates a call. As on java-tron, a call that reverts has `result:
 * true` with a message, and `transaction.ret` is FAILED.
 */
export async function triggerConstantContract(
  node: TronNode,
  request: NodeRequest,
  head: TronBlock,
) {
  const call = readCall(request);
  const played = await playCall(node, call, head);
  if (typeof played === 'string') return { result: refused(played, request) };
  const transaction = transactionOf(call, head);
  const message = resultMessage(played.result);
  return {
    result: {
      result: true,
      ...(message === undefined ? {} : { message: renderText(message, request.visible) }),
    },
    energy_used: Number(played.energyUsed),
    constant_result: [plainHex(played.output)],
    ...(played.logs.length === 0
      ? {}
      : { logs: played.logs.map((log) => renderLog(log, request.visible)) }),
    transaction: {
      ...renderTransaction(transaction, request.visible),
      ret: [message === undefined ? {} : { ret: 'FAILED' }],
    },
    ...renderInternalTransactions(transaction.id, played.internalTransactions, request.visible),
  };
}

/** `estimateenergy`: the energy of a call, or why it would fail. */
export async function estimateEnergy(node: TronNode, request: NodeRequest, head: TronBlock) {
  const played = await playCall(node, readCall(request), head);
  if (typeof played === 'string') return { result: refused(played, request) };
  const message = resultMessage(played.result);
  if (message === undefined)
    return { result: { result: true }, energy_required: Number(played.energyUsed) };
  return { result: { code: 'CONTRACT_EXE_ERROR', message: renderText(message, request.visible) } };
}

/** `triggersmartcontract`: builds the unsigned transaction of a call for clients. */
export async function triggerSmartContract(
  { client }: TronNode,
  request: NodeRequest,
  head: TronBlock,
) {
  const call = readCall(request);
  if ((await client.getCode({ address: call.contract })) === undefined) {
    return {
      result: refused(
        'Contract validate error : No contract or not a valid smart contract',
        request,
      ),
    };
  }
  const transaction = transactionOf(call, head, BigInt(request.number('fee_limit') ?? 0));
  return { result: { result: true }, transaction: renderTransaction(transaction, request.visible) };
}

function refused(message: string, { visible }: NodeRequest) {
  return { code: 'CONTRACT_VALIDATE_ERROR', message: renderText(message, visible) };
}

/** The function by signature and encoded arguments, or the whole call data. */
function readCall(request: NodeRequest) {
  const [owner, contract] = [request.address('owner_address'), request.address('contract_address')];
  if (owner === undefined || contract === undefined) {
    throw new UnreadableRequest('owner_address or contract_address is missing');
  }
  const signature = request.text('function_selector');
  const data: Hex =
    signature === undefined
      ? (request.bytes('data') ?? '0x')
      : `${toFunctionSelector(signature)}${plainHex(request.bytes('parameter') ?? '0x')}`;
  return { owner, contract, callValue: BigInt(request.number('call_value') ?? 0), data };
}

/** The unsigned transaction of a call. */
function transactionOf(
  { owner, ...call }: ReturnType<typeof readCall>,
  head: TronBlock,
  feeLimit = 0n,
): TronTransaction {
  const data = {
    contract: { type: 'TriggerSmartContract', owner, ...call },
    refBlockBytes: `0x${head.id.slice(14, 18)}`,
    refBlockHash: `0x${head.id.slice(18, 34)}`,
    expiration: BigInt(head.timestamp + 60_000),
    timestamp: BigInt(head.timestamp),
    feeLimit,
    memo: '0x',
  } as const;
  const rawData = encodeRawData(data);
  return { ...data, rawData, id: transactionId(rawData), signatures: [] };
}
