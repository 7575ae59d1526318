import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Posting } from '../../src/core/books/posting.ts';
import { accessibilityFaults, tabTo } from '../support/browser.ts';
import { native } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { type Dashboard, startDashboard } from './start-dashboard.ts';

const day = 86_400_000;
const hour = 3_600_000;

/** A treasurer makes a rule, sees it act, changes, pauses and stops it, and closes the books. */
describe('a treasurer', () => {
  let service: Dashboard;
  let page: Page;
  /** The treasury's clock: schedules follow it. It begins two days ago at midnight. */
  let now = Math.floor(Date.now() / day) * day - 2 * day;

  beforeAll(async () => {
    service = await startDashboard(
      ['treasury'],
      {
        caps: [{ name: 'payments a week', window: 'week', count: 5 }],
        blackouts: [
          { name: 'no Polygon', timeZone: 'UTC', chains: ['POLYGON'] },
          { name: 'once', timeZone: 'Europe/Zurich', dates: ['2020-01-01'], rules: ['daily'] },
        ],
      },
      { treasury: { clock: { now: () => now } } },
    );
    page = await service.browser.open();
    await service.fundWallet('treasury');
    await service.signIn(page, service.adminKey);
  });
  afterAll(() => service?.close());
  afterEach(() => expect(service.browser.troubles()).toEqual([]));

  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true });
  const link = (name: string, within: Page | Locator = page) =>
    within.getByRole('link', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const shown = (text: string | RegExp, within: Page | Locator = page) =>
    within.getByText(text).first().waitFor();
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const json = () => dialog().getByLabel('The rule as JSON');

  async function act(verb: string, reason: string): Promise<void> {
    await dialog().getByLabel('Reason').fill(reason);
    await button(verb, dialog()).click();
    await dialog().waitFor({ state: 'detached' });
  }

  async function press(target: Locator): Promise<void> {
    await tabTo(target);
    await page.keyboard.press('Enter');
  }

  async function actByKeys(verb: string, reason: string): Promise<void> {
    await tabTo(dialog().getByLabel('Reason'));
    await page.keyboard.type(reason);
    await press(button(verb, dialog()));
    await dialog().waitFor({ state: 'detached' });
  }

  const rule = () => ({
    ...{ id: 'daily', kind: 'recurring', wallet: 'treasury', amount: '0.01', slippageBps: 100 },
    schedule: { cron: '0 9 * * *', timeZone: 'UTC' },
    from: { chain: 'ETH', token: 'native' },
    to: { chain: 'ETH', token: 'USDC' },
    receiver: '0x2222222222222222222222222222222222222222',
    note: 'ether into dollars',
  });
  const pretty = (value: unknown) => JSON.stringify(value, null, 2);

  it('is shown each fault of a rule at its line, and makes the rule', async () => {
    await link('Treasury').click();
    await shown('There is no rule.');
    await button('New rule…').click();
    await json().fill('{\n  "id": "daily"\n  "kind": "recurring"\n}');
    await button('Line 3', dialog()).waitFor();
    await json().fill(pretty({ ...rule(), surprise: 1, slippageBps: 0 }));
    await dialog().getByLabel('Reason').fill('as the board decided');
    service.browser.expectTrouble(/^422 PUT \/v1\/treasury\/rules\/daily$/);
    await button('Make the rule', dialog()).click();
    await shown('INVALID_RULE', dialog());
    const faults = dialog().getByRole('list', { name: 'Faults of the rule' });
    await shown('/slippageBps is not a whole number of basis points', faults);
    const surprise = faults.getByRole('listitem').filter({ hasText: '/surprise' });
    await button(/^Line \d+$/, surprise).click();
    expect(
      await json().evaluate(
        (field: { value: string; selectionStart: number; selectionEnd: number }) =>
          field.value.slice(field.selectionStart, field.selectionEnd),
      ),
    ).toBe('"surprise": 1');
    expect(await accessibilityFaults(page)).toEqual([]);
    await json().fill(pretty(rule()));
    await act('Make the rule', 'as the board decided');
    await page.getByRole('heading', { name: 'daily' }).waitFor();
    await shown('0 9 * * * by clocks of UTC');
    await shown('as the board decided', region('Versions'));
    await shown('It was not due yet.');
  });

  it('sees what the rule did, and comes to its swap', async () => {
    now += 9 * hour;
    const runs = region('Runs');
    const run = runs.getByRole('row').filter({ hasText: 'done' });
    await run.waitFor();
    await run.getByRole('link').click();
    await page.locator('main header').getByText('settled', { exact: true }).waitFor();
    await page.goBack();
    await run.waitFor();
  });

  it('changes the rule, and reads what was changed by whom and why', async () => {
    await button('Change…').click();
    await shown('Nothing is changed yet.', dialog());
    await json().fill(pretty({ ...rule(), amount: '0.02' }));
    const changed = { name: '/amount 0.01 0.02', exact: true };
    await dialog().getByRole('row', changed).waitFor();
    await json().fill(pretty({ ...rule(), id: 'weekly', amount: '0.02' }));
    await dialog().getByLabel('Reason').fill('twice as much');
    await button('Apply the change', dialog()).click();
    await shown('/id is the name of this rule', dialog());
    await json().fill(pretty({ ...rule(), amount: '0.02' }));
    await act('Apply the change', 'twice as much');
    await shown('Version 2 holds now.');
    const versions = region('Versions');
    await shown('twice as much', versions);
    await versions.getByRole('row', changed).waitFor();
  });

  it('pauses the rule and resumes it by the keyboard alone, each with a reason', async () => {
    await press(button('Pause…'));
    await actByKeys('Pause', 'the board is away');
    await shown('none while it is paused');
    await press(link('Rules'));
    const row = page.getByRole('row').filter({ hasText: 'daily' });
    await shown('the board is away', row);
    await press(button('Resume rule… daily', row));
    await actByKeys('Resume', 'the board is back');
    await shown('running', row);
    await shown(/09:00, UTC/, row);
  });

  it('stops the rule, which then skips its run and says why', async () => {
    await button('Stop… rule daily').click();
    await act('Stop', 'the receiver looks wrong');
    await shown(/Signing is stopped for rule daily/);
    now += day;
    await until(async () => {
      const [newest] = await service.ferryman.journal.listOccurrences({
        ruleId: 'daily',
        limit: 1,
      });
      return newest?.state === 'skipped';
    });
    await link('daily').click();
    await link('skipped').click();
    await shown('STOPPED', region('Runs'));
    expect(await region('Runs of the rule').getByText('done').count()).toBe(0);
    await button('Resume… rule daily').click();
    await act('Resume', 'it was right');
    await page.getByText(/Signing is stopped/).waitFor({ state: 'detached' });
  });

  it('sees what limits payments, what is used of it, and which blackout is on', async () => {
    await link('Rules').click();
    await link('Limits').click();
    await page
      .getByRole('row', {
        name: 'payments a week all payments – last 7 days 1 4 5 payments 80% left',
      })
      .waitFor();
    for (const name of [
      /^no Polygon on until .*, UTC \(in .*\) each day: all day, UTC chains POLYGON$/,
      /^once not on 2020-01-01: all day, Europe\/Zurich rules daily$/,
    ])
      await page.getByRole('row', { name }).waitFor();
  });

  it('sees balances with their history and worth, and drift with what it is about', async () => {
    const { journal } = service.ferryman;
    const time = Date.now();
    const account = {
      ...{ wallet: 'cold', family: 'evm' as const, chain: 'ETH', token: native, symbol: 'ETH' },
      decimals: 18,
    };
    const sample = (at: number, ether: bigint) => ({
      ...{ ...account, account: '0xf3', at, block: 7n, booked: 0n, usdE18: 2_000n * 10n ** 18n },
      ...{ settled: ether * 10n ** 18n, inFlight: 10n ** 17n },
    });
    await journal.recordBalances([sample(time - 3 * hour, 5n), sample(time - 60_000, 3n)]);
    const found = {
      ...{ ...account, from: time - 3 * hour, until: time - 60_000, tolerance: 0n, expected: 0n },
      ...{ before: 5n * 10n ** 18n, after: 3n * 10n ** 18n, difference: -2n * 10n ** 18n },
    };
    await journal.recordDrift([found]);
    await link('Balances').click();
    const row = region('Balances').getByRole('row').filter({ hasText: 'cold' });
    await shown('6000.00', row);
    await link('Show the history of ETH of cold on ETH', row).click();
    await shown('ETH of cold on ETH', page.locator('figcaption'));
    await page.getByText(/at its end: settled 3, in flight 0\.1\. Most in/).waitFor({
      state: 'attached',
    });
    await page.locator('canvas').waitFor();
    const drift = region('Drift').getByRole('row').filter({ hasText: 'cold' });
    await shown('less than booked', drift);
    await shown('-2 ETH', drift);
    expect(await accessibilityFaults(page)).toEqual([]);
    await link('last month').click();
    await link('show all balances').click();
    await shown('All balances, in US dollars');
  });

  it('is told why books are not complete, and exports them once they are', async () => {
    await service.ended(await service.submit('treasury'));
    await link('Books').click();
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('Last day').fill(today);
    await page.getByLabel('First day').fill(today);
    await shown('This period is not over');
    service.browser.expectTrouble(/^409 GET \/v1\/treasury\/books$/);
    await button('Export').click();
    await shown('BOOKS_INCOMPLETE');
    await bookAll();
    await page.getByLabel('Form').selectOption('beancount');
    const [file] = await Promise.all([page.waitForEvent('download'), button('Export').click()]);
    expect(file.suggestedFilename()).toBe(`${today}-to-${today}-books.beancount`);
    expect(await readFile(await file.path(), 'utf8')).toContain('Expenses:Fees:Network');
    await page.getByLabel('Form').selectOption('receipts');
    await button('Export').click();
    const open = link('Open the receipts to print them');
    await open.waitFor();
    const [receipts] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
    await receipts.getByRole('heading', { name: 'Receipt' }).first().waitFor();
    // Its own style is applied.
    const size = await receipts.evaluate<string>(
      `getComputedStyle(document.querySelector('.id')).overflowWrap`,
    );
    expect(size).toBe('anywhere');
    await receipts.close();
  });

  /** Books every swap that has ended. */
  async function bookAll(): Promise<void> {
    const { journal } = service.ferryman;
    for (const swap of await journal.unbooked(Date.UTC(2200, 0), 10)) {
      const fee: Posting = {
        ...{ source: swap.swapId, kind: 'network-fee', wallet: 'treasury', account: '0xf3' },
        ...{ family: 'evm', chain: 'ETH', token: native, symbol: 'ETH', decimals: 18 },
        ...{ listed: true, amount: -21_000n, txId: '0xab' },
      };
      await journal.recordEntry({ ...swap, postings: [fee] });
    }
  }
});
