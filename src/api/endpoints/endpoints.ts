import type { ApiDependencies } from '../api-environment.ts';
import type { Endpoint } from '../endpoint.ts';
import { approvalBatchEndpoints } from './approval-batches.ts';
import { approvalEndpoints } from './approvals.ts';
import { auditEndpoints } from './audit.ts';
import { backupEndpoints } from './backups.ts';
import { balanceHistoryEndpoints } from './balance-history.ts';
import { blackoutEndpoints } from './blackouts.ts';
import { bookEndpoints } from './books.ts';
import { bulkEndpoints } from './bulk.ts';
import { capEndpoints } from './caps.ts';
import { deliveryEndpoints } from './deliveries.ts';
import { eventEndpoints } from './events.ts';
import { exportEndpoints } from './export.ts';
import { keyEndpoints } from './keys.ts';
import { networkEndpoints } from './networks.ts';
import { overviewEndpoints } from './overviews.ts';
import { previewEndpoints } from './previews.ts';
import { recoveryEndpoints } from './recovery.ts';
import { retentionEndpoints } from './retention.ts';
import { serviceEndpoints } from './service.ts';
import { sessionEndpoints } from './session.ts';
import { stopEndpoints } from './stops.ts';
import { swapEndpoints } from './swaps.ts';
import { treasuryEndpoints } from './treasury.ts';
import { treasuryPlanEndpoints } from './treasury-plan.ts';
import { walletEndpoints } from './wallets.ts';
import { webhookEndpoints } from './webhooks.ts';

/** All calls of the API, in the order of its documentation. */
export function createEndpoints(dependencies: ApiDependencies): readonly Endpoint[] {
  return [
    ...exportEndpoints(dependencies),
    ...swapEndpoints(dependencies),
    ...previewEndpoints(dependencies),
    ...bulkEndpoints(dependencies),
    ...eventEndpoints(dependencies),
    ...webhookEndpoints(dependencies),
    ...deliveryEndpoints(dependencies),
    ...approvalEndpoints(dependencies),
    ...approvalBatchEndpoints(dependencies),
    ...stopEndpoints(dependencies),
    ...capEndpoints(dependencies),
    ...blackoutEndpoints(dependencies),
    ...treasuryEndpoints(dependencies),
    ...treasuryPlanEndpoints(dependencies),
    ...walletEndpoints(dependencies),
    ...balanceHistoryEndpoints(dependencies),
    ...bookEndpoints(dependencies),
    ...overviewEndpoints(dependencies),
    ...networkEndpoints(dependencies),
    ...recoveryEndpoints(dependencies),
    ...sessionEndpoints(),
    ...keyEndpoints(dependencies),
    ...auditEndpoints(dependencies),
    ...backupEndpoints(dependencies),
    ...retentionEndpoints(dependencies),
    ...serviceEndpoints(dependencies),
  ];
}
