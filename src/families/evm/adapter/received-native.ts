import { type Address, isAddressEqual } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import {
  type CallFrame,
  callFrame,
  type Receipt,
  type Transaction,
  transaction,
} from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import type { ReceivedAmount } from './received-tokens.ts';

/**
 * Frames that transfer value. `DELEGATECALL` and `STATICCALL` transfer none, even if a tracer shows
 * a value.
 */
const movingFrames: ReadonlySet<string> = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);

/**
 * The native coins that a successful transaction brought to `receiver`, one entry for each call
 * with value. The index is the call's position in the trace, depth first: -1 for the transaction,
 * -2 for the first call in it, and so on. Reverted calls are left out. Without a trace, only the
 * transaction's own value is visible.
 */
export async function readNativeTransfers(
  endpoints: Endpoints<Endpoint>,
  { transactionHash }: Receipt,
  receiver: Address,
): Promise<ReceivedAmount[]> {
  const root = await readCalls(endpoints, transactionHash);
  if (!root) return [];
  return movingCalls(root).filter(
    ({ to, from }) => to && isAddressEqual(to, receiver) && !isAddressEqual(from, receiver),
  );
}

/** The calls of a transaction. Without a trace, only the transaction's own call. */
export async function readCalls(
  endpoints: Endpoints<Endpoint>,
  txId: string,
): Promise<CallFrame | undefined> {
  return (await traceCalls(endpoints, txId)) ?? (await readRootCall(endpoints, txId));
}

async function traceCalls(
  endpoints: Endpoints<Endpoint>,
  txId: string,
): Promise<CallFrame | undefined> {
  try {
    return await endpoints.first((endpoint) =>
      endpoint.readAlone('debug_traceTransaction', [txId, { tracer: 'callTracer' }], callFrame),
    );
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'RPC_UNSUPPORTED') return undefined;
    throw error;
  }
}

async function readRootCall(
  endpoints: Endpoints<Endpoint>,
  txId: string,
): Promise<CallFrame | undefined> {
  const found = await endpoints.first((endpoint) =>
    endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable()),
  );
  return found ? rootCall(found) : undefined;
}

/** The transaction's own call, without the calls below it. */
export function rootCall({ from, to, value }: Transaction): CallFrame {
  return { type: 'CALL', from, to, value };
}

export interface MovingCall extends ReceivedAmount {
  to: Address | null | undefined;
}

/** The calls of a transaction that moved native coins. */
export function movingCalls(root: CallFrame): MovingCall[] {
  const moving: MovingCall[] = [];
  let index = 0;
  const visit = (frame: CallFrame, reverted: boolean): void => {
    index -= 1;
    const undone = reverted || frame.error !== undefined;
    const amount = frame.value ?? 0n;
    if (!undone && amount > 0n && movingFrames.has(frame.type)) {
      moving.push({ index, amount, from: frame.from, to: frame.to });
    }
    for (const call of frame.calls ?? []) visit(call, undone);
  };
  visit(root, false);
  return moving;
}
