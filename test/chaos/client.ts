import { setTimeout as pause } from 'node:timers/promises';
import { isEnd, type SwapState } from '../../src/core/swap.ts';
import { jobRequestOf, type PlannedJob } from './plan-jobs.ts';

/** What the API says of a swap, as far as a client and the audit read it. */
interface ApiSwap {
  id: string;
  state: SwapState;
  fundsState: string;
  reason?: { code: string; message: string };
}

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

export interface ClientOptions {
  url: string;
  apiKey: string;
  /** Ends all waiting but the last look. */
  patience: AbortSignal;
  log(message: string): void;
}

/**
 * A client as any real one: it asks again, under the same key, until it has an answer; then it looks until the swap has come to an
 * end. What the API does not know any more it submits again, under the same key too.
 */
export interface Client {
  /** Resolves at an end, or when a person is wanted. */
  carryOut(job: PlannedJob): Promise<ApiAnswer>;
  /** `undefined`: the API does not know the swap. */
  look(job: PlannedJob): Promise<ApiAnswer | undefined>;
  /** The same, whether or not patience has ended. */
  lastLook(job: PlannedJob): Promise<ApiAnswer | undefined>;
}

const answerWithin = 8_000;
const lastLookWithin = 30_000;
const betweenTries = 250;
const betweenLooks = 500;

export function createClient({ url, apiKey, patience, log }: ClientOptions): Client {
  const ids = new Map<string, string>();
  const authorization = `Bearer ${apiKey}`;

  /** `undefined`: no answer that can be trusted. */
  async function ask(
    path: string,
    init: RequestInit,
    signal = patience,
  ): Promise<{ status: number; body: unknown } | undefined> {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(answerWithin)]);
      const headers = { authorization, ...init.headers };
      const answer = await fetch(`${url}${path}`, { ...init, headers, signal: limit });
      return { status: answer.status, body: await answer.json() };
    } catch (cause) {
      if (signal.aborted) throw cause;
      return undefined;
    }
  }

  async function submit(job: PlannedJob): Promise<string> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': job.key };
    const body = JSON.stringify(jobRequestOf(job));
    for (;;) {
      const answer = await ask('/v1/swaps', { method: 'POST', headers, body });
      const id = (answer?.body as { swap?: ApiSwap } | undefined)?.swap?.id;
      if ((answer?.status === 200 || answer?.status === 201) && id !== undefined) {
        ids.set(job.key, id);
        return id;
      }
      const status = answer?.status ?? 0;
      if (status >= 400 && status < 500 && status !== 429) {
        throw new Error(`${job.key} is refused: ${status} ${JSON.stringify(answer?.body)}`);
      }
      await pause(betweenTries, undefined, { signal: patience });
    }
  }

  async function look(job: PlannedJob, signal = patience): Promise<ApiAnswer | undefined> {
    for (;;) {
      const id = ids.get(job.key);
      if (id === undefined) return undefined;
      const answer = await ask(`/v1/swaps/${id}`, {}, signal);
      if (answer?.status === 404) return undefined;
      const told = answer?.body as ApiAnswer | undefined;
      if (answer?.status === 200 && told?.swap && told.events) return told;
      await pause(betweenTries, undefined, { signal });
    }
  }

  return {
    look: (job) => look(job),
    lastLook: (job) => look(job, AbortSignal.timeout(lastLookWithin)),
    async carryOut(job) {
      await submit(job);
      for (;;) {
        const told = await look(job);
        if (told && (isEnd(told.swap.state) || told.swap.state === 'needs_review')) {
          log(`${job.key} is ${told.swap.state}`);
          return told;
        }
        if (!told) {
          log(`${job.key} is not known any more and is submitted again`);
          await submit(job);
        }
        await pause(betweenLooks, undefined, { signal: patience });
      }
    },
  };
}
