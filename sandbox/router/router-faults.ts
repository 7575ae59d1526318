/** Distortions of the real answer. The effects of the request remain. */
const DISTORTION_KINDS = [
  /** The connection ends in the middle of the body. */
  'cut',
  /** Sends the first half of the body as if it were complete. */
  'half-json',
  'html',
  'empty',
  /** Adds 10 MB of padding. */
  'huge',
  /** Changes the decimals of every token. */
  'wrong-decimals',
] as const;

/**
 * `status` answers an error status without serving the request. `error-inside` does the same with
 * status 200.
 */
export const FAULT_KINDS = ['status', 'error-inside', ...DISTORTION_KINDS] as const;

export type DistortionKind = (typeof DISTORTION_KINDS)[number];
type FaultKind = (typeof FAULT_KINDS)[number];

/** The requests that a fault applies to: those that match every member. */
export interface FaultScope {
  readonly path?: string | undefined;
  /** From the body. */
  readonly referrer?: string | undefined;
  /** The paying wallet, from the body, the query, or the order of a status request. */
  readonly wallet?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** An error that replaces an answer. */
export interface InjectedError {
  readonly httpStatus: number;
  /** The service's code in the body. */
  readonly code: number;
  /** Whether the body has the form `{errors: [...]}`. */
  readonly asList: boolean;
  /** Seconds, for the header `Retry-After`. */
  readonly retryAfter?: number;
}

interface FaultChanges {
  /** How many of the next requests fail. */
  readonly failNext?: number | undefined;
  readonly kind?: FaultKind | undefined;
  readonly error?: InjectedError | undefined;
  /** Delay before each request is served, in milliseconds. */
  readonly delayMs?: number | undefined;
  /** Requests above this number within a minute receive 429; null lifts the limit. */
  readonly callsPerMinute?: number | null | undefined;
}

interface Strike {
  readonly kind: FaultKind;
  readonly error: InjectedError;
}

/** The faults that the control server can set. */
export interface RouterFaults {
  /** Changes the faults of one scope. Omitted members stay as they are. */
  change(scope: FaultScope, changes: FaultChanges): void;
  /** Call it once per request. */
  onRequest(request: FaultScope): { readonly delayMs: number; readonly strike: Strike | undefined };
}

interface Rule {
  readonly scope: FaultScope;
  remaining: number;
  kind: FaultKind;
  error: InjectedError;
  delayMs: number;
  callsPerMinute: number | null;
  /** Times of the calls in the last minute. */
  calls: number[];
}

const MINUTE_MS = 60_000;

export function createRouterFaults(): RouterFaults {
  const rules = new Map<string, Rule>();
  return {
    change(scope, changes) {
      const key = JSON.stringify([scope.path, scope.referrer, scope.wallet, scope.apiKey]);
      const rule = rules.get(key) ?? newRule(scope);
      rules.set(key, rule);
      rule.remaining = changes.failNext ?? rule.remaining;
      rule.kind = changes.kind ?? rule.kind;
      rule.error = changes.error ?? rule.error;
      rule.delayMs = changes.delayMs ?? rule.delayMs;
      if (changes.callsPerMinute !== undefined) {
        rule.callsPerMinute = changes.callsPerMinute;
        rule.calls = [];
      }
    },
    onRequest(request) {
      const matching = [...rules.values()].filter(({ scope }) => matches(scope, request));
      const now = Date.now();
      let strike: Strike | undefined;
      for (const rule of matching) {
        strike ??= beyondBudget(rule, now);
        if (strike !== undefined || rule.remaining === 0) continue;
        rule.remaining--;
        strike = { kind: rule.kind, error: rule.error };
      }
      return { delayMs: Math.max(0, ...matching.map(({ delayMs }) => delayMs)), strike };
    },
  };
}

function newRule(scope: FaultScope): Rule {
  const error = { httpStatus: 503, code: 2999, asList: false };
  return {
    scope,
    remaining: 0,
    kind: 'status',
    error,
    delayMs: 0,
    callsPerMinute: null,
    calls: [],
  };
}

function matches(scope: FaultScope, request: FaultScope): boolean {
  const isSame = (member: keyof FaultScope): boolean =>
    scope[member] === undefined || scope[member].toLowerCase() === request[member]?.toLowerCase();
  return isSame('path') && isSame('referrer') && isSame('wallet') && isSame('apiKey');
}

/** Counts one more call, unless the limit is reached. */
function beyondBudget(rule: Rule, now: number): Strike | undefined {
  if (rule.callsPerMinute === null) return undefined;
  rule.calls = rule.calls.filter((madeAt) => madeAt > now - MINUTE_MS);
  if (rule.calls.length < rule.callsPerMinute) {
    rule.calls.push(now);
    return undefined;
  }
  const retryAfter = Math.ceil(((rule.calls[0] ?? now) + MINUTE_MS - now) / 1_000);
  return { kind: 'status', error: { httpStatus: 429, code: 2003, asList: false, retryAfter } };
}
