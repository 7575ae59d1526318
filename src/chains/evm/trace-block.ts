import { zeroAddress } from 'viem';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { askOne, type Endpoints } from '../endpoints/endpoints.ts';
import { blockTrace, type CallFrame, type FullBlock } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** How long nobody is asked for traces once nobody had any, in milliseconds. */
const pause = 600_000;
/** For how long failing may be a passing trouble, in milliseconds: what is not seen meanwhile is seen later. */
const patience = 300_000;

type Traces = ReadonlyMap<string, CallFrame>;

/** The calls of each transaction of a block, by its id; nothing where no endpoint traces. Throws `RPC_UNAVAILABLE`, `RPC_MALFORMED`. */
export type TraceBlock = (block: FullBlock) => Promise<Traces | undefined>;

/**
 * `debug_traceBlockByHash` with go-ethereum's `callTracer`: one question for a block, which tells whom contracts paid native coins. What an
 * endpoint fails at is asked again, but not for ever: some have nothing but failures for whoever asks for traces, and payments that are
 * seen without them shall not wait for that.
 */
export function createTraceBlock(endpoints: Endpoints<Endpoint>, now: () => number): TraceBlock {
  let pausedUntil = 0;
  let failingSince: number | undefined;

  async function ask(block: FullBlock): Promise<Traces | undefined> {
    let fault: FerrymanError | undefined;
    for (const endpoint of endpoints.inOrder()) {
      const asked = await askOne(endpoint, () => readTraces(endpoint, block));
      if (asked.ok) return asked.value;
      // An endpoint that never traces says nothing of one that does and fails at the moment.
      if (asked.fault.code !== 'RPC_UNSUPPORTED') fault ??= asked.fault;
    }
    if (fault) throw fault;
    return undefined;
  }

  return async (block) => {
    if (block.transactions.length === 0) return new Map();
    if (now() < pausedUntil) return undefined;
    try {
      const traces = await ask(block);
      if (traces) failingSince = undefined;
      else pausedUntil = now() + pause;
      return traces;
    } catch (error) {
      failingSince ??= now();
      if (now() - failingSince < patience) throw error;
      pausedUntil = now() + pause;
      return undefined;
    }
  };
}

async function readTraces(endpoint: Endpoint, { hash, transactions }: FullBlock): Promise<Traces> {
  const told = await endpoint.readAlone('debug_traceBlockByHash', [hash, { tracer: 'callTracer' }], blockTrace);
  const traces = new Map<string, CallFrame>();
  for (const [place, { txHash = transactions[place]?.hash, result }] of told.entries()) {
    if (txHash !== undefined) traces.set(txHash, result);
  }
  // What nobody has signed is the chain's own bookkeeping, which not all nodes trace (Polygon's state syncs).
  const isWhole = transactions.every((one) => traces.has(one.hash) || one.from === zeroAddress);
  if (isWhole) return traces;
  throw new FerrymanError('RPC_MALFORMED', `${endpoint.host} leaves transactions out of the trace of a block`);
}
