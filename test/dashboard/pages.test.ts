import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { accessibilityFaults, tabTo } from '../support/browser.ts';
import { type Dashboard, startDashboard } from './start-dashboard.ts';

/** What others can write, and what a careless page would run. */
const script = '<img src=x onerror="window.wasRun = true"><b>bold</b>';

/** Of every job. */
const receiver = '0x2222222222222222222222222222222222222222';

/** Nothing is sent to it. */
const hook = { url: 'https://hooks.invalid/', topics: ['wallet.frozen'] };

/** It is never due while the tests run. */
const rule = {
  ...{ id: 'yearly', kind: 'recurring', wallet: 'treasury', amount: '0.01', slippageBps: 100 },
  schedule: { cron: '0 0 29 2 *', timeZone: 'Europe/Zurich' },
  from: { chain: 'ETH', token: 'native' },
  to: { chain: 'ETH', token: 'USDC' },
  ...{ receiver, note: script },
};

/** In the names of buttons that do something, or prepare it. */
const acts =
  /retry|reconcile|cancel|stop|resume|resolve|acknowledge|approve|abort|new |pause|change|rotate|revoke|release|send again|replay|delete|disable|enable|test|select/i;

describe('the pages', () => {
  let service: Dashboard;
  let admin: Page;
  let settled: SwapId;
  let failed: SwapId;
  let bulk: string;
  let webhook: string;
  /** Each page, with what stands on it once it has read its data: for all, and for an admin. */
  let pages: { path: string; text: string; adminText?: string }[];

  beforeAll(async () => {
    service = await startDashboard(['treasury', 'poor']);
    const { api, browser } = service;
    await service.fundWallet('treasury');
    settled = await service.submit('treasury', { note: script });
    failed = await service.submit('poor', { note: script });
    const asked = [
      api.postTo('/v1/keys', { scopes: ['view'], name: script }),
      api.postTo('/v1/webhooks', { ...hook, name: script }),
      api.postTo('/v1/stops', { scope: 'provider', subject: 'xy', reason: script }),
    ];
    for (const { status, body } of await Promise.all(asked))
      expect(status, JSON.stringify(body)).toBeLessThan(300);
    webhook = (await asked[1])?.body.webhook.id;
    await service.ferryman.applyRule({ body: rule, reason: script });
    await service.ferryman.applyRule({ body: { ...rule, amount: '0.02' }, reason: script });
    await service.ended(failed);
    await service.ended(settled);
    const cancel = { action: 'cancel', filter: { wallet: 'treasury' }, reason: script };
    const key = { 'idempotency-key': randomUUID() };
    const created = await api.postTo('/v1/bulk-actions', { ...cancel, ratePerMinute: 60 }, key);
    bulk = created.body.bulkAction.id;
    pages = [
      { path: '/', text: 'By the time of submission' },
      { path: '/swaps', text: '2 listed' },
      { path: `/swaps/${settled}`, text: 'Timeline' },
      { path: `/swaps/${failed}`, text: 'INSUFFICIENT_BALANCE' },
      { path: '/bulk', text: 'Cancel of 1 swap' },
      { path: `/bulk/${bulk}`, text: 'finished' },
      { path: '/approvals', text: 'Nothing waits' },
      { path: '/lanes', text: 'Lanes' },
      { path: '/errors', text: 'INSUFFICIENT_BALANCE' },
      { path: '/networks', text: 'healthy' },
      { path: '/wallets', text: 'treasury' },
      { path: '/treasury/plan', text: 'No rule is due' },
      { path: '/treasury', text: 'yearly' },
      { path: '/treasury/rules/yearly', text: 'Version 2 as JSON' },
      { path: '/treasury/balances', text: 'The books explain every change' },
      { path: '/treasury/limits', text: 'Nothing bounds payments' },
      { path: '/treasury/books', text: 'What an export has' },
      { path: '/webhooks', text: 'Only keys', adminText: 'bold' },
      { path: `/webhooks/${webhook}`, text: 'Only keys', adminText: 'Deliveries' },
      { path: '/audit', text: 'Only keys', adminText: 'create bulk action' },
      { path: '/settings', text: 'This service' },
    ];
    admin = await browser.open();
    await service.signIn(admin, service.adminKey);
  });
  afterAll(() => service?.close());
  afterEach(() => expect(service.browser.troubles()).toEqual([]));

  async function show(page: Page, path: string, text: string): Promise<void> {
    await page.goto(path);
    await page.locator('main').getByText(text).first().waitFor();
    await page.getByText(/^Reading/).waitFor({ state: 'detached' });
  }

  it('need at most 200 kB until the overview is shown', async () => {
    const page = await service.browser.open();
    await service.signIn(page, service.adminKey);
    await page.locator('canvas').waitFor();
    // As the browser itself counted it: what is read by events may lack a size while it is busy.
    const bytes = await page.evaluate<number>(`
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ name, entryType }) => entryType === 'navigation' || name.includes('/assets/'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(200_000);
  });

  it('show what others wrote as text, and run none of it', async () => {
    for (const { path, text, adminText = text } of pages) {
      await show(admin, path, adminText);
      // The notice of the stop has it on every page.
      await admin.getByText(script).first().waitFor();
      expect(await admin.locator('img, main b:text-is("bold")').count(), path).toBe(0);
      expect(await admin.evaluate('window.wasRun'), path).toBeUndefined();
    }
  });

  it('are accessible in both themes, and fit a phone', async () => {
    const faults: string[] = [];
    const inspect = async (path: string) => {
      const found = await accessibilityFaults(admin);
      await admin.emulateMedia({ colorScheme: 'dark' });
      await admin.setViewportSize({ width: 390, height: 844 });
      found.push(...(await accessibilityFaults(admin)).map((one) => `dark, narrow: ${one}`));
      const wide = await admin.evaluate<number>('document.documentElement.scrollWidth');
      if (wide > 390) found.push(`is ${wide} pixels wide on a phone`);
      await admin.emulateMedia({ colorScheme: 'light' });
      await admin.setViewportSize({ width: 1280, height: 720 });
      faults.push(...found.map((one) => `${path} ${one}`));
    };
    for (const { path, text, adminText = text } of pages) {
      await show(admin, path, adminText);
      await inspect(path);
    }
    await show(admin, `/swaps/${failed}`, 'INSUFFICIENT_BALANCE');
    await admin.getByRole('button', { name: 'Retry…' }).click();
    await admin.getByRole('columnheader', { name: 'New offer' }).waitFor();
    await inspect('retry');
    const outside = await service.browser.open();
    await outside.goto('/');
    await outside.getByLabel('API key').waitFor();
    faults.push(...(await accessibilityFaults(outside)));
    expect(faults).toEqual([]);
  });

  it('are used without a mouse', async () => {
    const page = await service.browser.open();
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    await page.goto('/');
    await page.getByLabel('API key').waitFor();
    await page.keyboard.type(service.adminKey);
    await press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await press('/');
    await page.keyboard.type('poor');
    await press('Enter');
    await page.getByText('1 listed').waitFor();
    await tabTo(page.locator('a:text-is("All")'));
    await press('Enter');
    await page.getByText('2 listed').waitFor();
    await tabTo(page.locator('tr'));
    const rowWithFocus = () => page.locator('tr:focus a').textContent();
    const first = await rowWithFocus();
    await press('ArrowDown');
    const second = await rowWithFocus();
    expect(second).not.toBe(first);
    await press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith(`/swaps/${second}`));
    await show(page, `/swaps/${failed}`, 'INSUFFICIENT_BALANCE');
    await tabTo(page.locator('button:text-is("Retry…")'));
    await press('Enter');
    await page.getByRole('columnheader', { name: 'New offer' }).waitFor();
    expect(await page.locator('dialog :focus').count()).toBe(1);
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator('button:text-is("Retry…"):focus').count()).toBe(1);
  });

  it('offer no act to a key that may only look, and the service does none', async () => {
    const offered = async (page: Page) => {
      const names = await page.getByRole('button').allTextContents();
      return names.filter((name) => acts.test(name));
    };
    await show(admin, `/swaps/${failed}`, 'INSUFFICIENT_BALANCE');
    expect(await offered(admin)).toContain('Retry…');
    const page = await service.browser.open();
    await service.signIn(page, await service.makeKey(['view'], 'looks'));
    for (const { path, text } of pages) {
      await show(page, path, text);
      expect(await offered(page), path).toEqual([]);
    }
    const reason = 'I would like to';
    const requests: [string, object][] = [
      [`/v1/swaps/${failed}/retry`, { reason }],
      [`/v1/swaps/${failed}/cancel`, { reason }],
      [`/v1/swaps/${failed}/resolve`, { as: 'unpaid', reason }],
      [`/v1/swaps/${failed}/acknowledge`, { note: reason }],
      ['/v1/bulk-actions', { action: 'retry', filter: { state: 'failed' }, reason }],
      [`/v1/bulk-actions/${bulk}/abort`, { reason }],
      ['/v1/stops', { scope: 'chain', subject: 'ETH', reason }],
      ['/v1/treasury/rules/yearly/pause', { reason }],
      ['/v1/treasury/rules/yearly/resume', { reason }],
      ['/v1/stops/resume', { scope: 'provider', subject: 'xy', reason }],
      ['/v1/keys', { scopes: ['admin'] }],
      ['/v1/webhooks', hook],
    ];
    const before = await everything();
    service.browser.expectTrouble(/^403 POST /);
    for (const [path, body] of requests)
      expect(await page.evaluate(send, { path, body }), path).toBe(403);
    service.browser.expectTrouble(/^403 GET \/v1\/(audit|keys|webhooks)$/);
    for (const path of ['/v1/audit', '/v1/keys', '/v1/webhooks'])
      expect(await page.evaluate(async (one) => (await fetch(one)).status, path)).toBe(403);
    expect(await everything()).toEqual(before);
  });

  it('say what a masked key does not see, and have nothing of it', async () => {
    await show(admin, '/settings', 'This service');
    await admin.getByRole('button', { name: /^New/ }).click();
    const dialog = admin.getByRole('dialog');
    for (const choice of ['view', 'addresses', 'metadata'])
      await dialog.getByRole('checkbox', { name: choice, exact: true }).check();
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    const secret = await admin.locator('.secret').textContent();
    const page = await service.browser.open();
    await service.signIn(page, secret ?? '');
    await page.locator('header').getByText('masked', { exact: true }).waitFor();
    const wallets = await service.ferryman.journal.wallets();
    const hidden = [/\b(0x)?[0-9a-f]{64}/i, receiver, ...wallets.map(({ address }) => address)];
    for (const { path, text } of pages) {
      await show(page, path, text);
      const markup = await page.content();
      expect(
        hidden.filter((one) => new RegExp(one, 'i').test(markup)),
        path,
      ).toEqual([]);
    }
    await show(page, `/swaps/${settled}`, 'Timeline');
    expect(await page.locator('dt:text-is("Metadata") + dd').textContent()).toBe('masked');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('searchbox').fill(failed);
    await page.keyboard.press('Enter');
    await page.getByText('1 listed').waitFor();
    expect(await page.getByLabel('Receiver', { exact: true }).count()).toBe(0);
  });

  /** What the acts would change. */
  async function everything(): Promise<unknown[]> {
    const lists = ['swaps', 'bulk-actions', 'stops', 'treasury/rules', 'keys', 'webhooks', 'audit'];
    return Promise.all(lists.map(async (list) => (await service.api.get(`/v1/${list}`)).body));
  }
});

/** As the page itself sends an act. Runs in the browser. */
async function send({ path, body }: { path: string; body: object }): Promise<number> {
  const { session } = (await (await fetch('/v1/session')).json()) as {
    session: { csrfToken: string };
  };
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ferryman-csrf': session.csrfToken },
    body: JSON.stringify(body),
  });
  return answer.status;
}
