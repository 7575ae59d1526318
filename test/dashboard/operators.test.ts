import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { accessibilityFaults } from '../support/browser.ts';
import { type Dashboard, startDashboard } from './start-dashboard.ts';

/** A day of an operator, in its order: what was done is in the audit log at its end. */
describe('an operator', () => {
  let service: Dashboard;
  let page: Page;

  beforeAll(async () => {
    service = await startDashboard(['treasury', 'poor', 'broke']);
    page = await service.browser.open();
    await service.fundWallet('treasury');
  });
  afterAll(() => service?.close());
  afterEach(() => expect(service.browser.troubles()).toEqual([]));

  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  const shown = (text: string | RegExp, within: Page | Locator = page) =>
    within.getByText(text).first().waitFor();
  const short = (id: string): string => id.slice(0, 8);
  /** The state in the head of a swap's page. */
  const hasState = (state: string) =>
    page.locator('main header').getByText(state, { exact: true }).waitFor();

  const retryOf = async (id: SwapId): Promise<SwapId | undefined> =>
    (await service.ferryman.journal.findSwap(id))?.retriedBy;

  async function act(verb: string, reason: string): Promise<void> {
    await dialog().getByLabel('Reason').fill(reason);
    await button(verb, dialog()).click();
    await dialog().waitFor({ state: 'detached' });
  }

  it('is told why a key is refused, signs in, and out again', async () => {
    service.browser.expectTrouble(/^401 POST \/v1\/session$/);
    await page.goto('/swaps');
    await page.getByLabel('API key').fill(`fm_${'x'.repeat(43)}`);
    await button('Sign in').click();
    await shown('the service does not know this API key', page.getByRole('alert'));
    await service.signIn(page, service.adminKey);
    await button('Sign out').click();
    await page.getByLabel('API key').waitFor();
    await page.goto('/swaps');
    await page.getByLabel('API key').waitFor();
    service.browser.expectTrouble(/^401 GET \/v1\/swaps$/);
    expect(await page.evaluate(async () => (await fetch('/v1/swaps')).status)).toBe(401);
    await service.signIn(page, service.adminKey);
  });

  it('finds a swap by the hash of its payment', async () => {
    const id = await service.submit('treasury');
    await service.submit('treasury');
    const hash = await service.paymentOf(id);
    await service.ended(id);
    await page.getByLabel('Search swaps').fill(hash);
    await page.getByLabel('Search swaps').press('Enter');
    await link(short(id)).click();
    await hasState('settled');
    await page.goBack();
    await shown('1 listed');
  });

  it('is refused a retry while a payment may land, reads which proof is missing, and sees the swap settle', async () => {
    await service.mine(false);
    const id = await service.submit('treasury');
    const hash = await service.paymentOf(id);
    await page.goto(`/swaps/${id}`);
    await page.evaluate('window.wasLoadedOnce = true');
    await button('Reconcile…').click();
    await heading('Reconcile: a retry is not safe');
    await shown('PAYMENT_MAY_LAND', dialog());
    await shown(hash, dialog());
    expect(await button('Retry', dialog()).count()).toBe(0);
    await button('Close', dialog()).first().click();
    await service.mine(true);
    await hasState('settled');
    expect(await page.evaluate('window.wasLoadedOnce')).toBe(true);
    expect(await retryOf(id)).toBeUndefined();
  });

  it('retries a swap that failed before it paid, and compares the offers before', async () => {
    const id = await service.submit('poor');
    await service.ended(id);
    await service.fundWallet('poor');
    await page.goto(`/swaps/${id}`);
    await hasState('failed');
    await button('Retry…').click();
    for (const name of ['Old order', 'New offer'])
      await dialog().getByRole('columnheader', { name }).waitFor();
    await shown(/^Guard: swap allowed, by \d+ rules/, dialog());
    await button('Retry', dialog()).click();
    expect(await dialog().locator('textarea:invalid').count()).toBe(1);
    await act('Retry', 'the wallet has gas again');
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await link(short(id)).waitFor();
    await hasState('settled');
    await link(short(id)).click();
    await shown('Tried again by');
  });

  it('edits a swap that failed, after a dry run, and the new one has its place for good', async () => {
    const id = await service.submit('broke');
    await service.ended(id);
    await page.goto(`/swaps/${id}`);
    await hasState('failed');
    expect(await button('Cancel…').count()).toBe(0);
    await button('Edit and create a new swap…').click();
    expect(await dialog().getByLabel('Amount').inputValue()).toBe('0.01');
    await dialog().getByLabel('Amount').fill('0.004000000000000001');
    await dialog().getByRole('textbox', { name: 'Wallet' }).fill('treasury');
    await button('Try it without signing', dialog()).click();
    for (const [name, before, now] of [
      ['Wallet', 'broke', 'treasury'],
      ['Amount', '0.01', '0.004000000000000001'],
    ] as const)
      await dialog()
        .getByRole('row', { name: `${name} ${before} ${now}`, exact: true })
        .waitFor();
    await shown(/^Guard: swap allowed, by \d+ rules/, dialog());
    await act('Create the new swap', 'that wallet has no gas');
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await hasState('settled');
    await shown('Replaces');
    await shown('that wallet has no gas', page.getByRole('region', { name: 'Acts of people' }));
    await link(short(id)).click();
    await shown('This one has paid nothing, and never will.');
    for (const name of ['Retry…', 'Reconcile…', 'Edit and create a new swap…'])
      expect(await button(name).count()).toBe(0);
  });

  it('retries many after a dry run, to the end', async () => {
    const metadata = { batch: 'nightly' };
    const failed = await Promise.all([1, 2, 3].map(() => service.submit('broke', metadata)));
    const settled = await service.submit('treasury', metadata);
    for (const id of [...failed, settled]) await service.ended(id);
    await service.fundWallet('broke');
    await page.goto('/swaps?metadata=batch%3Dnightly');
    await shown('4 listed');
    await button('Retry all that match…').click();
    await shown('Why swaps are skipped', dialog());
    const fact = (name: string) =>
      dialog().locator(`dt:text-is("${name}") + dd`).textContent({ timeout: 0 });
    expect(await fact('Matched')).toBe('4');
    expect(await fact('Eligible')).toMatch(/^3\b/);
    expect(await fact('Skipped')).toBe('1');
    await dialog().getByLabel('Swaps a minute').fill('600');
    await act('Retry 3 swaps', 'the wallet was empty last night');
    await heading('Retry of 4 swaps');
    await shown('finished');
    await shown('3 done');
    await button('done').click();
    for (const id of failed) await link(short(id)).first().waitFor();
    for (const id of failed) {
      expect((await service.ended((await retryOf(id)) ?? id)).swap.state).toBe('settled');
    }
  });

  it('stops a chain, so that a swap waits, and resumes it', async () => {
    await page.goto('/networks');
    await button('Stop… chain ETH').click();
    await act('Stop', 'the node looks wrong');
    await shown(/Signing is stopped for chain ETH/);
    const id = await service.submit('treasury');
    await page.goto(`/swaps/${id}`);
    await shown('SIGNING_STOPPED');
    await shown(/Signing is stopped for chain ETH.*the node looks wrong/);
    await link('Providers and chains').click();
    await button('Resume… chain ETH').click();
    await act('Resume', 'the node is right again');
    await page.getByText(/Signing is stopped/).waitFor({ state: 'detached' });
    expect((await service.ended(id)).swap.state).toBe('settled');
  });

  it('resolves a review, and not by a transaction that shows nothing', async () => {
    const id = await service.submitToFail();
    await link('Overview').click();
    await page.getByRole('region', { name: 'Needs a person' }).getByText(short(id)).click();
    await hasState('needs review');
    await button('Resolve…').click();
    await dialog().getByLabel('The receiver got the money').check();
    await dialog()
      .getByLabel('Transaction that brought it')
      .fill(await service.paymentOf(id));
    await dialog().getByLabel('Reason').fill('it looks paid');
    service.browser.expectTrouble(/^4\d\d POST \/v1\/swaps\/[^/]+\/resolve$/);
    await button('Resolve', dialog()).click();
    await shown('EVIDENCE_NOT_SHOWN', dialog());
    await dialog().getByLabel('Neither happened').check();
    await act('Resolve', 'the provider keeps it; we claim by mail');
    await hasState('failed');
    await shown('A person resolved it as unpaid');
  });

  it('approves what the guard holds a swap for, for every swap, and revokes that', async () => {
    const id = await service.submitToHold('treasury');
    await page.goto('/');
    await link('1 approval waiting').click();
    await page
      .locator('main')
      .getByRole('link', { name: /^target 0x/ })
      .click();
    await shown('the policy does not name the target');
    await shown(/^balance of 0x/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await button('Approve…').click();
    await dialog().getByRole('combobox').selectOption('permanent');
    await act('Approve', 'audited');
    await shown('approved for every swap');
    expect((await service.ended(id)).swap.state).toBe('settled');
    await button('Revoke…').click();
    await act('Revoke', 'only for the pilot');
    await shown('revoked');
    await page.goto(`/swaps/${id}`);
    await shown('held it for a person');
    await shown('allowed it');
  });

  it('finds all of it in the audit log, which is whole', async () => {
    await link('Audit log').click();
    const log = page.getByRole('region', { name: 'Audit log' });
    const acts = [
      ['retry swap', 'the wallet has gas again'],
      ['create swap', 'that wallet has no gas'],
      ['create bulk action', 'the wallet was empty last night'],
      ['stop', 'the node looks wrong'],
      ['resume', 'the node is right again'],
      ['resolve swap', 'the provider keeps it; we claim by mail'],
      ['approve item', 'audited'],
      ['revoke admission', 'only for the pilot'],
    ] as const;
    for (const [act, reason] of acts)
      await log
        .getByRole('row')
        .filter({ hasText: reason })
        .getByRole('cell', { name: act, exact: true })
        .waitFor();
    await button('Verify the log').click();
    await shown('The log is whole');
  });
});
