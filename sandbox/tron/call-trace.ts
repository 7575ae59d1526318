import type { Address, Hash, Hex } from 'viem';
import type { CallFrame, EngineCall, EngineClient } from '../evm/chain-client.ts';

/** An emitted event. */
export interface TronLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** A call between contracts, in TRON's form. */
export interface InternalTransaction {
  readonly caller: Address;
  readonly to: Address;
  /** In sun. */
  readonly value: bigint;
  readonly note: 'call' | 'create';
  /** True if it was reverted, by itself or by a caller. */
  readonly rejected: boolean;
}

/** The result of a contract call: `receipt.result` of a transaction's info. */
export type ContractResult = 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY' | 'ILLEGAL_OPERATION';

const TRACER = { tracer: 'callTracer', tracerConfig: { withLog: true } } as const;

export function traceTransaction(engine: EngineClient, hash: Hash): Promise<CallFrame> {
  return engine.request({ method: 'debug_traceTransaction', params: [hash, TRACER] });
}

/** Simulates a call on top of a block, without any change. */
export function traceCall(
  engine: EngineClient,
  call: EngineCall,
  blockNumber: Hex,
): Promise<CallFrame> {
  return engine.request({ method: 'debug_traceCall', params: [call, blockNumber, TRACER] });
}

export function contractResultOf({ error }: CallFrame): ContractResult {
  if (error === undefined) return 'SUCCESS';
  if (/revert/i.test(error)) return 'REVERT';
  return /out of gas/i.test(error) ? 'OUT_OF_ENERGY' : 'ILLEGAL_OPERATION';
}

/**
 * All calls and creations below the outermost call, in order. Static and delegate calls do not
 * count.
 */
export function internalTransactionsOf(outermost: CallFrame): InternalTransaction[] {
  const below = (frame: CallFrame, isUndone: boolean): InternalTransaction[] =>
    (frame.calls ?? []).flatMap((call) => {
      const rejected = isUndone || call.error !== undefined;
      return [...internalTransaction(call, rejected), ...below(call, rejected)];
    });
  return below(outermost, outermost.error !== undefined);
}

function internalTransaction(
  { type, from, to, value = '0x0' }: CallFrame,
  rejected: boolean,
): InternalTransaction[] {
  const isCreation = type.startsWith('CREATE');
  if (to === undefined || (type !== 'CALL' && !isCreation)) return [];
  return [
    { caller: from, to, value: BigInt(value), note: isCreation ? 'create' : 'call', rejected },
  ];
}

/** The events of a call and its subcalls that were not reverted. */
export function logsOf({ error, logs = [], calls = [] }: CallFrame): TronLog[] {
  if (error !== undefined) return [];
  const own = logs.map(({ address, topics = [], data = '0x' }) => ({ address, topics, data }));
  return [...own, ...calls.flatMap(logsOf)];
}
