import { expect, it } from 'vitest';
import {
  amountsOf,
  balancePeriods,
  newestSamples,
  worthOf,
} from '../../dashboard/src/pages/treasury/balances/balance-periods.ts';
import { usdText } from '../../dashboard/src/parts/usd-text.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-11-27T12:00:00Z');

function sample(wallet: string, minutes: number, settled: string, more: object = {}) {
  const at = new Date(noon + minutes * 60_000).toISOString();
  return {
    ...{ wallet, family: 'evm', chain: 'ETH', token: '0x00', symbol: 'ETH', at, block: '1' },
    ...{ settled, settledBaseUnits: '0', inFlight: '0', inFlightBaseUnits: '0', ...more },
  };
}

it('keeps a balance until it is read again, and adds the balances up', () => {
  const samples = [
    sample('a', 5, '1'),
    sample('b', 10, '10', { inFlight: '0.5' }),
    sample('a', 130, '2'),
    sample('a', 135, '3'),
  ];
  const drawn = balancePeriods(samples, { step: hour, until: noon + 3 * hour }, amountsOf);
  expect(drawn).toEqual([
    { from: '2026-11-27T12:00:00.000Z', values: { settled: 11, inFlight: 0.5 } },
    { from: '2026-11-27T13:00:00.000Z', values: { settled: 11, inFlight: 0.5 } },
    { from: '2026-11-27T14:00:00.000Z', values: { settled: 13, inFlight: 0.5 } },
  ]);
  expect(newestSamples(samples).get('a evm ETH 0x00')?.settled).toBe('3');
  expect(balancePeriods([], { step: hour, until: noon }, amountsOf)).toEqual([]);
});

it('leaves balances without a price out of what all are worth', () => {
  const samples = [sample('a', 0, '2', { usdPrice: '2000' }), sample('b', 0, '7')];
  const [period] = balancePeriods(samples, { step: hour, until: noon + hour }, worthOf);
  expect(period?.values).toEqual({ settled: 4_000, inFlight: 0 });
});

it.each([
  ['1234.5678', '1234.56'],
  ['5', '5.00'],
  ['0.009', 'below 0.01'],
  ['0', '0.00'],
])('writes %s US dollars as %s', (usd, text) => {
  expect(usdText(usd)).toBe(text);
});
