import type { Journal } from '../ports/journal.ts';
import { backUpEmbedded } from './backup/back-up-embedded.ts';
import { moveAboveCeiling } from './books/above-ceiling.ts';
import { balanceHistory, lastSampled, recordBalances } from './books/balances.ts';
import { bookEntries, bookedCoins } from './books/book-entries.ts';
import { bookFacts } from './books/book-facts.ts';
import { driftFacts, driftHistory, recordDrift } from './books/drift.ts';
import { busyAccounts, heldTokens } from './books/held-tokens.ts';
import { recordEntry } from './books/record-entry.ts';
import { bookedUntil, countUnbooked, postponeBooking, unbooked } from './books/unbooked.ts';
import { landingDeposit } from './deposits/landing-deposit.ts';
import { admit, postponeLane } from './lanes/admit.ts';
import { dueLanes } from './lanes/due-lanes.ts';
import { enterLane } from './lanes/enter-lane.ts';
import { nextInLane } from './lanes/next-in-lane.ts';
import { accountLoads } from './operations/account-loads.ts';
import { acknowledge } from './operations/acknowledge.ts';
import { activity } from './operations/activity.ts';
import { admittedItems, standingItems } from './operations/admitted-items.ts';
import { adopt } from './operations/adopt.ts';
import { allowances } from './operations/allowances.ts';
import {
  countApiKeys,
  findApiKey,
  findApiKeyById,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
  sealApiKey,
} from './operations/api-keys.ts';
import { approvalBatch, openBatches } from './operations/approval-batch.ts';
import { countOpenApprovals, findApproval, listApprovals } from './operations/approvals.ts';
import { attribute } from './operations/attribute.ts';
import { attributedLegs } from './operations/attributed-legs.ts';
import { auditHead, listActs, recordAct } from './operations/audit-log.ts';
import { backlog } from './operations/backlog.ts';
import { beat, endBeats, pruneBeats } from './operations/beat.ts';
import { boost } from './operations/boost.ts';
import {
  bulkItems,
  bulkSubjects,
  bulkSwaps,
  changeBulkAction,
  createBulkAction,
  findBulkAction,
  findBulkByKey,
  listBulkActions,
} from './operations/bulk-actions.ts';
import { doBulkItem, failBulkItem, nextBulkItem } from './operations/bulk-items.ts';
import { cancel } from './operations/cancel.ts';
import { capUsage, rulesInUse, wakeCapped } from './operations/caps.ts';
import { closeOrder } from './operations/close-order.ts';
import { commit } from './operations/commit.ts';
import { competitors } from './operations/competitors.ts';
import { countByFunds } from './operations/count-by-funds.ts';
import { countByState } from './operations/count-by-state.ts';
import { countOpen } from './operations/count-open.ts';
import { createWallet } from './operations/create-wallet.ts';
import { decideApproval, revokeApproval } from './operations/decide-approval.ts';
import {
  fanOut,
  insertTest,
  listDeliveries,
  recordAttempt,
  releaseDelivery,
  replayDeliveries,
  takeDeliveries,
} from './operations/deliveries.ts';
import { depositTargets } from './operations/deposit-targets.ts';
import { dueSwaps } from './operations/due-swaps.ts';
import { electObserver } from './operations/elect-observer.ts';
import { events } from './operations/events.ts';
import { feedEnd, feedHash, readFeed } from './operations/feed.ts';
import { findAttempt } from './operations/find-attempt.ts';
import { findSubmission } from './operations/find-submission.ts';
import { findSuccessor } from './operations/find-successor.ts';
import { findSwap, stateOf } from './operations/find-swap.ts';
import { groupedErrors } from './operations/grouped-errors.ts';
import { health } from './operations/health.ts';
import { hold } from './operations/hold.ts';
import { importLosses } from './operations/import-losses.ts';
import { instanceId } from './operations/instance-id.ts';
import { isOwnTransaction } from './operations/is-own-transaction.ts';
import { joinLease } from './operations/join-lease.ts';
import { lease } from './operations/lease.ts';
import { listSwaps } from './operations/list-swaps.ts';
import { lockAndRead } from './operations/lock-and-read.ts';
import { lock } from './operations/lock-swap.ts';
import { lostAttempts } from './operations/lost-attempts.ts';
import { lostConsumers } from './operations/lost-consumers.ts';
import { lostRefunds } from './operations/lost-refunds.ts';
import { lowGas, noticeLowGas } from './operations/low-gas.ts';
import { markRequested } from './operations/mark-requested.ts';
import { matchingSwaps } from './operations/match-swaps.ts';
import { recordObserved } from './operations/observed-transfers.ts';
import { openAttempts } from './operations/open-attempts.ts';
import { openChains } from './operations/open-chains.ts';
import { orderAnchors } from './operations/order-anchors.ts';
import { orders } from './operations/orders.ts';
import { othersTransactions } from './operations/others-transactions.ts';
import { balances, chainHeads } from './operations/overviews.ts';
import { ping } from './operations/ping.ts';
import { findStop, reservedFunds } from './operations/preview.ts';
import { prove } from './operations/prove.ts';
import { providerOutcomes } from './operations/provider-outcomes.ts';
import { raiseNotice } from './operations/raise-notice.ts';
import { recognize } from './operations/recognize.ts';
import { recordAllowance } from './operations/record-allowance.ts';
import { recordBatchVote } from './operations/record-batch-vote.ts';
import { recordBestSwap } from './operations/record-best-swap.ts';
import { recordDeposits } from './operations/record-deposits.ts';
import { recordLosses } from './operations/record-losses.ts';
import { recordObservation } from './operations/record-observation.ts';
import { recordObservedPayout } from './operations/record-observed-payout.ts';
import { recordQuote } from './operations/record-quote.ts';
import { recordSent } from './operations/record-sent.ts';
import { recordStatus } from './operations/record-status.ts';
import { recordSwapData } from './operations/record-swap-data.ts';
import { recordVote } from './operations/record-vote.ts';
import { refundCompetitors } from './operations/refund-competitors.ts';
import { release } from './operations/release.ts';
import { renewOrder } from './operations/renew-order.ts';
import { reopenLease } from './operations/reopen-lease.ts';
import { replace } from './operations/replace.ts';
import { resolve } from './operations/resolve.ts';
import { retry } from './operations/retry.ts';
import { sealSwaps } from './operations/seal-jobs.ts';
import { endSession, findSession, insertSession } from './operations/sessions.ts';
import { setSwitch, stopOfSignature, stops } from './operations/set-switch.ts';
import { settle } from './operations/settle.ts';
import { signedRecords } from './operations/signed-records.ts';
import { markLogRead, registerLog } from './operations/signing-logs.ts';
import { snapshot } from './operations/snapshot.ts';
import { submit } from './operations/submit.ts';
import { sweep } from './operations/sweep.ts';
import { takeOver } from './operations/take-over.ts';
import { findToken, recordToken } from './operations/tokens.ts';
import { isOneStatement, transition } from './operations/transition.ts';
import { unfreezeWallet } from './operations/unfreeze-wallet.ts';
import { voidLease } from './operations/void-lease.ts';
import { hasPaid, listVotes, votesOf } from './operations/votes.ts';
import { wait } from './operations/wait.ts';
import { wallets } from './operations/wallets.ts';
import {
  changeWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  replaceSecret,
} from './operations/webhooks.ts';
import { compareAccount } from './recovery/compare-account.ts';
import { lostWithin } from './recovery/lost-within.ts';
import { archivePayloads } from './retention/archive-payloads.ts';
import { removeDeliveries } from './retention/remove-deliveries.ts';
import {
  beginOccurrence,
  endOccurrence,
  listOccurrences,
  openOccurrences,
  recordSubmitted,
} from './rules/occurrences.ts';
import { arrivingAt, promisedFrom } from './rules/promised-amounts.ts';
import {
  applyRule,
  findRule,
  pauseRule,
  resumeRule,
  ruleVersions,
  treasuryRules,
} from './rules/rules.ts';
import type { SqlClient, SqlSession } from './sql-client.ts';

/**
 * The journal on a migrated database. An operation of one statement needs no explicit transaction.
 */
export function createJournal(client: SqlClient): Journal {
  const within = <Result>(run: (session: SqlSession) => Promise<Result>): Promise<Result> =>
    client.transaction(run);

  return {
    ping: () => ping(client),
    close: () => client.close(),
    archivePayloads: (request) => archivePayloads(client, request),
    removeDeliveries: (request) => removeDeliveries(client, request),
    backUp: (parent, now) => backUpEmbedded(client, parent, now),

    unbooked: (before, limit) => unbooked(client, before, limit),
    countUnbooked: (before) => countUnbooked(client, before),
    postponeBooking: (swapId) => postponeBooking(client, swapId),
    bookFacts: (swapId) => bookFacts(client, swapId),
    bookedCoins: (of) => bookedCoins(client, of),
    recordEntry: (entry) => recordEntry(client, entry),
    bookEntries: (query) => bookEntries(client, query),
    bookedUntil: () => bookedUntil(client),
    heldTokens: () => heldTokens(client),
    busyAccounts: () => busyAccounts(client),
    lastSampled: (since) => lastSampled(client, since),
    recordBalances: (samples) => recordBalances(client, samples),
    balanceHistory: (query) => balanceHistory(client, query),
    driftFacts: (at) => driftFacts(client, at),
    recordDrift: (drifts) => within((session) => recordDrift(session, drifts)),
    driftHistory: (query) => driftHistory(client, query),
    moveAboveCeiling: (account, notice) =>
      within((session) => moveAboveCeiling(session, account, notice)),

    beat: (heartbeat) => beat(client, heartbeat),
    endBeats: (instance) => endBeats(client, instance),
    pruneBeats: () => pruneBeats(client),
    health: () => health(client),
    lowGas: (limits) => lowGas(client, limits),
    backlog: () => backlog(client),
    countOpen: () => countOpen(client),
    countByFunds: () => countByFunds(client),

    createWallet: (wallet) => createWallet(client, wallet),
    wallets: () => wallets(client),
    accountLoads: (query) => accountLoads(client, query),
    compareAccount: (account) => within((session) => compareAccount(session, account)),
    lostWithin: (account) => lostWithin(client, account),
    unfreezeWallet: (request) => within((session) => unfreezeWallet(session, request)),

    instanceId: () => instanceId(client),
    recognize: (positions, log) => recognize(client, positions, log),
    registerLog: (log) => registerLog(client, log),
    markLogRead: (log) => markLogRead(client, log),
    signedRecords: (attemptId, query) => signedRecords(client, attemptId, query),
    recordLosses: (entries, options) =>
      within((session) => recordLosses(session, entries, options)),
    importLosses: () => importLosses(client),
    lostAttempts: () => lostAttempts(client),
    lostConsumers: (leaseId) => lostConsumers(client, leaseId),
    adopt: (request) => within((session) => adopt(session, request)),

    insertApiKey: (key) => insertApiKey(client, key),
    findApiKey: (hash) => findApiKey(client, hash),
    findApiKeyById: (id) => findApiKeyById(client, id),
    sealApiKey: (id, seal) => sealApiKey(client, id, seal),
    countApiKeys: () => countApiKeys(client),
    listApiKeys: (page) => listApiKeys(client, page),
    revokeApiKey: (id, at) => revokeApiKey(client, id, at),
    insertSession: (draft, now) => insertSession(client, draft, now),
    findSession: (hash) => findSession(client, hash),
    endSession: (hash) => endSession(client, hash),
    recordAct: (act) => within((session) => recordAct(session, act)),
    listActs: (filter) => listActs(client, filter),
    auditHead: () => auditHead(client),
    hold: (request) => within((session) => hold(session, request)),
    admittedItems: (id, keys) => admittedItems(client, id, keys),
    standingItems: (requesters, keys) => standingItems(client, requesters, keys),
    findApproval: (id) => findApproval(client, id),
    listApprovals: (filter) => listApprovals(client, filter),
    countOpenApprovals: () => countOpenApprovals(client),
    votesOf: (id) => votesOf(client, id),
    hasPaid: (chain, receiver, before) => hasPaid(client, chain, receiver, before),
    recordVote: (vote) => within((session) => recordVote(session, vote)),
    approvalBatch: (name) => approvalBatch(client, name),
    openBatches: () => openBatches(client),
    recordBatchVote: (vote) => within((session) => recordBatchVote(session, vote)),
    listVotes: (approvalId) => listVotes(client, approvalId),
    decideApproval: (decision) => within((session) => decideApproval(session, decision)),
    revokeApproval: (request) => within((session) => revokeApproval(session, request)),
    setSwitch: (change) => setSwitch(client, change),
    stops: () => stops(client),
    capUsage: (at) => capUsage(client, at),
    rulesInUse: (at) => rulesInUse(client, at),
    wakeCapped: (limit) => wakeCapped(client, limit),
    stopOfSignature: (signature) => stopOfSignature(client, signature),
    balances: (page) => balances(client, page),
    groupedErrors: (filter) => groupedErrors(client, filter),
    allowances: (filter, page) => allowances(client, filter, page),
    findStop: (of) => findStop(client, of),
    reservedFunds: (of) => reservedFunds(client, of),
    chainHeads: () => chainHeads(client),
    activity: (filter) => activity(client, filter),
    providerOutcomes: (filter) => providerOutcomes(client, filter),

    createBulkAction: (draft) => within((session) => createBulkAction(session, draft)),
    findBulkByKey: (keyId, idempotencyKey) => findBulkByKey(client, keyId, idempotencyKey),
    findBulkAction: (id) => findBulkAction(client, id),
    listBulkActions: (page) => listBulkActions(client, page),
    bulkItems: (id, page) => bulkItems(client, id, page),
    bulkSwaps: (id) => bulkSwaps(client, id),
    changeBulkAction: (id, change) => changeBulkAction(client, id, change),
    bulkSubjects: (ids) => bulkSubjects(client, ids),
    nextBulkItem: (holder, ttl) => nextBulkItem(client, holder, ttl),
    doBulkItem: (request) => within((session) => doBulkItem(session, request)),
    failBulkItem: (turn, reason) => within((session) => failBulkItem(session, turn, reason)),

    findToken: (network, address) => findToken(client, network, address),
    recordToken: (network, facts) => recordToken(client, network, facts),

    submit: (submission) => submit(client, submission),
    cancel: (id, options) => within((session) => cancel(session, id, options)),
    retry: (request) => within((session) => retry(session, request)),
    replace: (replacement) => within((session) => replace(session, replacement)),
    findSuccessor: (id) => findSuccessor(client, id),
    findLandingDeposit: (id) => landingDeposit(client, id),
    resolve: (request) => resolve(client, request),
    acknowledge: (id, note) => within((session) => acknowledge(session, id, note)),
    findSwap: (id) => findSwap(client, id),
    stateOf: (id) => stateOf(client, id),
    findSubmission: (idempotencyKey) => findSubmission(client, idempotencyKey),
    listSwaps: (filter) => listSwaps(client, filter),
    matchingSwaps: (criteria, limit) => matchingSwaps(client, criteria, limit),
    events: (id) => events(client, id),
    readFeed: (request) => readFeed(client, request),
    raiseNotice: (notice) => raiseNotice(client, notice),
    feedEnd: () => feedEnd(client),
    feedHash: (position) => feedHash(client, position),
    insertWebhook: (webhook) => within((session) => insertWebhook(session, webhook)),
    listWebhooks: () => listWebhooks(client),
    findWebhook: (id) => findWebhook(client, id),
    changeWebhook: (id, change) => changeWebhook(client, id, change),
    enableWebhook: (id) => within((session) => enableWebhook(session, id)),
    disableWebhook: (id, reason) => disableWebhook(client, id, reason),
    deleteWebhook: (id) => deleteWebhook(client, id),
    replaceSecret: (id, sealed, overlap) => replaceSecret(client, id, sealed, overlap),
    listDeliveries: (filter) => listDeliveries(client, filter),
    insertTest: (webhookId) => insertTest(client, webhookId),
    replayDeliveries: (request) => replayDeliveries(client, request),
    fanOut: (choose, limit) => within((session) => fanOut(session, choose, limit)),
    takeDeliveries: (request) => takeDeliveries(client, request),
    releaseDelivery: (id, holder) => releaseDelivery(client, id, holder),
    recordAttempt: (attempt) =>
      attempt.disable === undefined
        ? recordAttempt(client, attempt)
        : within((session) => recordAttempt(session, attempt)),
    noticeLowGas: (limits) => within((session) => noticeLowGas(session, limits)),
    countByState: () => countByState(client),
    snapshot: (id) => snapshot(client, id),
    sealSwaps: (seals) => sealSwaps(client, seals),
    orders: (id) => orders(client, id),

    lock: (id, holder, ttl) => lock(client, id, holder, ttl),
    lockAndRead: (id, holder, ttl) => lockAndRead(client, id, holder, ttl),
    wait: (request) => wait(client, request),
    release: (id, holder, delay) => release(client, id, holder, delay),
    dueSwaps: (limit) => dueSwaps(client, limit),
    enterLane: (request) => within((session) => enterLane(session, request)),
    admit: (request) => admit(client, request),
    nextInLane: (lane) => nextInLane(client, lane),
    postponeLane: (request) => postponeLane(client, request),
    dueLanes: (limit) => dueLanes(client, limit),
    sweep: (limit) => sweep(client, limit),
    takeOver: () => within(takeOver),

    transition: (request) =>
      isOneStatement(request)
        ? transition(client, request)
        : within((session) => transition(session, request)),
    recordQuote: (request) => recordQuote(client, request),
    recordBestSwap: (request) => recordBestSwap(client, request),
    markRequested: (request) => markRequested(client, request),
    recordSwapData: (request) => recordSwapData(client, request),
    renewOrder: (request) => renewOrder(client, request),
    closeOrder: (request) => closeOrder(client, request),

    lease: (request) => within((session) => lease(session, request)),
    joinLease: (request) => within((session) => joinLease(session, request)),
    commit: (request) => within((session) => commit(session, request)),
    boost: (request) => within((session) => boost(session, request)),
    voidLease: (request) => within((session) => voidLease(session, request)),
    isOwnTransaction: (chain, txId) => isOwnTransaction(client, chain, txId),
    othersTransactions: (id, chain, txIds) => othersTransactions(client, id, chain, txIds),
    findAttempt: (chain, txId) => findAttempt(client, chain, txId),
    recordSent: (attemptId, outcome) => recordSent(client, attemptId, outcome),

    electObserver: (chain, holder, ttl) => electObserver(client, chain, holder, ttl),
    openChains: (query) => openChains(client, query),
    openAttempts: (chain) => openAttempts(client, chain),
    recordObservation: (request) => recordObservation(client, request),
    recordAllowance: (request) => within((session) => recordAllowance(session, request)),
    depositTargets: (query) => depositTargets(client, query),
    recordDeposits: (scans) => within((session) => recordDeposits(session, scans)),
    prove: (request) => within((session) => prove(session, request)),
    reopenLease: (request) => within((session) => reopenLease(session, request)),

    recordObservedPayout: (request) => within((session) => recordObservedPayout(session, request)),
    recordStatus: (request) => recordStatus(client, request),
    competitors: (id, { anyToken = false } = {}) => competitors(client, id, anyToken),
    refundCompetitors: (id) => refundCompetitors(client, id),
    attribute: async (id, request) => {
      const finding = await attribute(client, id, request);
      if (finding.kind === 'ambiguous') await recordObserved(client, id, request);
      return finding;
    },
    lostRefunds: (id) => lostRefunds(client, id),
    orderAnchors: (id) => orderAnchors(client, id),
    attributedLegs: (legs) => attributedLegs(client, legs),
    settle: (request) => settle(client, request),

    applyRule: (draft) => within((session) => applyRule(session, draft)),
    treasuryRules: () => treasuryRules(client),
    findRule: (id) => findRule(client, id),
    ruleVersions: (id) => ruleVersions(client, id),
    pauseRule: (id, pause) => within((session) => pauseRule(session, id, pause)),
    resumeRule: (id, at) => within((session) => resumeRule(session, id, at)),
    beginOccurrence: (draft) => within((session) => beginOccurrence(session, draft)),
    openOccurrences: (ruleId) => openOccurrences(client, ruleId),
    recordSubmitted: (name, swaps, refusal) =>
      within((session) => recordSubmitted(session, name, swaps, refusal)),
    endOccurrence: (end) => within((session) => endOccurrence(session, end)),
    listOccurrences: (filter) => listOccurrences(client, filter),
    arrivingAt: (account) => arrivingAt(client, account),
    promisedFrom: (wallet) => promisedFrom(client, wallet),
  };
}
