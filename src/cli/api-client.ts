import type { z } from 'zod';
import { eventsOf, type StreamEvent } from '../../client/src/event-stream.ts';
import { capList } from '../api/endpoints/caps.ts';
import { batchAnswer, batchList } from '../api/schemas/approval-batches.ts';
import { approvalAnswer, approvalList, votesAnswer } from '../api/schemas/approvals.ts';
import { backupAnswer } from '../api/schemas/backup.ts';
import { balanceHistory, driftList } from '../api/schemas/balance-history.ts';
import {
  bulkActionAnswer,
  bulkActionList,
  bulkItemList,
  bulkPreview,
} from '../api/schemas/bulk.ts';
import { allowanceList, chainList, providerList } from '../api/schemas/networks.ts';
import {
  apiKeyAnswer,
  apiKeyList,
  auditList,
  auditVerdict,
  balanceList,
  errorGroupList,
  laneList,
  newApiKey,
  stopList,
  walletList,
} from '../api/schemas/operations.ts';
import { previewAnswer, quoteAnswer } from '../api/schemas/preview.ts';
import { recordAnswer } from '../api/schemas/record.ts';
import { frozenWallet, journalReport } from '../api/schemas/recovery.ts';
import { retentionReport, type retentionRequest } from '../api/schemas/retention.ts';
import { occurrenceList, ruleAnswer, ruleList } from '../api/schemas/treasury.ts';
import { planAnswer } from '../api/schemas/treasury-plan.ts';
import {
  deliveryList,
  newWebhook,
  replayAnswer,
  testAnswer,
  webhookAnswer,
  webhookList,
} from '../api/schemas/webhooks.ts';
import type { Config } from '../config/config.ts';
import type { AdmissionScope } from '../core/approvals/approval.ts';
import type { FerrymanError } from '../errors/ferryman-error.ts';
import { timeLimit } from '../http/time-limit.ts';
import { problemOf, unauthorized, unavailable, unreachable } from './api-failure.ts';
import type {
  BulkOrder,
  BulkRequest,
  KeyRequest,
  Release,
  Resolved,
  StopRequest,
  WebhookRequest,
} from './api-requests.ts';
import { fetchFor } from './fetch-for.ts';
import { heardPage } from './heard-event.ts';
import { getAnswer, listAnswer, swapOnlyAnswer } from './swap-answer.ts';

export interface ApiClient {
  /** Says once which service is called, before a person agrees to what it is to change. */
  announce(): void;
  /** Not `created`: the key and the job were submitted before, and this is their swap. */
  createSwap(
    idempotencyKey: string,
    job: unknown,
  ): Promise<z.infer<typeof swapOnlyAnswer> & { created: boolean }>;
  /** Signs and stores nothing. */
  previewSwap(job: unknown): Promise<z.infer<typeof previewAnswer>>;
  quoteSwap(job: unknown): Promise<z.infer<typeof quoteAnswer>>;
  /** @param ends of this reading alone */
  getSwap(id: string, ends?: AbortSignal): Promise<z.infer<typeof getAnswer>>;
  /** Where its money is, and what a person may do. */
  inspectSwap(id: string): Promise<z.infer<typeof recordAnswer>>;
  cancelSwap(id: string): Promise<z.infer<typeof swapOnlyAnswer>>;
  retrySwap(id: string): Promise<z.infer<typeof swapOnlyAnswer>>;
  acknowledgeSwap(id: string, note: string): Promise<z.infer<typeof swapOnlyAnswer>>;
  resolveSwap(id: string, resolution: Resolved): Promise<z.infer<typeof swapOnlyAnswer>>;
  listSwaps(query: Readonly<Record<string, string>>): Promise<z.infer<typeof listAnswer>>;
  listCaps(): Promise<z.infer<typeof capList>>;
  treasuryRules(): Promise<z.infer<typeof ruleList>>;
  treasuryRule(id: string): Promise<z.infer<typeof ruleAnswer>>;
  applyRule(id: string, rule: unknown, reason: string): Promise<z.infer<typeof ruleAnswer>>;
  changeRule(
    id: string,
    verb: 'pause' | 'resume',
    reason: string,
  ): Promise<z.infer<typeof ruleAnswer>>;
  treasuryOccurrences(
    query: Readonly<Record<string, string>>,
  ): Promise<z.infer<typeof occurrenceList>>;
  /** With a rule as if it were applied already, or as the rules are. */
  planTreasury(
    query: Readonly<Record<string, string>>,
    draft?: { rule: unknown },
  ): Promise<z.infer<typeof planAnswer>>;
  stops(): Promise<z.infer<typeof stopList>>;
  stop(request: StopRequest): Promise<z.infer<typeof stopList>>;
  resume(request: StopRequest): Promise<z.infer<typeof stopList>>;
  listWallets(): Promise<z.infer<typeof walletList>>;
  listBalances(): Promise<z.infer<typeof balanceList>>;
  listAllowances(): Promise<z.infer<typeof allowanceList>>;
  listChains(): Promise<z.infer<typeof chainList>>;
  /** With the swaps of each that changed within so many seconds. */
  listProviders(withinSeconds: number): Promise<z.infer<typeof providerList>>;
  listErrors(withinSeconds?: number): Promise<z.infer<typeof errorGroupList>>;
  lanes(): Promise<z.infer<typeof laneList>>;
  audit(query: Readonly<Record<string, string>>): Promise<z.infer<typeof auditList>>;
  listKeys(): Promise<z.infer<typeof apiKeyList>>;
  createKey(request: KeyRequest): Promise<z.infer<typeof newApiKey>>;
  rotateKey(id: string, overlapSeconds: number): Promise<z.infer<typeof newApiKey>>;
  revokeKey(id: string): Promise<z.infer<typeof apiKeyAnswer>>;
  inspectWallet(name: string, family?: string): Promise<z.infer<typeof frozenWallet>>;
  unfreezeWallet(name: string, request: Release): Promise<z.infer<typeof frozenWallet>>;
  inspectJournal(): Promise<z.infer<typeof journalReport>>;
  adoptJournal(reason: string): Promise<z.infer<typeof journalReport>>;
  verifyAudit(): Promise<z.infer<typeof auditVerdict>>;
  previewBulkAction(request: BulkRequest): Promise<z.infer<typeof bulkPreview>>;
  createBulkAction(
    idempotencyKey: string,
    request: BulkOrder,
  ): Promise<z.infer<typeof bulkActionAnswer>>;
  listBulkActions(): Promise<z.infer<typeof bulkActionList>>;
  getBulkAction(id: string): Promise<z.infer<typeof bulkActionAnswer>>;
  listBulkItems(
    id: string,
    query: Readonly<Record<string, string>>,
  ): Promise<z.infer<typeof bulkItemList>>;
  changeBulkAction(
    id: string,
    verb: 'pause' | 'resume' | 'abort',
    reason: string,
  ): Promise<z.infer<typeof bulkActionAnswer>>;
  listApprovals(query: Readonly<Record<string, string>>): Promise<z.infer<typeof approvalList>>;
  getApproval(id: string): Promise<z.infer<typeof approvalAnswer>>;
  listVotes(id: string): Promise<z.infer<typeof votesAnswer>>;
  listApprovalBatches(): Promise<z.infer<typeof batchList>>;
  getApprovalBatch(id: string): Promise<z.infer<typeof batchAnswer>>;
  approveItem(
    id: string,
    request: { scope: AdmissionScope; until?: string; reason: string },
  ): Promise<z.infer<typeof approvalAnswer>>;
  rejectItem(id: string, reason: string): Promise<z.infer<typeof approvalAnswer>>;
  revokeAdmission(id: string, reason: string): Promise<z.infer<typeof approvalAnswer>>;
  /** Hands over the text of an export in pieces, as it comes. */
  exportSwaps(
    query: Readonly<Record<string, string>>,
    onText: (text: string) => void,
  ): Promise<void>;
  /** The same of the books. */
  exportBooks(
    query: Readonly<Record<string, string>>,
    onText: (text: string) => Promise<void>,
  ): Promise<void>;
  listTreasuryBalances(
    query: Readonly<Record<string, string>>,
  ): Promise<z.infer<typeof balanceHistory>>;
  listDrift(query: Readonly<Record<string, string>>): Promise<z.infer<typeof driftList>>;
  /** A page of the events, the oldest first. */
  listEvents(query: Readonly<Record<string, string>>): Promise<z.infer<typeof heardPage>>;
  /** The events as they happen, over one connection. Throws `API_UNAVAILABLE` when it breaks. */
  openEvents(
    query: Readonly<Record<string, string>>,
    connection: Connection,
  ): AsyncIterable<StreamEvent>;
  createBackup(): Promise<z.infer<typeof backupAnswer>>;
  runRetention(request: z.input<typeof retentionRequest>): Promise<z.infer<typeof retentionReport>>;
  listWebhooks(): Promise<z.infer<typeof webhookList>>;
  createWebhook(request: WebhookRequest): Promise<z.infer<typeof newWebhook>>;
  getWebhook(id: string): Promise<z.infer<typeof webhookAnswer>>;
  changeWebhook(id: string, request: WebhookRequest): Promise<z.infer<typeof webhookAnswer>>;
  disableWebhook(id: string, reason: string): Promise<z.infer<typeof webhookAnswer>>;
  enableWebhook(id: string): Promise<z.infer<typeof webhookAnswer>>;
  deleteWebhook(id: string): Promise<z.infer<typeof webhookAnswer>>;
  rotateWebhookSecret(id: string): Promise<z.infer<typeof newWebhook>>;
  listDeliveries(
    id: string,
    query: Readonly<Record<string, string>>,
  ): Promise<z.infer<typeof deliveryList>>;
  replayDeliveries(
    id: string,
    which: { deliveryId: string } | { since: string },
  ): Promise<z.infer<typeof replayAnswer>>;
  testWebhook(id: string): Promise<z.infer<typeof testAnswer>>;
}

interface Connection {
  /** Of the last event that the reader has. */
  lastId: string | undefined;
  signal: AbortSignal;
}

interface Sent {
  body?: unknown;
  idempotencyKey?: string;
  /** Whether it may change something. Default: all but reading may. */
  isAct?: boolean;
  /** Milliseconds. Default: 30 s. */
  within?: number;
  /** Of this call alone. */
  ends?: AbortSignal | undefined;
}

/** For one call, in milliseconds. */
const timeout = 30_000;
/** In which a stream shows a sign of life: the service sends one every 15 s. */
const longestSilence = 45_000;
/**
 * For what goes through the journal: a backup takes a second for each 50 MB or so. After a timeout
 * the service goes on.
 */
const longTimeout = 900_000;

/**
 * A running Ferryman over HTTP. Its problems are thrown as the errors they were there;
 * `API_UNAVAILABLE` if no service answers.
 * @param beforeAct called before each call that may change something, and before a person is asked
 */
export function createApiClient(
  client: Pick<Config['client'], 'apiUrl' | 'apiKey' | 'caFile' | 'profile'>,
  signal: AbortSignal,
  beforeAct: (moment: 'call' | 'question') => void = () => undefined,
): ApiClient {
  const { apiUrl, apiKey, caFile, profile } = client;
  const authorization: Record<string, string> =
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const urlOf = (path: string): string => `${apiUrl.replace(/\/+$/, '')}${path}`;
  let fetching: ReturnType<typeof fetchFor> | undefined;
  const fetchIt = (): ReturnType<typeof fetchFor> => {
    fetching ??= fetchFor({ ...(caFile === undefined ? {} : { caFile }) });
    return fetching;
  };
  async function call<Answer extends z.ZodType>(
    ...request: Parameters<typeof send<Answer>>
  ): Promise<z.output<Answer>> {
    return (await send(...request)).body;
  }

  async function send<Answer extends z.ZodType>(
    answer: Answer,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { body: given, idempotencyKey, within = timeout, ends, isAct = method !== 'GET' }: Sent = {},
  ): Promise<{ status: number; body: z.output<Answer> }> {
    if (isAct) beforeAct('call');
    const { status, body } = await exchange(await fetchIt(), urlOf(path), {
      method,
      redirect: 'error',
      signal: AbortSignal.any([signal, timeLimit(within), ...(ends ? [ends] : [])]),
      headers: {
        accept: 'application/json',
        ...authorization,
        ...(given === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
    });
    if (status >= 400) throw refusalOf(body, status);
    const parsed = answer.safeParse(body);
    if (parsed.success) return { status, body: parsed.data };
    throw foreign(parsed.error);
  }

  /** Opens an answer that comes in pieces, with a time limit for its head. */
  async function open(
    path: string,
    type: RegExp,
    given: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Response> {
    const late = new AbortController();
    const limit = setTimeout(() => late.abort(new Error('no answer came in time')), timeout);
    try {
      const response = await connectTo(await fetchIt(), urlOf(path), {
        redirect: 'error',
        signal: AbortSignal.any([given.signal ?? signal, late.signal]),
        headers: { ...authorization, ...given.headers },
      });
      if (response.status >= 400)
        throw refusalOf(await response.json().catch(() => undefined), response.status);
      // A page of something between is no such answer.
      if (!type.test(response.headers.get('content-type') ?? '')) throw foreign();
      return response;
    } finally {
      clearTimeout(limit);
    }
  }

  function refusalOf(body: unknown, status: number): FerrymanError {
    const problem = problemOf(body, status);
    if (status !== 401) return problem;
    const named = profile === undefined ? {} : { profile };
    return unauthorized(problem, { ...{ apiUrl, apiKey }, ...named });
  }

  function foreign(cause?: unknown): FerrymanError {
    const { host } = new URL(apiUrl);
    return unavailable(`${host} answers, but not as a Ferryman of this version`, cause);
  }

  /** The entries of all pages. */
  async function all<Page extends { nextCursor?: string | undefined }, Entry>(
    path: string,
    schema: z.ZodType<Page>,
    entriesOf: (page: Page) => readonly Entry[],
  ): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query = new URLSearchParams({ limit: '200', ...(cursor === '' ? {} : { cursor }) });
      const page: Page = await call(schema, 'GET', `${path}?${query}`);
      entries.push(...entriesOf(page));
      cursor = page.nextCursor;
    }
    return entries;
  }

  async function download(
    path: string,
    type: RegExp,
    onText: (text: string) => Promise<void>,
  ): Promise<void> {
    const response = await open(path, type);
    const decoder = new TextDecoder();
    try {
      for await (const piece of response.body ?? [])
        await onText(decoder.decode(piece, { stream: true }));
    } catch (cause) {
      throw unavailable('the export broke off: what came is not all', cause);
    }
  }

  return {
    announce: () => beforeAct('question'),
    async createSwap(idempotencyKey, job) {
      const request = { idempotencyKey, body: job };
      const { status, body } = await send(swapOnlyAnswer, 'POST', '/v1/swaps', request);
      return { ...body, created: status === 201 };
    },
    previewSwap: (body) => call(previewAnswer, 'POST', '/v1/swaps/dry-run', { body, isAct: false }),
    quoteSwap: (body) => call(quoteAnswer, 'POST', '/v1/quotes', { body, isAct: false }),
    getSwap: (id, ends) => call(getAnswer, 'GET', pathOf(id), { ends }),
    inspectSwap: (id) => call(recordAnswer, 'GET', pathOf(id, '/record')),
    cancelSwap: (id) => call(swapOnlyAnswer, 'POST', pathOf(id, '/cancel')),
    retrySwap: (id) => call(swapOnlyAnswer, 'POST', pathOf(id, '/retry')),
    acknowledgeSwap: (id, note) =>
      call(swapOnlyAnswer, 'POST', pathOf(id, '/acknowledge'), { body: { note } }),
    resolveSwap: (id, body) => call(swapOnlyAnswer, 'POST', pathOf(id, '/resolve'), { body }),
    listSwaps: (query) => call(listAnswer, 'GET', `/v1/swaps?${new URLSearchParams(query)}`),
    listCaps: () => call(capList, 'GET', '/v1/caps'),
    treasuryRules: () => call(ruleList, 'GET', '/v1/treasury/rules'),
    treasuryRule: (id) => call(ruleAnswer, 'GET', rulePath(id)),
    applyRule: (id, rule, reason) =>
      call(ruleAnswer, 'PUT', rulePath(id), { body: { rule, reason } }),
    changeRule: (id, verb, reason) =>
      call(ruleAnswer, 'POST', rulePath(id, `/${verb}`), { body: { reason } }),
    planTreasury: (query, draft) =>
      call(planAnswer, draft ? 'POST' : 'GET', `/v1/treasury/plan?${new URLSearchParams(query)}`, {
        ...(draft ? { body: draft } : {}),
        isAct: false,
        within: longTimeout,
      }),
    treasuryOccurrences: (query) =>
      call(occurrenceList, 'GET', `/v1/treasury/occurrences?${new URLSearchParams(query)}`),
    stops: () => call(stopList, 'GET', '/v1/stops'),
    stop: (body) => call(stopList, 'POST', '/v1/stops', { body }),
    resume: (body) => call(stopList, 'POST', '/v1/stops/resume', { body }),
    listWallets: () => call(walletList, 'GET', '/v1/wallets'),
    listBalances: async () => ({
      balances: await all('/v1/balances', balanceList, (page) => page.balances),
    }),
    listAllowances: async () => ({
      allowances: await all('/v1/allowances', allowanceList, (page) => page.allowances),
    }),
    listChains: () => call(chainList, 'GET', '/v1/chains'),
    listProviders: (withinSeconds) =>
      call(providerList, 'GET', `/v1/providers?withinSeconds=${withinSeconds}`),
    listErrors: (withinSeconds) => {
      const query = withinSeconds === undefined ? '' : `?withinSeconds=${withinSeconds}`;
      return call(errorGroupList, 'GET', `/v1/errors${query}`);
    },
    lanes: () => call(laneList, 'GET', '/v1/lanes'),
    audit: (query) => call(auditList, 'GET', `/v1/audit?${new URLSearchParams(query)}`),
    listKeys: async () => ({ keys: await all('/v1/keys', apiKeyList, (page) => page.keys) }),
    createKey: (body) => call(newApiKey, 'POST', '/v1/keys', { body }),
    rotateKey: (id, overlapSeconds) =>
      call(newApiKey, 'POST', keyPath(id, '/rotate'), { body: { overlapSeconds } }),
    revokeKey: (id) => call(apiKeyAnswer, 'POST', keyPath(id, '/revoke')),
    inspectWallet: (name, family) => {
      const query = family === undefined ? '' : `?${new URLSearchParams({ family })}`;
      return call(frozenWallet, 'GET', walletPath(name, `/freeze${query}`));
    },
    unfreezeWallet: (name, body) =>
      call(frozenWallet, 'POST', walletPath(name, '/unfreeze'), { body }),
    inspectJournal: () => call(journalReport, 'GET', '/v1/journal'),
    adoptJournal: (reason) =>
      call(journalReport, 'POST', '/v1/journal/adopt', { body: { reason } }),
    createBackup: () => call(backupAnswer, 'POST', '/v1/backups', { within: longTimeout }),
    runRetention: (body) =>
      call(retentionReport, 'POST', '/v1/retention/run', { body, within: longTimeout }),
    verifyAudit: () => call(auditVerdict, 'GET', '/v1/audit/verify'),
    previewBulkAction: (request) =>
      call(bulkPreview, 'POST', '/v1/bulk-actions', {
        body: { ...request, dryRun: true },
        idempotencyKey: 'preview',
        isAct: false,
      }),
    createBulkAction: (idempotencyKey, body) =>
      call(bulkActionAnswer, 'POST', '/v1/bulk-actions', { idempotencyKey, body }),
    listBulkActions: () => call(bulkActionList, 'GET', '/v1/bulk-actions?limit=200'),
    getBulkAction: (id) => call(bulkActionAnswer, 'GET', bulkPath(id)),
    listBulkItems: (id, query) =>
      call(bulkItemList, 'GET', bulkPath(id, `/items?${new URLSearchParams(query)}`)),
    changeBulkAction: (id, verb, reason) =>
      call(bulkActionAnswer, 'POST', bulkPath(id, `/${verb}`), { body: { reason } }),
    listApprovals: (query) =>
      call(approvalList, 'GET', `/v1/approvals?${new URLSearchParams(query)}`),
    getApproval: (id) => call(approvalAnswer, 'GET', approvalPath(id)),
    listVotes: (id) => call(votesAnswer, 'GET', approvalPath(id, '/votes')),
    listApprovalBatches: () => call(batchList, 'GET', '/v1/approval-batches'),
    getApprovalBatch: (id) =>
      call(batchAnswer, 'GET', `/v1/approval-batches/${encodeURIComponent(id)}`),
    approveItem: (id, body) => call(approvalAnswer, 'POST', approvalPath(id, '/approve'), { body }),
    rejectItem: (id, reason) =>
      call(approvalAnswer, 'POST', approvalPath(id, '/reject'), { body: { reason } }),
    revokeAdmission: (id, reason) =>
      call(approvalAnswer, 'POST', approvalPath(id, '/revoke'), { body: { reason } }),
    listWebhooks: () => call(webhookList, 'GET', '/v1/webhooks'),
    createWebhook: (body) => call(newWebhook, 'POST', '/v1/webhooks', { body }),
    getWebhook: (id) => call(webhookAnswer, 'GET', hookPath(id)),
    changeWebhook: (id, body) => call(webhookAnswer, 'PUT', hookPath(id), { body }),
    disableWebhook: (id, reason) =>
      call(webhookAnswer, 'POST', hookPath(id, '/disable'), { body: { reason } }),
    enableWebhook: (id) => call(webhookAnswer, 'POST', hookPath(id, '/enable')),
    deleteWebhook: (id) => call(webhookAnswer, 'DELETE', hookPath(id)),
    rotateWebhookSecret: (id) => call(newWebhook, 'POST', hookPath(id, '/rotate')),
    listDeliveries: (id, query) =>
      call(deliveryList, 'GET', hookPath(id, `/deliveries?${new URLSearchParams(query)}`)),
    replayDeliveries: (id, body) => call(replayAnswer, 'POST', hookPath(id, '/replay'), { body }),
    testWebhook: (id) => call(testAnswer, 'POST', hookPath(id, '/test')),
    exportSwaps: (query, onText) =>
      download(
        `/v1/swaps/export?${new URLSearchParams(query)}`,
        /^(text\/csv|application\/x-ndjson)\b/i,
        async (text) => onText(text),
      ),
    exportBooks: (query, onText) =>
      download(
        `/v1/treasury/books?${new URLSearchParams(query)}`,
        /^text\/(csv|plain|html)\b/i,
        onText,
      ),
    listTreasuryBalances: (query) =>
      call(balanceHistory, 'GET', `/v1/treasury/balances?${new URLSearchParams(query)}`),
    listDrift: (query) =>
      call(driftList, 'GET', `/v1/treasury/drift?${new URLSearchParams(query)}`),
    listEvents: (query) => call(heardPage, 'GET', `/v1/events?${new URLSearchParams(query)}`),
    async *openEvents(query, { lastId, signal: ending }) {
      const response = await open(
        `/v1/events?${new URLSearchParams(query)}`,
        /^text\/event-stream\b/i,
        {
          signal: ending,
          headers: {
            accept: 'text/event-stream',
            ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
          },
        },
      );
      try {
        yield* eventsOf(response, { silenceMs: longestSilence, signal: ending });
      } catch (cause) {
        throw unavailable('the stream of events broke', cause);
      }
      throw unavailable('the service has ended the stream of events');
    },
  };
}

function pathOf(id: string, what = ''): string {
  return `/v1/swaps/${encodeURIComponent(id)}${what}`;
}

function approvalPath(id: string, what = ''): string {
  return `/v1/approvals/${encodeURIComponent(id)}${what}`;
}

function bulkPath(id: string, what = ''): string {
  return `/v1/bulk-actions/${encodeURIComponent(id)}${what}`;
}

function rulePath(id: string, what = ''): string {
  return `/v1/treasury/rules/${encodeURIComponent(id)}${what}`;
}

function keyPath(id: string, what: string): string {
  return `/v1/keys/${encodeURIComponent(id)}${what}`;
}

function hookPath(id: string, what = ''): string {
  return `/v1/webhooks/${encodeURIComponent(id)}${what}`;
}

function walletPath(name: string, what: string): string {
  return `/v1/wallets/${encodeURIComponent(name)}${what}`;
}

async function exchange(
  fetchIt: typeof fetch,
  url: string,
  request: RequestInit,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetchIt(url, request);
    return { status: response.status, body: await response.json() };
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

async function connectTo(
  fetchIt: typeof fetch,
  url: string,
  request: RequestInit,
): Promise<Response> {
  return fetchIt(url, request).catch((cause: unknown) => {
    throw unreachable(url, cause);
  });
}
