import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { broadcastToEach } from '../../../../src/families/shared/endpoints/broadcast-to-each.ts';
import type { Endpoint } from '../../../../src/families/shared/endpoints/endpoint.ts';
import type { Endpoints } from '../../../../src/families/shared/endpoints/endpoints.ts';
import type { BroadcastOutcome } from '../../../../src/ports/chain-adapter.ts';

interface Host {
  host: string;
  outcome: BroadcastOutcome;
  rests?: boolean;
  /** What asking for its network throws. */
  wrong?: Error;
}

const accepted: BroadcastOutcome = { kind: 'accepted' };
const known: BroadcastOutcome = { kind: 'already_known' };
const unknown: BroadcastOutcome = { kind: 'unknown', message: 'timed out' };
const refused = (message: string): BroadcastOutcome => ({ kind: 'rejected', message });

/** Who was given the bytes, in order, and what came of it. */
async function sent(...hosts: Host[]): Promise<{ to: string[]; outcome: BroadcastOutcome }> {
  const to: string[] = [];
  const all = hosts.map(
    ({ host, rests = false, wrong }): Endpoint => ({
      host,
      facts: { failures: 0, restsUntil: 0 },
      isResting: () => rests,
      verify: async () => {
        if (wrong) throw wrong;
      },
      saw: () => 0,
    }),
  );
  const endpoints: Pick<Endpoints<Endpoint>, 'inOrder'> = { inOrder: () => all };
  const outcome = await broadcastToEach(endpoints as Endpoints<Endpoint>, async ({ host }) => {
    to.push(host);
    return hosts.find((one) => one.host === host)!.outcome;
  });
  return { to, outcome };
}

describe('bytes that are to be sent', () => {
  it.each([accepted, known])('go to nobody else once an endpoint has them: $kind', async (has) => {
    expect(await sent({ host: 'a', outcome: has }, { host: 'b', outcome: accepted })).toEqual({
      to: ['a'],
      outcome: has,
    });
  });

  it('are handed on by endpoints that refuse them, or say nothing, until one has them', async () => {
    const hosts = [
      { host: 'a', outcome: refused('no') },
      { host: 'b', outcome: unknown },
      { host: 'c', outcome: accepted },
      { host: 'd', outcome: accepted },
    ];
    expect(await sent(...hosts)).toEqual({ to: ['a', 'b', 'c'], outcome: accepted });
  });

  it('do not wait for an endpoint that rests once somebody has looked at them', async () => {
    const resting = { host: 'b', outcome: accepted, rests: true };
    expect(await sent({ host: 'a', outcome: refused('no') }, resting)).toEqual({
      to: ['a'],
      outcome: refused('no'),
    });
  });

  it('go to endpoints that rest as long as nobody has looked at them', async () => {
    const resting = { host: 'b', outcome: accepted, rests: true };
    expect(await sent({ host: 'a', outcome: unknown }, resting)).toEqual({
      to: ['a', 'b'],
      outcome: accepted,
    });
    expect(await sent(resting)).toEqual({ to: ['b'], outcome: accepted });
  });

  it('are not given to an endpoint of another chain; what that means for them stays open', async () => {
    const wrong = new FerrymanError('RPC_WRONG_CHAIN', 'a serves chain 5');
    const outcome = { kind: 'unknown', message: 'a serves chain 5' };
    expect(await sent({ host: 'a', outcome: accepted, wrong })).toEqual({ to: [], outcome });
    expect(
      await sent({ host: 'a', outcome: accepted, wrong }, { host: 'b', outcome: refused('no') }),
    ).toEqual({
      to: ['b'],
      outcome,
    });
    expect(
      await sent({ host: 'a', outcome: accepted, wrong }, { host: 'b', outcome: accepted }),
    ).toEqual({
      to: ['b'],
      outcome: accepted,
    });
  });

  it('do not carry on what a foreign error says, which may quote a URL', async () => {
    const { outcome } = await sent({
      host: 'a',
      outcome: accepted,
      wrong: new TypeError('https://key@host'),
    });
    expect(outcome).toEqual({ kind: 'unknown', message: 'the endpoint failed' });
  });
});
