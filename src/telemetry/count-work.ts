import type { Chain } from '../core/swap/chains.ts';
import { callHttp } from '../http/call-http.ts';
import type { HttpCall } from '../ports/http.ts';
import type { Handlers, Queue } from '../ports/queue.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';
import type { SwapStore } from '../ports/stores/swap-store.ts';
import type { RpcKind, WorkCounts } from '../ports/work-counts.ts';

type SnapshotReader = Pick<SwapStore, 'snapshot'> & Pick<ScheduleStore, 'lockAndRead'>;

/** Counts the full snapshots that are read from a journal. */
export function countSnapshots<Stores extends SnapshotReader>(
  journal: Stores,
  work: Pick<WorkCounts, 'snapshots'>,
): Stores {
  const counted: SnapshotReader = {
    snapshot(id) {
      work.snapshots += 1;
      return journal.snapshot(id);
    },
    async lockAndRead(id, holder, ttl) {
      const snapshot = await journal.lockAndRead(id, holder, ttl);
      if (snapshot) work.snapshots += 1;
      return snapshot;
    },
  };
  return { ...journal, ...counted };
}

/** Counts the jobs that a queue delivers in this process. */
export function countJobs(queue: Queue, work: Pick<WorkCounts, 'jobs'>): Queue {
  return {
    ...queue,
    listen(handlers, concurrency) {
      const counted: Handlers = {
        swap(id) {
          work.jobs += 1;
          return handlers.swap(id);
        },
        lane(lane) {
          work.jobs += 1;
          return handlers.lane(lane);
        },
      };
      return queue.listen(counted, concurrency);
    },
  };
}

/**
 * RPC methods are named in the body (JSON-RPC, each member of a batch) or at the end of the path.
 */
const methodInBody = /"method":"(\w+)"/g;
const kinds: readonly [RegExp, RpcKind][] = [
  [
    /^(eth_sendRawTransaction|sendTransaction|sendBoc|sendrawtransaction|broadcasthex|broadcasttransaction|tx)$/,
    'send',
  ],
  [
    /^(eth_simulateV1|eth_estimateGas|simulateTransaction|estimateFee|triggerconstantcontract)$/,
    'simulate',
  ],
  [/^debug_/, 'trace'],
];

/** Counts the requests to a chain's endpoints by kind. */
export function countRpc(
  { name }: Pick<Chain, 'name'>,
  work: Pick<WorkCounts, 'rpc' | 'rpcTook'>,
  call: HttpCall = callHttp,
): HttpCall {
  const counts: Record<RpcKind, number> = { read: 0, simulate: 0, trace: 0, send: 0 };
  work.rpc.set(name, counts);
  return async (url, request) => {
    const body = request?.body ?? '';
    let named = false;
    for (const [, method = ''] of body.matchAll(methodInBody)) {
      named = true;
      counts[kindOf(method)] += 1;
    }
    if (!named) {
      const path = typeof url === 'string' ? url : url.pathname;
      counts[kindOf(path.slice(path.lastIndexOf('/') + 1))] += 1;
    }
    const start = performance.now();
    try {
      return await call(url, request);
    } finally {
      work.rpcTook(name, (performance.now() - start) / 1_000);
    }
  };
}

function kindOf(method: string): RpcKind {
  return kinds.find(([pattern]) => pattern.test(method))?.[1] ?? 'read';
}
