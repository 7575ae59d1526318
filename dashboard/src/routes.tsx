import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readAuditFilter } from './pages/audit/audit-filter.ts';
import { readErrorWindow } from './pages/errors/error-window.ts';
import { readProviderChoice } from './pages/networks/provider-choice.ts';
import { readSwapsSearch } from './pages/swaps/swap-filter.ts';
import { readHistoryChoice } from './pages/treasury/balances/history-choice.ts';
import { readPlanDays } from './pages/treasury/plan/plan-days.ts';
import { readOccurrenceFilter } from './pages/treasury/rules/occurrence-filter.ts';
import { readDeliveryFilter } from './pages/webhooks/delivery-filter.ts';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <p className="empty">There is no such page.</p>,
});

const page = <Path extends string>(
  path: Path,
  load: () => Promise<{ Page: () => React.ReactNode }>,
) => createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'Page') });

const overview = page('/', () => import('./pages/overview/overview-page.tsx'));
const swaps = createRoute({
  getParentRoute: () => root,
  path: '/swaps',
  validateSearch: readSwapsSearch,
  component: lazyRouteComponent(() => import('./pages/swaps/swaps-page.tsx'), 'Page'),
});
const swap = createRoute({
  getParentRoute: () => root,
  path: '/swaps/$id',
  component: lazyRouteComponent(() => import('./pages/swap/swap-page.tsx'), 'Page'),
});
const approvals = page('/approvals', () => import('./pages/approvals/approvals-page.tsx'));
const approval = createRoute({
  getParentRoute: () => root,
  path: '/approvals/$id',
  component: lazyRouteComponent(() => import('./pages/approvals/approval-page.tsx'), 'Page'),
});
const bulkActions = page('/bulk', () => import('./pages/bulk/bulk-list-page.tsx'));
const bulkAction = createRoute({
  getParentRoute: () => root,
  path: '/bulk/$id',
  component: lazyRouteComponent(() => import('./pages/bulk/bulk-page.tsx'), 'Page'),
});
const lanes = page('/lanes', () => import('./pages/lanes/lanes-page.tsx'));
const errors = createRoute({
  getParentRoute: () => root,
  path: '/errors',
  validateSearch: readErrorWindow,
  component: lazyRouteComponent(() => import('./pages/errors/errors-page.tsx'), 'Page'),
});
const networks = createRoute({
  getParentRoute: () => root,
  path: '/networks',
  validateSearch: readProviderChoice,
  component: lazyRouteComponent(() => import('./pages/networks/networks-page.tsx'), 'Page'),
});
const wallets = page('/wallets', () => import('./pages/wallets/wallets-page.tsx'));
const treasury = createRoute({
  getParentRoute: () => root,
  path: '/treasury',
  beforeLoad() {
    throw redirect({ to: '/treasury/rules', replace: true });
  },
});
const rules = page('/treasury/rules', () => import('./pages/treasury/rules/rules-page.tsx'));
const rule = createRoute({
  getParentRoute: () => root,
  path: '/treasury/rules/$id',
  validateSearch: readOccurrenceFilter,
  component: lazyRouteComponent(() => import('./pages/treasury/rules/rule-page.tsx'), 'Page'),
});
const treasuryBalances = createRoute({
  getParentRoute: () => root,
  path: '/treasury/balances',
  validateSearch: readHistoryChoice,
  component: lazyRouteComponent(
    () => import('./pages/treasury/balances/balances-page.tsx'),
    'Page',
  ),
});
const limits = page('/treasury/limits', () => import('./pages/treasury/limits/limits-page.tsx'));
const books = page('/treasury/books', () => import('./pages/treasury/books/books-page.tsx'));
const webhooks = page('/webhooks', () => import('./pages/webhooks/webhooks-page.tsx'));
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$id',
  validateSearch: readDeliveryFilter,
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.tsx'), 'Page'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readAuditFilter,
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'Page'),
});
const treasuryPlan = createRoute({
  getParentRoute: () => root,
  path: '/treasury/plan',
  validateSearch: readPlanDays,
  component: lazyRouteComponent(() => import('./pages/treasury/plan/plan-page.tsx'), 'Page'),
});
const settings = page('/settings', () => import('./pages/settings/settings-page.tsx'));

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    swaps,
    swap,
    approvals,
    approval,
    bulkActions,
    bulkAction,
    lanes,
    errors,
    networks,
    wallets,
    treasury,
    rules,
    rule,
    treasuryBalances,
    limits,
    books,
    webhooks,
    webhook,
    audit,
    treasuryPlan,
    settings,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
