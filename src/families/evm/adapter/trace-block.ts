import { zeroAddress } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { askOne, type Endpoints } from '../../shared/endpoints/endpoints.ts';
import { blockTrace, type CallFrame, type FullBlock } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** How long nobody is asked for traces once nobody had any, in milliseconds. */
const pause = 600_000;
/** For how long failing may be a passing trouble, in milliseconds. */
const patience = 300_000;
/** Blocks of which it is remembered since when their traces fail. */
const maxFailing = 10_000;

type Traces = ReadonlyMap<string, CallFrame>;

interface TracedBlock {
  /** The calls of each transaction, by its id; absent where nobody tells. */
  traces?: Traces;
  /** Nobody will tell more. */
  isWhole: boolean;
}

/** Throws `RPC_UNAVAILABLE` or `RPC_MALFORMED` for a final block of which more may be told soon. */
export type TraceBlock = (block: FullBlock, isFinal: boolean) => Promise<TracedBlock>;

/**
 * `debug_traceBlockByHash` with go-ethereum's `callTracer`: one question for a block, which tells
 * whom contracts paid native coins. What endpoints fail at they are asked again, but not for ever:
 * some have nothing but failures for whoever asks for traces, and payments that are seen without
 * them shall not wait for that.
 */
export function createTraceBlock(endpoints: Endpoints<Endpoint>, now: () => number): TraceBlock {
  let pausedUntil = 0;
  /** Since when every trace fails. */
  let allFailSince: number | undefined;
  const failsSince = new Map<string, number>();

  async function ask(block: FullBlock): Promise<{ traces?: Traces; fault?: FerrymanError }> {
    let fault: FerrymanError | undefined;
    for (const endpoint of endpoints.inOrder()) {
      const asked = await askOne(endpoint, () => readTraces(endpoint, block));
      if (asked.ok) return { traces: asked.value };
      // An endpoint that never traces says nothing of one that does, and fails at the moment.
      const isTracing = asked.fault.code !== 'RPC_UNSUPPORTED' || isGone(asked.fault);
      if (isTracing && (!fault || isGone(fault))) fault = asked.fault;
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
    // Of a block that is not final it may be that it is not there yet.
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

/** What the trace would be made from is there no more, or not yet. */
function isGone({ code, details }: FerrymanError): boolean {
  return code === 'RPC_UNSUPPORTED' && details.isGone === true;
}

async function readTraces(endpoint: Endpoint, { hash, transactions }: FullBlock): Promise<Traces> {
  const told = await endpoint.readAlone(
    'debug_traceBlockByHash',
    [hash, { tracer: 'callTracer' }],
    blockTrace,
  );
  const traces = new Map<string, CallFrame>();
  for (const [place, { txHash = transactions[place]?.hash, result }] of told.entries()) {
    if (txHash !== undefined) traces.set(txHash, result);
  }
  // What nobody has signed is the chain's own bookkeeping, which not all nodes trace (Polygon's
  // state syncs).
  const isWhole = transactions.every((one) => traces.has(one.hash) || one.from === zeroAddress);
  if (isWhole) return traces;
  throw new FerrymanError(
    'RPC_MALFORMED',
    `${endpoint.host} leaves transactions out of the trace of a block`,
  );
}
