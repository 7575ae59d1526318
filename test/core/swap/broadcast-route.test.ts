import { describe, expect, it } from 'vitest';
import { type BroadcastRoute, broadcastRoute } from '../../../src/core/swap/broadcast-route.ts';
import type { BroadcastMode, Job } from '../../../src/core/swap/job.ts';

const job = (broadcast: BroadcastMode): Pick<Job, 'from' | 'broadcast'> => ({
  from: { family: 'evm', chain: 'ETH', token: 'native', decimals: 18, symbol: 'ETH' },
  ...(broadcast === 'public' ? {} : { broadcast }),
});
const minute = 60_000;
const [now, firstSigned] = [10 * minute, 9 * minute];

describe('the route of signed bytes', () => {
  it.each<[string, BroadcastMode[], number, string, BroadcastRoute]>([
    ['public by default', ['public'], now, 'ETH', 'public'],
    ['public for what no job asked for', [], now, 'ETH', 'public'],
    ['private first, for two minutes', ['private'], firstSigned, 'ETH', 'private-first'],
    ['public after that', ['private'], firstSigned - 2 * minute, 'ETH', 'public'],
    ['private for ever if strict', ['private-strict'], 0, 'ETH', 'private'],
    ['that of the strictest job', ['public', 'private', 'private-strict'], now, 'ETH', 'private'],
    ['public on another chain than the source', ['private-strict'], now, 'POLYGON', 'public'],
  ])('is %s', (_what, modes, signed, name, route) => {
    const sent = { chain: { name, blockTimeMs: 12_000 }, firstSigned: signed };
    expect(broadcastRoute(modes.map(job), sent, { now, privateFor: 2 * minute })).toBe(route);
  });

  it('is private for three blocks at least', () => {
    const sent = { chain: { name: 'ETH', blockTimeMs: 10 * minute }, firstSigned };
    const at = (later: number) =>
      broadcastRoute([job('private')], sent, { now: firstSigned + later, privateFor: 2 * minute });
    expect(at(29 * minute)).toBe('private-first');
    expect(at(30 * minute)).toBe('public');
  });
});
