import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
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
    service = await startDashboard(['treasury'], { approvers, approvals });
    await service.fundWallet('treasury');
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
    expect((await service.ended(swap)).swap.state).toBe('settled');
  });

  it('reject one, which fails unpaid', async () => {
    const { id, swap } = await heldPayment();
    await vote(ben, id, 'Reject');
    await ben.getByText('rejected').first().waitFor();
    const { swap: ended } = await service.ended(swap);
    expect(ended).toMatchObject({ state: 'failed', fundsState: 'untouched' });
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
