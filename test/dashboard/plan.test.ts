import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { type Dashboard, startDashboard } from './start-dashboard.ts';

const receiver = '0x2222222222222222222222222222222222222222';
const coin = { chain: 'ETH', token: 'native' };

describe('the page of the treasury’s plan', () => {
  let service: Dashboard;
  let page: Page;

  const rule = (id: string, rest: object) => ({
    ...{ id, kind: 'recurring', wallet: 'treasury', slippageBps: 100, receiver },
    ...{ from: coin, to: { chain: 'ETH', token: 'USDC' } },
    schedule: { cron: '0 9 * * *', timeZone: 'Europe/Zurich' },
    ...rest,
  });

  beforeAll(async () => {
    service = await startDashboard(['treasury'], {
      caps: [{ name: 'coins of the daily rule', rule: 'daily', window: 'week', count: 3 }],
    });
    await service.fundWallet('treasury');
    for (const one of [rule('daily', { amount: '0.01' }), rule('large', { amount: '5' })]) {
      await service.ferryman.applyRule({ body: one, reason: 'test' });
    }
    page = await service.browser.open();
    await service.signIn(page, await service.makeKey(['view'], 'reader'));
    await page.getByRole('link', { name: 'Treasury', exact: true }).click();
    await page.getByRole('link', { name: 'Plan', exact: true }).click();
    await page.getByRole('region', { name: 'Occurrences' }).waitFor();
  });
  afterAll(() => service?.close());
  afterEach(() => expect(service.browser.troubles()).toEqual([]));

  const rows = (label: string) => page.getByRole('region', { name: label }).getByRole('row');

  it('shows what comes, with the reason why a rule does nothing', async () => {
    // Seven days of two rules, and the head.
    await until(async () => (await rows('Occurrences').count()) === 15);
    expect(await rows('Occurrences').filter({ hasText: '0.01 ETH' }).count()).toBe(7);
    expect(await rows('Occurrences').filter({ hasText: 'BALANCE' }).count()).toBe(7);
    const balance = rows('Balances').filter({ hasText: 'treasury' }).getByRole('cell');
    expect(await balance.nth(3).textContent()).toMatch(/^1$/);
    expect(await balance.nth(4).textContent()).toMatch(/^0\.93$/);
    expect(await rows('Budgets').nth(1).textContent()).toMatch(
      /coins of the daily rule.*3 payments.*0.*7.*above the limit/,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('looks as far as it is asked to', async () => {
    await page.getByRole('link', { name: 'next day', exact: true }).click();
    await until(async () => (await rows('Occurrences').count()) === 3);
    expect(new URL(page.url()).search).toBe('?days=1');
  });

  it('asks for routes and fees when it is told to, and makes no swap', async () => {
    const daily = rows('Rules').filter({ hasText: 'daily' });
    expect(await daily.textContent()).toContain('not asked');
    await page.getByRole('button', { name: 'Ask for routes and fees' }).click();
    await daily.getByText('the guard allows it').waitFor();
    expect(await daily.textContent()).toMatch(/USDC.*ETH/);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect((await service.api.get('/v1/swaps')).body.swaps).toEqual([]);
  });
});
