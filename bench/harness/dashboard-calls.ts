import { get } from './api-client.ts';
import type { Ferryman } from './ferryman.ts';
import { percentile, round } from './meter.ts';

/** A call that the dashboard makes. */
export interface DashboardCall {
  page: string;
  /** What is asked for, in words. */
  what: string;
  path: string;
}

/** A swap in the middle of the history, by all that it may be looked for. */
export interface KnownSwap {
  id: string;
  idempotencyKey: string;
  txId: string;
  receiver: string;
}

/** Every reading call of each page, and every kind of filter of the list. */
export function dashboardCalls(known: KnownSwap): DashboardCall[] {
  const { id, idempotencyKey, txId, receiver } = known;
  const list = (what: string, filter: Record<string, string>): DashboardCall => ({
    page: 'swaps',
    what,
    path: `/v1/swaps?${new URLSearchParams({ limit: '50', ...filter })}`,
  });
  const call = (page: string, what: string, path: string): DashboardCall => ({ page, what, path });
  const cursor = Buffer.from(id).toString('base64url');
  return [
    call('every', 'session', '/v1/session'),
    call('every', 'stops', '/v1/stops'),
    call('overview', 'the last day', '/v1/overview'),
    call('overview', '30 days', `/v1/overview?withinSeconds=${30 * 86_400}`),
    call(
      'overview',
      'waiting for a person',
      '/v1/swaps?state=needs_review,awaiting_approval&limit=5',
    ),
    list('newest', {}),
    list('a page in the middle', { cursor }),
    list('settled', { state: 'settled' }),
    list('under way', { state: 'executing,confirming,settling' }),
    list('needs_review', { state: 'needs_review' }),
    list('a frequent error', { error: 'ROUTER_NO_ROUTE' }),
    list('a rare error', { error: 'FUNDS_UNKNOWN' }),
    list('funds unknown', { fundsState: 'unknown' }),
    list('a provider of many', { provider: 'across' }),
    list('a provider of few', { provider: 'wormhole' }),
    list('a wallet', { wallet: 'treasury-3' }),
    list('a chain', { chain: 'POLYGON' }),
    list('two chains and a state', { fromChain: 'ETH', toChain: 'BASE', state: 'failed' }),
    list('metadata of many', { metadata: 'team=team-3' }),
    list('metadata of one', { metadata: `invoice=INV-${idempotencyKey.split('-')[1]}` }),
    list('a key of metadata', { metadata: 'team' }),
    list('a receiver', { receiver }),
    list('a time', { createdBefore: new Date(Date.now() - 20 * 86_400_000).toISOString() }),
    list('unmoved for 2 hours', { unchangedFor: '2h', state: 'executing,confirming,settling' }),
    list('wallet, provider and error', {
      wallet: 'treasury-3',
      provider: 'lifi',
      error: 'ORDERS_SPENT',
    }),
    list('a combination of none', {
      wallet: 'treasury-3',
      provider: 'wormhole',
      state: 'refunded',
    }),
    list('text: an id', { q: id }),
    list('text: a transaction', { q: txId }),
    list('text: the beginning of one', { q: txId.slice(0, 14) }),
    list('text: an idempotency key', { q: idempotencyKey }),
    list('text: an address', { q: receiver }),
    list('text: metadata', { q: `c-${idempotencyKey.split('-')[1]?.slice(0, 3)}` }),
    list('text: an error code', { q: 'ORDERS_SPENT' }),
    list('text: words of an error', { q: `why ${idempotencyKey.split('-')[1]?.slice(0, 4)}` }),
    list('text: nothing has it', { q: 'no such words' }),
    call('swap', 'swap and events', `/v1/swaps/${id}`),
    call('swap', 'record', `/v1/swaps/${id}/record`),
    call('swap', 'orders', `/v1/swaps/${id}/orders`),
    call('swap', 'its audit entries', `/v1/audit?limit=100&subject=swap%20${id}`),
    call('lanes', 'lanes', '/v1/lanes'),
    ...[3_600, 86_400, 604_800].map((seconds) =>
      call('errors', `${seconds / 3_600} hours`, `/v1/errors?withinSeconds=${seconds}`),
    ),
    call('networks', 'chains', '/v1/chains'),
    call('networks', 'providers of a day', '/v1/providers?withinSeconds=86400'),
    call('wallets', 'wallets', '/v1/wallets'),
    call('wallets', 'balances', '/v1/balances'),
    call('wallets', 'allowances', '/v1/allowances'),
    call('webhooks', 'webhooks', '/v1/webhooks'),
    call('webhooks', 'deliveries', '/v1/webhooks/wh_000000000001/deliveries?limit=50'),
    call(
      'webhooks',
      'failed deliveries',
      '/v1/webhooks/wh_000000000001/deliveries?limit=50&state=failed',
    ),
    call(
      'webhooks',
      'pending deliveries',
      '/v1/webhooks/wh_000000000001/deliveries?limit=50&state=pending',
    ),
    call('bulk', 'bulk actions', '/v1/bulk-actions'),
    call('audit', 'newest', '/v1/audit?limit=50'),
    call('audit', 'of one subject', '/v1/audit?limit=50&subject=chain%20ETH'),
    call('audit', 'of an unknown subject', '/v1/audit?limit=50&subject=chain%20NONE'),
    call('settings', 'keys', '/v1/keys'),
  ];
}

export interface CallTimes {
  page: string;
  what: string;
  p50Ms: number;
  p95Ms: number;
  maxMs: number;
}

/** One after another, the first one too: it may read what no cache has. */
export async function timeCalls(
  api: Pick<Ferryman, 'api'>,
  calls: readonly DashboardCall[],
  times = 20,
): Promise<CallTimes[]> {
  const rows: CallTimes[] = [];
  for (const { page, what, path } of calls) {
    const taken: number[] = [];
    for (let index = 0; index < times; index += 1) {
      const startedAt = performance.now();
      await get(api, path);
      taken.push(performance.now() - startedAt);
    }
    rows.push({
      page,
      what,
      p50Ms: round(percentile(taken, 0.5)),
      p95Ms: round(percentile(taken, 0.95)),
      maxMs: round(Math.max(...taken)),
    });
  }
  return rows;
}
