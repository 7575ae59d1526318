import { firstTables } from './0001-first-tables.ts';
import { laws } from './0002-laws.ts';
import { statusSince } from './0003-status-since.ts';
import { cancelAndRetry } from './0004-cancel-and-retry.ts';
import { timeTravel } from './0005-time-travel.ts';
import { orderOfCommits } from './0006-order-of-commits.ts';
import { orderOfObservations } from './0007-order-of-observations.ts';
import { leasesThatExpire } from './0008-leases-that-expire.ts';
import { sightings } from './0009-sightings.ts';
import { allowancesAccountedFor } from './0010-allowances-accounted-for.ts';
import { oneLeaseAtATime } from './0011-one-lease-at-a-time.ts';
import { coinsOnTheirWay } from './0012-coins-on-their-way.ts';
import { sharedLeases } from './0013-shared-leases.ts';
import { addedCoins } from './0014-added-coins.ts';
import { deposits } from './0015-deposits.ts';
import { depositPayments } from './0016-deposit-payments.ts';
import { tokens } from './0017-tokens.ts';
import { heartbeats } from './0018-heartbeats.ts';
import { resolutions } from './0019-resolutions.ts';
import { attribution } from './0020-attribution.ts';
import { intakeKeys } from './0021-intake-keys.ts';
import { proofCorrections } from './0022-proof-corrections.ts';
import { recovery } from './0023-recovery.ts';
import { boostsInOrder } from './0024-boosts-in-order.ts';
import { lostUsers } from './0025-lost-users.ts';
import { depositEvidence } from './0026-deposit-evidence.ts';
import { lanes } from './0027-lanes.ts';
import { eventHashInPlace } from './0028-event-hash-in-place.ts';
import { livingLeases } from './0029-living-leases.ts';
import { afterRollback } from './0030-after-a-rollback.ts';
import { competitors } from './0031-competitors.ts';
import { locks } from './0032-locks.ts';
import { operators } from './0033-operators.ts';
import { search } from './0034-search.ts';
import { bulkActions } from './0035-bulk-actions.ts';
import { retention } from './0036-retention.ts';
import { eventFeed } from './0037-event-feed.ts';
import { webhooks } from './0038-webhooks.ts';
import { grants } from './0039-grants.ts';
import { removedDeliveries } from './0040-removed-deliveries.ts';
import { sessions } from './0041-sessions.ts';
import { maskedKeys } from './0042-masked-keys.ts';
import { edits } from './0043-edits.ts';
import { expectedUsd } from './0044-expected-usd.ts';
import { listsOfOperators } from './0045-lists-of-operators.ts';
import { jobSeals } from './0046-job-seals.ts';
import { caps } from './0047-caps.ts';
import { approvals } from './0048-approvals.ts';
import { brokenPromises } from './0049-broken-promises.ts';
import { routerSignals } from './0050-router-signals.ts';
import { admissionSeals } from './0051-admission-seals.ts';
import { timeInHolds } from './0052-time-in-holds.ts';
import { bulkSeals } from './0053-bulk-seals.ts';
import { keySeals } from './0054-key-seals.ts';
import { depositAddressOnce } from './0055-deposit-address-once.ts';
import { budgets } from './0056-budgets.ts';
import { treasuryRules } from './0057-treasury-rules.ts';
import { approvalVotes } from './0058-approval-votes.ts';
import { books } from './0059-books.ts';
import { limitsOfRules } from './0060-limits-of-rules.ts';
import { batchVotes } from './0061-batch-votes.ts';
import type { Migration } from './migration.ts';

/** In the order in which they are applied. */
export const allMigrations: readonly Migration[] = [
  firstTables,
  laws,
  statusSince,
  cancelAndRetry,
  timeTravel,
  orderOfCommits,
  orderOfObservations,
  leasesThatExpire,
  sightings,
  allowancesAccountedFor,
  oneLeaseAtATime,
  coinsOnTheirWay,
  sharedLeases,
  addedCoins,
  deposits,
  depositPayments,
  tokens,
  heartbeats,
  resolutions,
  attribution,
  intakeKeys,
  proofCorrections,
  recovery,
  boostsInOrder,
  lostUsers,
  depositEvidence,
  lanes,
  eventHashInPlace,
  livingLeases,
  afterRollback,
  competitors,
  locks,
  operators,
  search,
  bulkActions,
  retention,
  eventFeed,
  webhooks,
  grants,
  removedDeliveries,
  sessions,
  maskedKeys,
  edits,
  expectedUsd,
  listsOfOperators,
  jobSeals,
  caps,
  approvals,
  brokenPromises,
  routerSignals,
  admissionSeals,
  timeInHolds,
  bulkSeals,
  keySeals,
  depositAddressOnce,
  budgets,
  treasuryRules,
  approvalVotes,
  books,
  limitsOfRules,
  batchVotes,
];
