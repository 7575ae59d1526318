import { describe, expect, it, vi } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createOutageLog } from '../../src/errors/outage-log.ts';

const journalAway = new FerrymanError('JOURNAL_UNAVAILABLE', 'the journal does not answer');
const chainAway = new FerrymanError('RPC_UNAVAILABLE', 'no endpoint answers');

function logFrom() {
  const warn = vi.fn();
  let now = 0;
  const lines = () => warn.mock.calls.map(([facts, message]) => ({ ...facts, message }));
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { outages: createOutageLog({ warn }, () => now), lines, pass };
}

describe('the outage log', () => {
  it('logs an outage when it begins and when it is over, with its duration and failures', () => {
    const { outages, lines, pass } = logFrom();
    for (let round = 0; round < 200; round += 1) {
      for (const loop of ['observe ETH', 'observe BSC', 'sweep']) outages.failed(loop, journalAway);
      pass(50);
    }
    expect(lines()).toMatchObject([
      { component: 'journal', code: 'JOURNAL_UNAVAILABLE', reason: 'the journal does not answer' },
    ]);
    for (const loop of ['observe ETH', 'observe BSC']) outages.succeeded(loop);
    expect(lines()).toHaveLength(1);
    outages.succeeded('sweep');
    expect(lines()[1]).toEqual({
      component: 'journal',
      codes: ['JOURNAL_UNAVAILABLE'],
      failures: 600,
      seconds: 10,
      message: 'recovered',
    });
    outages.succeeded('sweep');
    expect(lines()).toHaveLength(2);
    outages.failed('sweep', journalAway);
    expect(lines()).toHaveLength(3);
  });

  it('separates the outages of components, and logs each cause once', () => {
    const { outages, lines } = logFrom();
    outages.failed('observe ETH', chainAway, { component: 'chain ETH' });
    outages.failed('observe ETH', journalAway, { component: 'chain ETH' });
    outages.failed('observe BSC', chainAway, { component: 'chain BSC' });
    outages.failed('observe ETH', new FerrymanError('RPC_MALFORMED', 'unreadable'), {
      component: 'chain ETH',
    });
    for (let round = 0; round < 3; round += 1)
      outages.failed('observe ETH', chainAway, { component: 'chain ETH' });
    expect(lines().map(({ component, code }) => [component, code])).toEqual([
      ['chain ETH', 'RPC_UNAVAILABLE'],
      ['journal', 'JOURNAL_UNAVAILABLE'],
      ['chain BSC', 'RPC_UNAVAILABLE'],
      ['chain ETH', 'RPC_MALFORMED'],
    ]);
    outages.succeeded('observe ETH');
    expect(lines().slice(4)).toMatchObject([
      {
        component: 'chain ETH',
        codes: ['RPC_UNAVAILABLE', 'RPC_MALFORMED'],
        failures: 5,
        message: 'recovered',
      },
      { component: 'journal', failures: 1, message: 'recovered' },
    ]);
  });

  it('does not wait for occasional sources', () => {
    const { outages, lines } = logFrom();
    const occasional = { isOccasional: true };
    outages.failed('swaps', journalAway, occasional);
    outages.failed('sweep', journalAway);
    outages.failed('renewal of claims', journalAway, occasional);
    outages.succeeded('swaps');
    expect(lines()).toHaveLength(1);
    outages.succeeded('sweep');
    expect(lines()).toMatchObject([
      { source: 'swaps' },
      { component: 'journal', failures: 3, message: 'recovered' },
    ]);

    // It is no longer part of the earlier outage.
    outages.failed('swaps', journalAway, occasional);
    outages.succeeded('renewal of claims');
    expect(lines()).toHaveLength(3);
    outages.succeeded('swaps');
    expect(lines()).toHaveLength(4);
  });
});
