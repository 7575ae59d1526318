import type { AuditRoute } from 'ferryman-sandbox';
import { type DemoSwap, demoRoute } from './demo-report.ts';

/** What Ferryman reports of a swap that paid, in the audit's form. The audit verifies all of it. */
export function auditRoute(demoSwap: DemoSwap): AuditRoute[] {
  const { job } = demoSwap.view.swap;
  const route = demoRoute(demoSwap);
  if (route.sourceTx === null) return [];
  const reported = {
    ...route,
    kind: route.kind === 'same-chain' ? 'on-chain' : route.kind,
    provider: route.provider ?? '',
    account: job.wallet.address,
    receiver: job.receiver,
    minOut: route.minOut ?? '0',
    destinationTx: route.kind === 'same-chain' ? null : route.destinationTx,
  };
  return [reported as AuditRoute];
}
