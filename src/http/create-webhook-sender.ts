import type { lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { readRetryAfter } from '../core/text/retry-after.ts';
import type { SendWebhook, WebhookPolicy } from '../ports/webhook-sender.ts';
import { isPublicAddress } from './public-address.ts';
import { publicLookup } from './public-lookup.ts';
import { timeLimit } from './time-limit.ts';

/** Bytes of an answer that are read, so that its connection can be used again. */
const longestAnswer = 65_536;

interface SenderOptions extends WebhookPolicy {
  /** Resolves names; default: the system's. */
  lookup?: typeof systemLookup;
}

/**
 * Why a URL cannot be one of a webhook; `undefined` if it can. A name is resolved only when its
 * message is sent, and judged by its addresses then.
 */
export function webhookUrlFault(url: string, policy: WebhookPolicy): string | undefined {
  if (!URL.canParse(url)) return 'is no URL';
  const { protocol, username, password, hash } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return 'is no https URL';
  if (username + password !== '') return 'has a user or password in it';
  if (hash !== '') return 'has a fragment';
  const host = hostOf(url);
  if (isAllowed(host, policy)) return undefined;
  if (protocol === 'http:') return 'goes over the network without TLS';
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'is an address that is not public';
  return undefined;
}

/** Sends messages to public addresses only, unless the policy allows more. */
export function createWebhookSender(
  options: SenderOptions,
): SendWebhook & { close(): Promise<void> } {
  const agent = new Agent({
    connect: {
      lookup: publicLookup({
        isAllowed: (host) => isAllowed(host, options),
        ...(options.lookup ? { lookup: options.lookup } : {}),
      }),
      timeout: 10_000,
    },
    maxResponseSize: longestAnswer,
    maxHeaderSize: 16_384,
    keepAliveTimeout: 5_000,
  });
  const send: SendWebhook = async ({ url, headers, body, timeout, signal: stopped }) => {
    const signal = AbortSignal.any([stopped, timeLimit(timeout)]);
    const fault = webhookUrlFault(url, options);
    if (fault !== undefined) return { kind: 'failed', error: `the address ${fault}` };
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'ferryman', ...headers },
        body,
        signal,
      });
      // What it says is of no interest, and may be anything.
      await answer.body.dump({ limit: longestAnswer, signal }).catch(() => undefined);
      const get = (name: string): string | null => [answer.headers[name]].flat()[0] ?? null;
      // `nextTry` limits it.
      const retryAfter = readRetryAfter({ get }, Number.POSITIVE_INFINITY);
      return {
        kind: 'answered',
        status: answer.statusCode,
        ...(retryAfter === undefined ? {} : { retryAfter }),
      };
    } catch (cause) {
      return { kind: 'failed', error: `${hostOf(url)}: ${describe(cause, signal)}` };
    }
  };
  return Object.assign(send, { close: () => agent.destroy() });
}

function isAllowed(
  host: string,
  { allowPrivateAddresses, allowedHosts = [] }: WebhookPolicy,
): boolean {
  return allowPrivateAddresses === true || allowedHosts.includes(host);
}

/** In lower case; an IPv6 address without its brackets. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

function describe(cause: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time';
  if (!(cause instanceof Error)) return 'the request failed';
  const inner = cause.cause instanceof Error ? cause.cause.message : cause.message;
  return inner.slice(0, 200);
}
