import { expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { SwapState } from '../../src/core/swap/swap.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';
import { watchStatements } from '../../src/journal/watch-statements.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Queue } from '../../src/ports/queue.ts';
import type { Health } from '../../src/ports/stores/health-store.ts';
import { noWork } from '../../src/ports/work-counts.ts';
import { countJobs, countRpc, countSnapshots } from '../../src/telemetry/count-work.ts';
import { createMetrics } from '../../src/telemetry/create-metrics.ts';

const health: Health = {
  workers: { api: 0, execute: 0, track: 0, recover: 0, treasury: 0 },
  lanes: [],
  stops: [],
  frozenWallets: [],
  oldestSwaps: new Map(),
};
const nothingWaits = {
  scheduleLag: 0,
  webhooks: { enabled: 0, disabled: 0 },
  pendingDeliveries: 0,
  oldestPending: 0,
};
const journal = {
  countByState: async () => new Map<SwapState, number>(),
  health: async () => health,
  lowGas: async () => [],
  backlog: async () => nothingWaits,
  countByFunds: async () => new Map(),
};
const id = 'a swap' as SwapId;

it('counts statements, those around a transaction included, and shows them among the metrics', async () => {
  const work = noWork();
  const session = { query: async () => [] };
  const client: SqlClient = {
    ...session,
    transaction: (run) => run(session),
    close: async () => undefined,
  };
  const counted = watchStatements(client, () => {
    work.statements += 1;
  });
  await counted.query('select 1');
  await counted.transaction(async (inside) => {
    await inside.query('select 2');
    await inside.query('select 3');
  });
  const { text } = await createMetrics(journal, { work }).expose();
  expect(text).toContain('ferryman_journal_statements_total 5');
});

it('counts jobs that are handled and swaps that are read, and goes on counting between two scrapes', async () => {
  const work = noWork();
  const handled: SwapId[] = [];
  const handlers = {
    swap: async (swapId: SwapId) => void handled.push(swapId),
    lane: async () => undefined,
  };
  const queue: Pick<Queue, 'listen'> = {
    async listen(handlers) {
      await handlers.swap(id);
      return { close: async () => undefined };
    },
  };
  const metrics = createMetrics(journal, { work });
  const counted = countJobs(queue as Queue, work);
  await counted.listen(handlers, 1);
  expect((await metrics.expose()).text).toContain('ferryman_queue_jobs_total 1');
  await counted.listen(handlers, 1);
  await countSnapshots({ snapshot: async () => undefined } as unknown as Journal, work).snapshot(
    id,
  );
  const { text } = await metrics.expose();
  expect(text).toContain('ferryman_queue_jobs_total 2');
  expect(text).toContain('ferryman_journal_snapshots_total 1');
  expect(handled).toEqual([id, id]);
});

it('counts questions to a chain by what they are for, each member of a batch', async () => {
  const work = noWork();
  const ask = countRpc({ name: 'ETH' }, work, async () => new Response('{}'));
  const question = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] });
  await ask('http://node/', {
    body: JSON.stringify([question('eth_chainId'), question('eth_getBlockByNumber')]),
  });
  await ask('http://node/', { body: JSON.stringify(question('eth_simulateV1')) });
  await ask('http://node/', { body: JSON.stringify(question('eth_sendRawTransaction')) });
  await ask(new URL('http://node/blocks/tip'));
  const { text } = await createMetrics(journal, { work }).expose();
  expect(text).toContain('ferryman_rpc_requests_total{chain="ETH",kind="read"} 3');
  expect(text).toContain('ferryman_rpc_requests_total{chain="ETH",kind="simulate"} 1');
  expect(text).toContain('ferryman_rpc_requests_total{chain="ETH",kind="send"} 1');
});
