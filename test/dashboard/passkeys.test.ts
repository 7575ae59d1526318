import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { Swap } from '../../src/core/swap/swap.ts';
import { accessibilityFaults, launchBrowser, type TestBrowser } from '../support/browser.ts';
import { startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { waitFor } from '../support/wait-for.ts';
import { type Dashboard, startDashboard } from './start-dashboard.ts';

/** Browsers make no passkeys for an address of digits. */
const localhost = (url = ''): string => url.replace('127.0.0.1', 'localhost');

describe('approvers with passkeys', () => {
  let service: Dashboard;
  let browser: TestBrowser;
  let ann: Page;
  let ben: Page;
  /** Of the schedules of treasury rules. */
  let now = Date.parse('2027-03-01T00:00:00Z');
  const clock = { now: () => now };

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** Of a person whose device has an authenticator. */
  async function openPage(): Promise<Page> {
    const page = await browser.open();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return page;
  }

  async function signIn(page: Page, url: string, key: string): Promise<void> {
    await page.goto(url);
    await page.getByLabel('API key').fill(key);
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  /** Makes a passkey, and gives what the page says that the policy needs. */
  async function makePasskey(page: Page, name: string): Promise<object> {
    await page.getByRole('link', { name: 'Approvals', exact: true }).click();
    await button(page, 'New passkey…').click();
    await page.getByLabel('Name of the approver').fill(name);
    await button(page, 'Make it').click();
    const entry = page.getByRole('region', { name: 'Entry of the policy' });
    await entry.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    return JSON.parse((await entry.textContent()) ?? '');
  }

  async function vote(page: Page, id: string, what: 'Approve' | 'Reject'): Promise<void> {
    const verb = what === 'Approve' ? 'Sign with a passkey' : 'Reject with a passkey';
    await page.goto(new URL(`/approvals/${id}`, page.url()).href);
    await button(page, `${what} with a passkey…`).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('as agreed');
    await button(page, verb).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  beforeAll(async () => {
    // Before a policy can name them, where a policy does not matter.
    const before = await startApiOnPglite({ parts: { dashboard: 'dist/dashboard' } });
    browser = await launchBrowser(before.url);
    const approvers: object[] = [];
    const pages = new Map<string, Page>();
    for (const name of ['ann', 'ben']) {
      const page = await openPage();
      await signIn(page, localhost(before.url), before.key);
      approvers.push(await makePasskey(page, name));
      pages.set(name, page);
    }
    ann = pages.get('ann')!;
    ben = pages.get('ben')!;
    const approvals = [
      { when: { chain: 'ETH' }, then: { approvals: 2, of: ['ann', 'ben'], expiresAfter: '24h' } },
      { when: {}, then: 'block' },
    ];
    service = await startDashboard(
      ['treasury', 'payer'],
      { approvers, approvals },
      { treasury: { clock } },
    );
    await service.fundWallet('treasury');
    await service.fundWallet('payer');
    const key = await service.makeKey(['view', 'approve'], 'approver');
    for (const page of [ann, ben]) {
      await page.context().clearCookies();
      await signIn(page, localhost(service.api.environment.FERRYMAN_API_URL), key);
    }
    await before.close();
    browser.troubles();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  afterEach(() => expect(browser.troubles()).toEqual([]));

  async function heldPayment(): Promise<{ id: string; swap: SwapId }> {
    const swap = await service.submit('treasury');
    const id = await waitFor(async () => {
      const { body } = await service.api.get(`/v1/approvals?swapId=${swap}&state=open`);
      expect(body.approvals).toHaveLength(1);
      return body.approvals[0].id;
    });
    return { id, swap };
  }

  /** Once a worker has taken the signatures up, and the swap has come to its end. */
  const ended = (id: SwapId): Promise<Swap> =>
    waitFor(async () => {
      const { swap } = await service.ended(id);
      expect(swap.state).not.toBe('awaiting_approval');
      return swap;
    });

  it('sign a payment one after the other, and it is paid', async () => {
    const { id, swap } = await heldPayment();
    await ann.goto(new URL('/approvals', ann.url()).href);
    await ann.getByRole('link', { name: /^payment of up to 0.01 ETH on ETH/ }).click();
    await ann.getByText('0 of 2 signatures').waitFor();
    expect(await accessibilityFaults(ann)).toEqual([]);
    await vote(ann, id, 'Approve');
    await ann.getByText('1 of 2 signatures').waitFor();
    await vote(ben, id, 'Approve');
    await ben.getByText('approved for its swap').waitFor();
    expect((await ended(swap)).state).toBe('settled');
  });

  it('reject one, which fails unpaid', async () => {
    const { id, swap } = await heldPayment();
    await vote(ben, id, 'Reject');
    await ben.getByText('rejected').first().waitFor();
    expect(await ended(swap)).toMatchObject({ state: 'failed', fundsState: 'untouched' });
  });

  describe('with a payroll', () => {
    /** Three payments that wait for their signatures. */
    async function heldPayroll(id: string): Promise<SwapId[]> {
      const receivers = ['4', '5', '6'].map((digit) => `0x${digit.repeat(40)}`);
      await service.ferryman.applyRule({
        reason: 'the payroll',
        body: {
          ...{ id, kind: 'payroll', wallet: 'payer', slippageBps: 100 },
          schedule: { cron: '0 9 * * *', timeZone: 'UTC' },
          from: { chain: 'ETH', token: 'native' },
          to: { chain: 'ETH', token: 'USDC' },
          payments: receivers.map((receiver, at) => ({ receiver, amount: `0.0${at + 1}` })),
        },
      });
      const day = 86_400_000;
      now = Math.floor(now / day) * day + day + 9 * 3_600_000;
      return waitFor(async () => {
        const { body } = await service.api.get('/v1/approval-batches');
        const batch = body.batches.find(({ rule }: { rule: string }) => rule === id);
        expect(batch).toBeDefined();
        const { body: whole } = await service.api.get(`/v1/approval-batches/${batch.id}`);
        expect(whole.signing).toBeDefined();
        await service.ferryman.pauseRule(id, { by: 'test', reason: 'once is enough' });
        return whole.lines.map(({ swapId }: { swapId: SwapId }) => swapId);
      });
    }

    async function openCard(page: Page, id: string) {
      await page.goto(new URL('/approvals', page.url()).href);
      const card = page.getByRole('region', { name: `${id}: 3 payments` });
      await card.waitFor();
      return card;
    }

    it('sign it once each, by the keyboard, and all of it is paid', async () => {
      const swaps = await heldPayroll('salaries');
      const card = await openCard(ann, 'salaries');
      await card.getByText('3 payments of up to 0.06 ETH on ETH for at least').waitFor();
      await card.getByText('0 of 2 by ann, ben').waitFor();
      await card.getByRole('link', { name: `0x${'5'.repeat(40)}` }).waitFor();
      expect(await accessibilityFaults(ann)).toEqual([]);
      await card.getByRole('button', { name: 'Approve all with a passkey…' }).focus();
      await ann.keyboard.press('Enter');
      await ann.getByRole('dialog').getByLabel('Reason').fill('as every month');
      await ann.keyboard.press('Tab');
      await ann.keyboard.press('Tab');
      expect(await ann.locator(':focus').textContent()).toBe('Sign all with a passkey');
      await ann.keyboard.press('Enter');
      await ann.getByRole('dialog').waitFor({ state: 'detached' });
      await card.getByText('1 of 2 by ann, ben').waitFor();
      await card.getByText('ann: approve 3').waitFor();
      const bens = await openCard(ben, 'salaries');
      await bens.getByRole('button', { name: 'Approve all with a passkey…' }).click();
      await ben.getByRole('dialog').getByLabel('Reason').fill('as every month');
      await button(ben, 'Sign all with a passkey').click();
      await ben.getByRole('dialog').waitFor({ state: 'detached' });
      for (const id of swaps) expect((await ended(id)).state).toBe('settled');
      // What no longer waits is no card.
      await bens.waitFor({ state: 'detached' });
    });

    it('reject it, and all of it fails unpaid', async () => {
      const swaps = await heldPayroll('bonuses');
      const card = await openCard(ben, 'bonuses');
      await card.getByRole('button', { name: 'Reject all with a passkey…' }).click();
      await ben.getByRole('dialog').getByLabel('Reason').fill('not this month');
      await button(ben, 'Reject all with a passkey').click();
      await ben.getByRole('dialog').waitFor({ state: 'detached' });
      for (const id of swaps)
        expect(await ended(id)).toMatchObject({ state: 'failed', fundsState: 'untouched' });
    });
  });

  it('are told where their passkeys count', async () => {
    const { id } = await heldPayment();
    const page = await service.browser.open();
    await service.signIn(page, service.adminKey);
    await page.goto(`/approvals/${id}`);
    await button(page, 'Approve with a passkey…').click();
    await page.getByRole('dialog').getByLabel('Reason').fill('as agreed');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign with a passkey' }).click();
    await page.getByRole('alert').getByText('Passkeys count at http://localhost').waitFor();
  });
});
