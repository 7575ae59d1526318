import { setTimeout as pause } from 'node:timers/promises';
import { isEnd, type SwapState } from '../../src/core/swap/swap.ts';
import { timeLimit } from '../../src/http/time-limit.ts';
import { hangLimit } from '../support/hang-limit.ts';
import type { ApiSwap } from './api-swap.ts';
import type { ManualPayer } from './manual-payer.ts';
import { editedJob } from './plan-edits.ts';
import { isManual, jobRequestOf, type Moment, type PlannedJob } from './plan-jobs.ts';

interface ApiEvent {
  seq: number;
  type: string;
  at: string;
  data: Record<string, unknown>;
}

export interface ApiAnswer {
  swap: ApiSwap;
  events: ApiEvent[];
}

/**
 * What the API says of a job: of the swap that does it, and of those that this one was made to try
 * again, the nearest first.
 */
export interface JobAnswer extends ApiAnswer {
  earlier: readonly ApiAnswer[];
  /** It was edited: the key of the job that has its place, of which `earlier` has no swap. */
  editedAs?: string;
  /** Swaps that were to try one of these again, or to replace it, beside the one that does. */
  beside?: readonly string[];
}

export interface ClientOptions {
  url: string;
  apiKey: string;
  /** Ends all waiting but the last look. */
  patience: AbortSignal;
  /** Who pays for the jobs that are paid by hand; absent: there are none. */
  payer?: ManualPayer;
  log(message: string): void;
}

/**
 * A client as any real one: it asks again, under the same key, until it has an answer; then it
 * looks until the swap has come to an end. What the API does not know any more it submits again,
 * under the same key too. Some jobs it wants cancelled on the way; whatever was cancelled, or
 * failed because its payment came to nothing, it has retried. Some it edits: it asks for that
 * whatever the swap has come to, has the swap cancelled if it may still pay, and asks again.
 */
export interface Client {
  /** One look, and what follows from it. Returns what the API says then. */
  tend(job: PlannedJob): Promise<ApiAnswer>;
  /** Until an end, or until a person is wanted. */
  carryOut(job: PlannedJob): Promise<void>;
  /** Whether or not patience has ended. `undefined`: the API does not know the job. */
  lastLook(job: PlannedJob): Promise<JobAnswer | undefined>;
  /** For how many jobs a cancel was asked for. */
  cancels(): number;
  /** Of the jobs whose edit was asked for: how many were edited, and how many paid as they were. */
  edits(): { made: number; refused: number };
  /** Keys of jobs that the API knew once, and then no more. */
  forgotten(): readonly string[];
}

/** `waits`: the swap may still pay. The others are for good. */
type EditState = 'waits' | 'made' | 'refused';

interface HttpAnswer {
  status: number;
  body: unknown;
}

/** An answer may have been lost on its way. */
const answerWithin = 8_000;
const lastLookWithin = hangLimit;
const betweenTries = 250;
const betweenLooks = 500;
/** Whoever wants to cancel at a certain moment looks more closely. */
const betweenCloseLooks = 50;

export function createClient({ url, apiKey, patience, payer, log }: ClientOptions): Client {
  /** By the job's key: the swap that does it now. */
  const ids = new Map<string, string>();
  /** What each job was submitted as: the same body under the same key is the same swap. */
  const bodies = new Map<string, string>();
  /** Jobs whose cancel was asked for and answered. */
  const asked = new Set<string>();
  /** Swaps whose retry was refused. */
  const refused = new Set<string>();
  /** By the job's key, once its edit was asked for and answered. */
  const edits = new Map<string, EditState>();
  const forgotten = new Set<string>();
  const authorization = `Bearer ${apiKey}`;

  /** Until there is an answer that can be trusted: nothing that passes by itself, and JSON. */
  async function ask(path: string, init: RequestInit, signal = patience): Promise<HttpAnswer> {
    for (;;) {
      try {
        const limit = AbortSignal.any([signal, timeLimit(answerWithin)]);
        const headers = { authorization, ...init.headers };
        const answer = await fetch(`${url}${path}`, { ...init, headers, signal: limit });
        const body: unknown = await answer.json();
        if (answer.status < 500 && answer.status !== 429) return { status: answer.status, body };
      } catch (cause) {
        if (signal.aborted) throw cause;
      }
      await pause(betweenTries, undefined, { signal });
    }
  }

  async function submit(job: PlannedJob): Promise<void> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': job.key };
    const post = (body: string): Promise<HttpAnswer> => {
      bodies.set(job.key, body);
      return ask('/v1/swaps', { method: 'POST', headers, body });
    };
    const fresh = (): string => JSON.stringify(jobRequestOf(job, Date.now()));
    let answer = await post(bodies.get(job.key) ?? fresh());
    // What the journal has forgotten, and whose deadline has passed since.
    if (job.endsWithin !== undefined && codeIn(answer) === 'INVALID_JOB')
      answer = await post(fresh());
    if (answer.status !== 200 && answer.status !== 201) throw unexpected(job, 'is refused', answer);
    ids.set(job.key, swapIn(answer.body).id);
  }

  async function look(id: string, signal = patience): Promise<ApiAnswer | undefined> {
    const { status, body } = await ask(`/v1/swaps/${id}`, {}, signal);
    if (status === 404) return undefined;
    if (status !== 200)
      throw new Error(`swap ${id} is not shown: ${status} ${JSON.stringify(body)}`);
    return body as ApiAnswer;
  }

  /** What is submitted again has not been edited. */
  function forget(job: PlannedJob): void {
    log(`${job.key} is not known any more and is submitted again`);
    forgotten.add(job.key);
    if (!job.edit) return;
    edits.delete(job.key);
    asked.delete(job.key);
  }

  /** Submits what the API does not know, for the first time or any more. */
  async function find(job: PlannedJob): Promise<ApiAnswer> {
    for (;;) {
      const id = ids.get(job.key);
      const answer = id === undefined ? undefined : await look(id);
      if (answer) return answer;
      if (id !== undefined) forget(job);
      await submit(job);
    }
  }

  /** Too late is an answer as well; what the API has forgotten is not cancelled. */
  async function cancel(job: PlannedJob, { swap, events }: ApiAnswer): Promise<void> {
    const answer = await ask(`/v1/swaps/${swap.id}/cancel`, { method: 'POST' });
    log(
      `${job.key}, ${swap.state} after ${events.length} entries, is to be cancelled: ${told(answer)}`,
    );
    if (![200, 202, 404, 409].includes(answer.status))
      throw unexpected(job, 'is not cancelled', answer);
    if (answer.status !== 409 || refusals.has(codeIn(answer))) asked.add(job.key);
  }

  async function retry(job: PlannedJob, { swap }: ApiAnswer): Promise<void> {
    const answer = await ask(`/v1/swaps/${swap.id}/retry`, { method: 'POST' });
    log(`${job.key}, ${swap.state}, is retried: ${told(answer)}`);
    if (answer.status === 200 || answer.status === 201) ids.set(job.key, swapIn(answer.body).id);
    else if (answer.status !== 404 && answer.status !== 409)
      throw unexpected(job, 'is not retried', answer);
    else if (refusals.has(codeIn(answer))) refused.add(swap.id);
  }

  /** Submits the edited job in the place of the swap. */
  async function edit(job: PlannedJob, { swap, events }: ApiAnswer): Promise<void> {
    const edited = editedJob(job);
    if (!edited) throw new TypeError(`no edit of ${job.key} is planned`);
    const headers = { 'content-type': 'application/json', 'idempotency-key': edited.key };
    const body = JSON.stringify({ ...jobRequestOf(edited, Date.now()), replaces: swap.id });
    const answer = await ask('/v1/swaps', { method: 'POST', headers, body });
    log(`${job.key}, ${swap.state} after ${events.length} entries, is edited: ${told(answer)}`);
    if (answer.status === 200 || answer.status === 201) {
      edits.set(job.key, 'made');
      ids.set(job.key, swapIn(answer.body).id);
      return;
    }
    if (answer.status !== 404 && answer.status !== 409)
      throw unexpected(job, 'is not edited', answer);
    const state = editStates[codeIn(answer) ?? ''];
    if (state) edits.set(job.key, state);
  }

  /** Now and then somebody else retries what is edited, at the same time. */
  async function editEnded(job: PlannedJob, answer: ApiAnswer): Promise<void> {
    const after = job.edit?.racedAfter;
    if (after === undefined) return edit(job, answer);
    const before = ids.get(job.key);
    const racing = pause(after, undefined, { signal: patience }).then(() => retry(job, answer));
    // Told below.
    racing.catch(() => undefined);
    await edit(job, answer);
    const made = edits.get(job.key) === 'made' ? ids.get(job.key) : undefined;
    await racing;
    // Were both carried out, the last look would find the other one.
    if (made !== undefined && made !== before) ids.set(job.key, made);
  }

  const wantsCancel = (job: PlannedJob): boolean =>
    job.cancelWhen !== undefined && !asked.has(job.key);
  const wantsEdit = (job: PlannedJob): boolean => job.edit !== undefined && !edits.has(job.key);
  /** It may still pay, which its cancel decides. */
  const waitsForEdit = (job: PlannedJob): boolean => edits.get(job.key) === 'waits';

  /** Nobody came in time, and nobody comes any more. */
  const isLeftUnpaid = (job: PlannedJob, { swap: { state } }: ApiAnswer): boolean =>
    isManual(job) && state === 'expired' && payer?.hasPaid(job) !== true;

  async function tend(job: PlannedJob): Promise<ApiAnswer> {
    const mayPay = payer?.mayPay() === true;
    let answer = await find(job);
    if (mayPay && isManual(job)) await payer?.payFor(job, answer.swap);
    if (wantsEdit(job) && isMoment(job.edit?.when, answer)) {
      await edit(job, answer);
      answer = await find(job);
    }
    const mayCancel = waitsForEdit(job) && !asked.has(job.key);
    if (mayCancel || (wantsCancel(job) && isMoment(job.cancelWhen, answer))) {
      await cancel(job, answer);
      answer = await find(job);
    }
    if ((cameToNothing(answer) || isLeftUnpaid(job, answer)) && !refused.has(answer.swap.id)) {
      await (waitsForEdit(job) ? editEnded(job, answer) : retry(job, answer));
      answer = await find(job);
    }
    return answer;
  }

  /** Of each swap there may be one that follows it, which is among these. */
  async function findBeside(swaps: readonly ApiAnswer[], signal: AbortSignal): Promise<string[]> {
    const known = new Set(swaps.map(({ swap }) => swap.id));
    const following = await Promise.all(
      swaps.map(async ({ swap: { id } }) => {
        const { body } = await ask(`/v1/swaps?retryOf=${id}`, {}, signal);
        return (body as { swaps: ApiSwap[] }).swaps;
      }),
    );
    return following.flat().flatMap(({ id }) => (known.has(id) ? [] : id));
  }

  return {
    tend,
    async carryOut(job) {
      for (;;) {
        const { swap, events } = await tend(job);
        if (isAtRest(job, swap)) {
          return log(`${job.key} is ${swap.state} after ${events.length} entries`);
        }
        const isClose = wantsCancel(job) || wantsEdit(job) || waitsForEdit(job);
        await pause(isClose ? betweenCloseLooks : betweenLooks, undefined, { signal: patience });
      }
    },
    async lastLook(job) {
      const signal = timeLimit(lastLookWithin);
      const id = ids.get(job.key);
      const latest = id === undefined ? undefined : await look(id, signal);
      if (!latest) return undefined;
      const earlier: ApiAnswer[] = [];
      for (let before = placeOf(latest); before !== undefined; ) {
        const swap = await look(before, signal);
        if (!swap)
          throw new Error(`${job.key} was to try swap ${before} again, which is not known`);
        earlier.push(swap);
        before = placeOf(swap);
      }
      const beside = job.edit ? await findBeside([latest, ...earlier], signal) : [];
      return { ...latest, earlier, beside };
    },
    cancels: () => asked.size,
    edits() {
      const states = [...edits.values()];
      const made = states.filter((state) => state === 'made').length;
      return { made, refused: states.length - made };
    },
    forgotten: () => [...forgotten],
  };
}

/**
 * Whether nothing more comes of a job by itself. One that is paid by hand goes on after its time is
 * over: it is paid late, or tried again.
 */
export function isAtRest(job: PlannedJob, { state }: Pick<ApiSwap, 'state'>): boolean {
  return isOver(job, state) || state === 'needs_review' || state === 'awaiting_approval';
}

export function isOver(job: PlannedJob, state: SwapState): boolean {
  return isEnd(state) && !(isManual(job) && state === 'expired');
}

/** An end that comes first is a moment as well: too late. */
function isMoment(when: Moment | undefined, { swap, events }: ApiAnswer): boolean {
  if (isEnd(swap.state)) return true;
  if (when !== 'signed') return events.length >= (when ?? 0);
  return events.some(
    ({ type, data }) => type === 'attempt_committed' && isPayment(String(data.step)),
  );
}

function isPayment(step: string): boolean {
  return step === 'swap' || step === 'deposit';
}

/** Of a cancel or a retry, for good; whatever else refuses it passes. */
const refusals: ReadonlySet<string | undefined> = new Set([
  'PAYMENT_LANDED',
  'FUNDS_UNKNOWN',
  'SWAP_ENDED',
  'RETRIES_SPENT',
]);

/** What refuses an edit, and passes or does not; whatever else refuses it is asked again. */
const editStates: Readonly<Record<string, EditState>> = {
  SWAP_NOT_ENDED: 'waits',
  PAYMENT_MAY_LAND: 'waits',
  PAYMENT_LANDED: 'refused',
  FUNDS_UNKNOWN: 'refused',
  SWAP_RETRIED: 'refused',
};

/** The swap whose job it tries again, or which it replaces. */
function placeOf({ swap: { retryOf, replaces } }: ApiAnswer): string | undefined {
  return retryOf ?? replaces;
}

/** It ended as unpaid, and not because something is wrong with it. */
function cameToNothing({ swap: { state, reason } }: ApiAnswer): boolean {
  if (state === 'cancelled') return true;
  return (
    state === 'failed' &&
    (reason?.code === 'PAYMENT_CANCELLED' || reason?.code === 'PAYMENT_REVERTED')
  );
}

function swapIn(body: unknown): ApiSwap {
  return (body as { swap: ApiSwap }).swap;
}

function codeIn({ body }: HttpAnswer): string | undefined {
  return (body as { code?: string }).code;
}

function told(answer: HttpAnswer): string {
  return `${answer.status} ${codeIn(answer) ?? swapIn(answer.body).state}`;
}

function unexpected(job: PlannedJob, what: string, { status, body }: HttpAnswer): Error {
  return new Error(`${job.key} ${what}: ${status} ${JSON.stringify(body)}`);
}
