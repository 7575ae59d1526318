import type { Address, Hash, Hex } from 'viem';
import type { CallFrame, EngineCall, EngineClient } from '../evm/chain-client.ts';

/** What an event left behind. */
export interface TronLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** A call of a contract by a contract, as TRON lists them. */
export interface InternalTransaction {
  readonly caller: Address;
  readonly to: Address;
  /** In sun. */
  readonly value: bigint;
  readonly note: 'call' | 'create';
  /** True where it was undone, itself or with what called it. */
  readonly rejected: boolean;
}

/** How a contract call ended; `receipt.result` of a transaction's info. */
export type ContractResult = 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY' | 'ILLEGAL_OPERATION';

const TRACER = { tracer: 'callTracer', tracerConfig: { withLog: true } } as const;

export function traceTransaction(engine: EngineClient, hash: Hash): Promise<CallFrame> {
  return engine.request({ method: 'debug_traceTransaction', params: [hash, TRACER] });
}

/** Plays a call on top of a block, and changes nothing. */
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
 * All calls and creations below the outermost call, in their order. Calls that only read or borrow
 * code are none.
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

/** The events of a call and of all calls below it that were not undone. */
export function logsOf({ error, logs = [], calls = [] }: CallFrame): TronLog[] {
  if (error !== undefined) return [];
  const own = logs.map(({ address, topics = [], data = '0x' }) => ({ address, topics, data }));
  return [...own, ...calls.flatMap(logsOf)];
}
