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
  const endpoints: Pick<Endpoints<Endpoint>, 'inOrder'> = { inOrder: () => all };
  const outcome = await broadcastToEach(endpoints as Endpoints<Endpoint>, async ({ host }) => {
    to.push(host);
    return hosts.find((one) => one.host === host)!.outcome;
  });
  return { to, outcome };
}

describe('bytes that are to be sent', () => {
  it.each([accepted, known])('go to no other endpoint once one has them: $kind', async (has) => {
    expect(await sent({ host: 'a', outcome: has }, { host: 'b', outcome: accepted })).toEqual({
      to: ['a'],
      outcome: has,
    });
  });

  it('go to the next endpoint after a refusal or no answer, until one has them', async () => {
    const hosts = [
      { host: 'a', outcome: refused('no') },
      { host: 'b', outcome: unknown },
      { host: 'c', outcome: accepted },
      { host: 'd', outcome: accepted },
    ];
    expect(await sent(...hosts)).toEqual({ to: ['a', 'b', 'c'], outcome: accepted });
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

  it('do not pass on the message of a foreign error, which may quote a URL', async () => {
    const { outcome } = await sent({
      host: 'a',
      outcome: accepted,
      wrong: new TypeError('https://key@host'),
    });
    expect(outcome).toEqual({ kind: 'unknown', message: 'the endpoint failed' });
  });
});
