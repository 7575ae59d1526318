import type { Page } from 'playwright-core';
import type { History } from './make-history.ts';

/** One picture. */
export interface Shot {
  name: string;
  path: string;
  /** Opens what is to be seen beside the page itself. */
  prepare?(page: Page): Promise<void>;
}

/** Every page of the dashboard, and its dialogs. */
export function shotsOf(history: History): readonly Shot[] {
  const press = (name: RegExp) => async (page: Page) => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
    await page
      .getByRole('dialog')
      .getByText(/^(Asking|The service judges)/)
      .waitFor({ state: 'detached' });
  };
  const swap = (id: string) => `/swaps/${id}`;
  return [
    { name: 'overview', path: '/' },
    { name: 'swaps', path: '/swaps' },
    {
      name: 'swaps-selected',
      path: '/swaps?state=failed,expired',
      prepare: (page) => page.getByRole('button', { name: 'Select listed' }).click(),
    },
    { name: 'bulk-dialog', path: '/swaps?state=failed,expired', prepare: press(/^Retry all/) },
    { name: 'swap-settled', path: swap(history.settled) },
    { name: 'swap-refunded', path: swap(history.refunded) },
    { name: 'swap-failed', path: swap(history.failed) },
    { name: 'swap-pending', path: swap(history.pending) },
    { name: 'swap-review', path: swap(history.review) },
    { name: 'swap-deposit', path: swap(history.deposit) },
    { name: 'swap-held', path: swap(history.held) },
    { name: 'swap-approved', path: swap(history.approved) },
    { name: 'retry-dialog', path: swap(history.retryable), prepare: press(/^Retry/) },
    { name: 'reconcile-dialog', path: swap(history.review), prepare: press(/^Reconcile/) },
    { name: 'resolve-dialog', path: swap(history.review), prepare: press(/^Resolve/) },
    { name: 'stop-dialog', path: '/', prepare: press(/^Stop everything/) },
    { name: 'bulk-actions', path: '/bulk' },
    { name: 'bulk-action', path: `/bulk/${history.bulkAction}` },
    { name: 'approvals', path: '/approvals' },
    {
      name: 'approvals-all',
      path: '/approvals',
      prepare: (page) => page.getByRole('button', { name: 'All' }).click(),
    },
    { name: 'approval', path: `/approvals/${history.approval}` },
    {
      name: 'approve-dialog',
      path: `/approvals/${history.approval}`,
      prepare: press(/^Approve/),
    },
    { name: 'lanes', path: '/lanes' },
    { name: 'errors', path: '/errors' },
    { name: 'networks', path: '/networks' },
    { name: 'wallets', path: '/wallets' },
    { name: 'treasury-plan', path: '/treasury/plan' },
    { name: 'rules', path: '/treasury/rules' },
    { name: 'rule', path: '/treasury/rules/weekly-eth' },
    { name: 'rule-dialog', path: '/treasury/rules/weekly-eth', prepare: press(/^Change/) },
    { name: 'treasury-balances', path: '/treasury/balances' },
    { name: 'limits', path: '/treasury/limits' },
    { name: 'books', path: '/treasury/books' },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'webhook', path: `/webhooks/${history.webhook}` },
    { name: 'audit', path: '/audit' },
    { name: 'settings', path: '/settings' },
  ];
}
