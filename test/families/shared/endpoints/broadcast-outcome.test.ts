import { describe, expect, it } from 'vitest';
import { combineOutcomes } from '../../../../src/families/shared/endpoints/broadcast-outcome.ts';
import type { BroadcastOutcome } from '../../../../src/ports/chain-adapter.ts';

type Kind = BroadcastOutcome['kind'];
const outcome = (kind: Kind): BroadcastOutcome =>
  kind === 'accepted' || kind === 'already_known' ? { kind } : { kind, message: `it is ${kind}` };

describe('the combined outcome of several endpoints', () => {
  it.each<[Kind[], Kind]>([
    [['accepted'], 'accepted'],
    [['unknown', 'accepted'], 'accepted'],
    [['rejected', 'already_known'], 'already_known'],
    [['lease_used', 'accepted'], 'accepted'],
    // The first endpoint may have relayed them.
    [['unknown', 'rejected'], 'unknown'],
    [['lease_used', 'unknown'], 'unknown'],
    [['underpriced', 'lease_used'], 'lease_used'],
    [['rejected', 'insufficient_funds'], 'insufficient_funds'],
    [['rejected', 'underpriced'], 'underpriced'],
    [['rejected', 'rejected'], 'rejected'],
    [[], 'unknown'],
  ])('%j is %s', (kinds, expected) => {
    expect(combineOutcomes(kinds.map(outcome)).kind).toBe(expected);
  });

  it('keeps the message of the first endpoint with that outcome', () => {
    const said = (message: string): BroadcastOutcome => ({ kind: 'underpriced', message });
    expect(combineOutcomes([outcome('rejected'), said('one'), said('other')])).toEqual(said('one'));
  });
});
