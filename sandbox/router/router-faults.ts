/** What is done to the service's real answer; what the request brought about stays. */
const DISTORTION_KINDS = [
  /** The connection ends in the middle of the body. */
  'cut',
  /** The first half of the body, as if it were all. */
  'half-json',
  'html',
  'empty',
  /** The answer with 10 MB of padding. */
  'huge',
  /** The answer with other decimals for every token in it. */
  'wrong-decimals',
] as const;

/**
 * `status`: an error status instead of an answer, and nothing happened. `error-inside`: the same
 * under status 200.
 */
export const FAULT_KINDS = ['status', 'error-inside', ...DISTORTION_KINDS] as const;

export type DistortionKind = (typeof DISTORTION_KINDS)[number];
type FaultKind = (typeof FAULT_KINDS)[number];

/** Which requests a fault is for: those that match every member. */
export interface FaultScope {
  readonly path?: string | undefined;
  /** Of the body. */
  readonly referrer?: string | undefined;
  /** The paying wallet, of the body, the query, or the order that a status is asked for. */
  readonly wallet?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** An error that takes the place of an answer. */
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
  /** How many of the next requests are struck. */
  readonly failNext?: number | undefined;
  readonly kind?: FaultKind | undefined;
  readonly error?: InjectedError | undefined;
  /** Every request waits so long before it is served, in milliseconds. */
  readonly delayMs?: number | undefined;
  /** More requests than this within a minute are answered with 429; null lifts the limit. */
  readonly callsPerMinute?: number | null | undefined;
}

interface Strike {
  readonly kind: FaultKind;
  readonly error: InjectedError;
}

/** What the control server can do to the router. */
export interface RouterFaults {
  /** Changes what happens to the requests of one scope; what is not named stays as it is. */
  change(scope: FaultScope, changes: FaultChanges): void;
  /** To be asked once for each request. */
  onRequest(request: FaultScope): { readonly delayMs: number; readonly strike: Strike | undefined };
}

interface Rule {
  readonly scope: FaultScope;
  remaining: number;
  kind: FaultKind;
  error: InjectedError;
  delayMs: number;
  callsPerMinute: number | null;
  /** When the calls of the last minute were made. */
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

/** Counts one more call, unless it is one too many. */
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
