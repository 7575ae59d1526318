import { zeroAddress } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { askOne, type Endpoints } from '../../shared/endpoints/endpoints.ts';
import { blockTrace, type CallFrame, type FullBlock } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** Milliseconds without trace requests after no endpoint provided traces. */
const pause = 600_000;
/** Milliseconds for which a failure counts as temporary. */
const patience = 300_000;
/** Maximum blocks for which the time of the first failure is stored. */
const maxFailing = 10_000;

type Traces = ReadonlyMap<string, CallFrame>;

interface TracedBlock {
  /** The calls of each transaction by id. Absent if no endpoint provides traces. */
  traces?: Traces;
  /** Waiting longer would not give more data. */
  isWhole: boolean;
}

/**
 * Throws `RPC_UNAVAILABLE` or `RPC_MALFORMED` for a final block whose traces may be available soon.
 */
export type TraceBlock = (block: FullBlock, isFinal: boolean) => Promise<TracedBlock>;

/**
 * `debug_traceBlockByHash` with go-ethereum's `callTracer`: one request per block shows which
 * accounts contracts paid in native coins. Failed requests are repeated for a limited time: some
 * endpoints always fail at traces, and payments that are visible without traces must not wait for
 * them.
 */
export function createTraceBlock(endpoints: Endpoints<Endpoint>, now: () => number): TraceBlock {
  let pausedUntil = 0;
  /** Since when all trace requests fail. */
  let allFailSince: number | undefined;
  const failsSince = new Map<string, number>();

  async function ask(block: FullBlock): Promise<{ traces?: Traces; fault?: FerrymanError }> {
    let fault: FerrymanError | undefined;
    for (const endpoint of endpoints.inOrder()) {
      const result = await askOne(endpoint, () => readTraces(endpoint, block));
      if (result.ok) return { traces: result.value };
      // The lack of traces at one endpoint must not hide a temporary failure of another.
      const isTracing = result.fault.code !== 'RPC_UNSUPPORTED' || isGone(result.fault);
      if (isTracing && (!fault || isGone(fault))) fault = result.fault;
    }
    return fault ? { fault } : {};
  }

  function hasFailedForLong({ hash }: FullBlock): boolean {
    const since = failsSince.get(hash) ?? now();
    failsSince.set(hash, since);
    const [oldest] = failsSince.keys();
    if (failsSince.size > maxFailing && oldest !== undefined) failsSince.delete(oldest);
    return now() - since >= patience;
  }

  return async (block, isFinal) => {
    if (block.transactions.length === 0) return { traces: new Map(), isWhole: true };
    if (now() < pausedUntil) return { isWhole: true };
    const { traces, fault } = await ask(block);
    if (traces) {
      allFailSince = undefined;
      failsSince.delete(block.hash);
      return { traces, isWhole: true };
    }
    // A node may not have a block yet that is not final.
    if (fault && isGone(fault) && isFinal) return { isWhole: true };
    if (fault && !isGone(fault)) allFailSince ??= now();
    if (!fault || (allFailSince !== undefined && now() - allFailSince >= patience)) {
      pausedUntil = now() + pause;
      return { isWhole: true };
    }
    if (hasFailedForLong(block)) return { isWhole: true };
    if (isFinal) throw fault;
    return { isWhole: false };
  };
}

/** The node discarded the state for the trace, or does not have it yet. */
function isGone({ code, details }: FerrymanError): boolean {
  return code === 'RPC_UNSUPPORTED' && details.isGone === true;
}

async function readTraces(endpoint: Endpoint, { hash, transactions }: FullBlock): Promise<Traces> {
  const answer = await endpoint.readAlone(
    'debug_traceBlockByHash',
    [hash, { tracer: 'callTracer' }],
    blockTrace,
  );
  const traces = new Map<string, CallFrame>();
  for (const [index, { txHash = transactions[index]?.hash, result }] of answer.entries()) {
    if (txHash !== undefined) traces.set(txHash, result);
  }
  // Transactions from the zero address are the chain's own bookkeeping (Polygon's state syncs),
  // which some nodes do not trace.
  const isWhole = transactions.every((one) => traces.has(one.hash) || one.from === zeroAddress);
  if (isWhole) return traces;
  throw new FerrymanError(
    'RPC_MALFORMED',
    `${endpoint.host} sent a block trace that lacks transactions`,
  );
}
