import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/decide/policy.ts';
import { decideAt } from '../../support/decide-at.ts';
import {
  aCrossChainJob,
  aJob,
  anOrder,
  aReadyOrder,
  aSnapshot,
  aSwap,
  noon,
} from '../../support/snapshot.ts';

const { hasSlot: _held, ...waiting } = aSnapshot();

describe('a swap without a slot of its lane', () => {
  it('waits in the lane of its wallet account before it asks for a quote', () => {
    expect(decideAt(waiting)).toEqual({
      kind: 'enter_lane',
      chain: 'ETH',
      family: 'evm',
      isUrgent: false,
    });
    expect(decideAt({ ...waiting, hasSlot: true }).kind).toBe('quote');
  });

  it('waits there with its order, and comes first where its swap data grows old', () => {
    const quoted = { ...waiting, swap: aSwap({ state: 'quoted' }) };
    const { spender: _none, ...order } = anOrder();
    expect(decideAt({ ...quoted, order })).toMatchObject({ kind: 'enter_lane', isUrgent: false });
    const { spender: _spender, ...ready } = aReadyOrder({ goodUntil: noon + 600_000 });
    expect(decideAt({ ...quoted, order: ready })).toMatchObject({
      kind: 'enter_lane',
      isUrgent: true,
    });
    expect(decideAt({ ...quoted, order: ready, hasSlot: true }).kind).toBe('execute');
  });

  it('still ends at its deadline', () => {
    const late = { ...waiting, swap: aSwap({ job: aJob({ deadline: noon }) }) };
    expect(decideAt(late)).toMatchObject({ kind: 'transition', state: 'expired' });
  });

  it('returns to the lane where its account may sign nothing yet', () => {
    const refusedOn = (chain: string) =>
      ({
        kind: 'refused',
        refusal: { kind: 'wallet_occupied', chain },
        coin: { symbol: 'ETH', decimals: 18 },
      }) as const;
    expect(decideAt(aSnapshot(), refusedOn('ETH'))).toMatchObject({
      kind: 'enter_lane',
      chain: 'ETH',
      isUrgent: true,
    });
    const claiming = aSnapshot({ swap: aSwap({ state: 'claiming', job: aCrossChainJob() }) });
    expect(decideAt(claiming, refusedOn('ARBITRUM'))).toMatchObject({
      kind: 'enter_lane',
      chain: 'ARBITRUM',
    });
  });

  it('keeps its slot while another step of its account is leased, or an approve is on its way', () => {
    const busy = {
      kind: 'refused',
      refusal: { kind: 'wallet_busy' },
      coin: { symbol: 'ETH', decimals: 18 },
    } as const;
    expect(decideAt(aSnapshot(), busy)).toMatchObject({
      kind: 'wait',
      keepsSlot: true,
      delay: defaultPolicy.busyWait,
    });
  });
});
