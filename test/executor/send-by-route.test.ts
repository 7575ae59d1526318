import { describe, expect, it } from 'vitest';
import type { BroadcastMode } from '../../src/core/swap/job.ts';
import type { Swap } from '../../src/core/swap/swap.ts';
import { requirePrivateRoute } from '../../src/executor/effects/require-private-route.ts';
import { sendByRoute } from '../../src/executor/effects/send-by-route.ts';
import type { BroadcastOutcome, ChainAdapter } from '../../src/ports/chain-adapter.ts';

type Context = Parameters<typeof sendByRoute>[0];

const jobOf = (broadcast?: BroadcastMode) => ({ from: { chain: 'ETH' }, broadcast });

/** Sends for a job whose relays answer so. */
async function sent(broadcast: BroadcastMode, relays: BroadcastOutcome, firstSigned = 0) {
  const to: string[] = [];
  const context = {
    chains: new Map([
      [
        'ETH',
        {
          chain: { name: 'ETH', blockTimeMs: 1_000 },
          async broadcast(_signed: unknown, where: 'nodes' | 'relays' = 'nodes') {
            to.push(where);
            return where === 'relays' ? relays : { kind: 'accepted' };
          },
        },
      ],
    ]),
    clock: { now: () => 60_000 },
    policy: { privateFor: 120_000 },
  } as unknown as Context;
  const swaps = [{ job: jobOf(broadcast) }] as unknown as Swap[];
  const outcome = await sendByRoute(
    context,
    { txId: 'id', bytes: '0x' },
    { chain: 'ETH', swaps, firstSigned },
  );
  return { to, kind: outcome.kind, route: outcome.route };
}

const message = 'transaction was dropped';

describe('sending by the route of the job', () => {
  it.each<[BroadcastMode, BroadcastOutcome, string[]]>([
    ['private', { kind: 'accepted' }, ['relays']],
    ['private', { kind: 'unknown', message }, ['relays']],
    ['private', { kind: 'unknown', message, refused: true }, ['relays', 'nodes']],
    ['private', { kind: 'rejected', message }, ['relays', 'nodes']],
    ['private', { kind: 'lease_used', message }, ['relays', 'nodes']],
    ['private-strict', { kind: 'accepted' }, ['relays']],
    ['private-strict', { kind: 'unknown', message }, ['relays']],
    ['private-strict', { kind: 'unknown', message, refused: true }, ['relays']],
    ['private-strict', { kind: 'rejected', message }, ['relays']],
    ['private-strict', { kind: 'expired', message }, ['relays']],
    ['public', { kind: 'accepted' }, ['nodes']],
  ])('%s after %j goes to %j', async (mode, relays, expected) => {
    expect((await sent(mode, relays)).to).toEqual(expected);
  });

  it('says where the bytes went, unless every node got them', async () => {
    expect((await sent('private-strict', { kind: 'accepted' })).route).toBe('private');
    expect((await sent('private', { kind: 'accepted' })).route).toBe('private-first');
    expect((await sent('private', { kind: 'rejected', message })).route).toBeUndefined();
    expect((await sent('public', { kind: 'accepted' })).route).toBeUndefined();
  });

  it('goes to the nodes once a private transaction has had its time', async () => {
    expect(await sent('private', { kind: 'accepted' }, -60_000)).toMatchObject({ to: ['nodes'] });
  });
});

describe('a private job whose relays were removed', () => {
  const adapter = (hasRelays: boolean) =>
    ({ chain: { name: 'ETH' }, hasRelays }) as unknown as ChainAdapter;
  const require = (mode: BroadcastMode | undefined, hasRelays: boolean) => () =>
    requirePrivateRoute(adapter(hasRelays), jobOf(mode) as never);

  it.each<BroadcastMode>(['private', 'private-strict'])('waits unsigned: %s', (mode) => {
    expect(require(mode, false)).toThrow(
      expect.objectContaining({ code: 'NO_PRIVATE_ROUTE', next: 'retry' }),
    );
    expect(require(mode, true)).not.toThrow();
  });

  it('is no matter of a public job', () => {
    expect(require(undefined, false)).not.toThrow();
  });
});
