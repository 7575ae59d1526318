import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { broadcastToEach } from '../../../../src/families/shared/endpoints/broadcast-to-each.ts';
import type { Endpoint } from '../../../../src/families/shared/endpoints/endpoint.ts';
import type { Endpoints } from '../../../../src/families/shared/endpoints/endpoints.ts';
import type { BroadcastOutcome } from '../../../../src/ports/chain-adapter.ts';
import { until } from '../../../support/until.ts';

interface Host {
  host: string;
  outcome: BroadcastOutcome;
  /** Whether it has the transaction; `down`: it does not say. Default: it has not. */
  has?: boolean | 'down';
  rests?: boolean;
  /** What `verify` throws. */
  wrong?: Error;
}

const accepted: BroadcastOutcome = { kind: 'accepted' };
const known: BroadcastOutcome = { kind: 'already_known' };
const unknown: BroadcastOutcome = { kind: 'unknown', message: 'timed out' };
const refused = (message: string): BroadcastOutcome => ({ kind: 'rejected', message });

/** The endpoints that got the bytes, in order, and the outcome. */
async function sent(...hosts: Host[]): Promise<{ to: string[]; outcome: BroadcastOutcome }> {
  const to: string[] = [];
  const all = hosts.map(
    ({ host, rests = false, wrong }): Endpoint => ({
      host,
      facts: { failures: 0, backoffUntil: 0 },
      isBackingOff: () => rests,
      verify: async () => {
        if (wrong) throw wrong;
      },
      saw: () => 0,
    }),
  );
  const endpoints = { inOrder: () => all } as unknown as Endpoints<Endpoint>;
  const find = ({ host }: Endpoint): Host => hosts.find((one) => one.host === host)!;
  const outcome = await broadcastToEach({
    endpoints,
    relays: [],
    async send(endpoint) {
      to.push(endpoint.host);
      return find(endpoint).outcome;
    },
    async has(endpoint) {
      const { has = false } = find(endpoint);
      if (has === 'down') throw new FerrymanError('RPC_UNAVAILABLE', 'down');
      return has;
    },
  });
  return { to, outcome };
}

describe('bytes that are to be sent', () => {
  it.each([accepted, known])('go to all others once one has them: $kind', async (has) => {
    const others = [
      { host: 'b', outcome: accepted },
      { host: 'c', outcome: refused('no') },
      { host: 'd', outcome: accepted, rests: true },
    ];
    const { to, outcome } = await sent({ host: 'a', outcome: has }, ...others);
    expect(outcome).toEqual(has);
    await until(async () => to.length === 3);
    expect(to).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, Host[], BroadcastOutcome['kind']]>([
    [
      'is known if another host has the transaction',
      [
        { host: 'a', outcome: refused('no') },
        { host: 'b', outcome: refused('no'), has: true },
      ],
      'already_known',
    ],
    [
      'stands if two hosts do not have it',
      [
        { host: 'a', outcome: refused('no') },
        { host: 'b', outcome: refused('no') },
        { host: 'c', outcome: refused('no'), has: 'down' },
      ],
      'rejected',
    ],
    [
      'is open if only one of two hosts says that it does not have it',
      [
        { host: 'a', outcome: refused('no') },
        { host: 'b', outcome: refused('no'), has: 'down' },
      ],
      'unknown',
    ],
    [
      'is open if two ports of one host say so, and the other host says nothing',
      [
        { host: 'a:1', outcome: refused('no') },
        { host: 'a:2', outcome: refused('no') },
        { host: 'b', outcome: refused('no'), has: 'down' },
      ],
      'unknown',
    ],
    [
      'stands if one host is configured and does not have it',
      [{ host: 'a', outcome: refused('no') }],
      'rejected',
    ],
  ])('are refused: the refusal %s', async (_what, hosts, kind) => {
    expect((await sent(...hosts)).outcome).toMatchObject({ kind });
  });

  it('go to the next endpoint after a refusal or no answer, until one has them', async () => {
    const hosts = [
      { host: 'a', outcome: refused('no') },
      { host: 'b', outcome: unknown },
      { host: 'c', outcome: accepted },
      { host: 'd', outcome: accepted },
    ];
    const { to, outcome } = await sent(...hosts);
    expect(outcome).toEqual(accepted);
    expect(to.slice(0, 3)).toEqual(['a', 'b', 'c']);
  });

  it('do not wait for a resting endpoint once another one has judged them', async () => {
    const resting = { host: 'b', outcome: accepted, rests: true };
    expect(await sent({ host: 'a', outcome: refused('no') }, resting)).toEqual({
      to: ['a'],
      outcome: refused('no'),
    });
  });

  it('go to resting endpoints while no endpoint has judged them', async () => {
    const resting = { host: 'b', outcome: accepted, rests: true };
    expect(await sent({ host: 'a', outcome: unknown }, resting)).toEqual({
      to: ['a', 'b'],
      outcome: accepted,
    });
    expect(await sent(resting)).toEqual({ to: ['b'], outcome: accepted });
  });

  it('are not sent to an endpoint of another chain, which leaves the outcome unknown', async () => {
    const wrong = new FerrymanError('RPC_WRONG_CHAIN', 'a serves chain 5');
    const outcome = { kind: 'unknown', message: 'a serves chain 5' };
    expect(await sent({ host: 'a', outcome: accepted, wrong })).toEqual({ to: [], outcome });
    expect(
      await sent({ host: 'a', outcome: accepted, wrong }, { host: 'b', outcome: refused('no') }),
    ).toMatchObject({ to: ['b'], outcome });
    expect(
      await sent({ host: 'a', outcome: accepted, wrong }, { host: 'b', outcome: accepted }),
    ).toEqual({
      to: ['b'],
      outcome: accepted,
    });
  });

  it('do not pass on the message of a foreign error, which may quote a URL', async () => {
    const { outcome } = await sent({
      host: 'a',
      outcome: accepted,
      wrong: new TypeError('https://key@host'),
    });
    expect(outcome).toEqual({ kind: 'unknown', message: 'the endpoint failed' });
  });
});
