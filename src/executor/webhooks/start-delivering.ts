import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { SecretSealer } from '../../ports/secret-sealer.ts';
import type { ObservationStore } from '../../ports/stores/observation-store.ts';
import type { RecoveryStore } from '../../ports/stores/recovery-store.ts';
import type { DueDelivery, WebhookStore } from '../../ports/stores/webhook-store.ts';
import type { SendWebhook, WebhookAnswer } from '../../ports/webhook-sender.ts';
import type { ExecutorContext } from '../context.ts';
import { createElection } from '../election.ts';
import { gasLimitsOf } from '../gas-limits.ts';
import { type Loop, startLoop } from '../start-loop.ts';
import { withinReason } from '../within-reason.ts';
import { chooseDeliveries } from './choose-deliveries.ts';
import { messageOf } from './message-of.ts';
import { isSuccess, nextTry } from './next-try.ts';
import { isWrongSecret, openSecrets } from './open-secrets.ts';
import { signatureHeaders } from './sign-webhook.ts';
import { requireSecret } from './webhook-secret.ts';

/** What sends webhooks. */
export interface WebhookTools {
  send: SendWebhook;
  /** Opens the secrets of webhooks. */
  sealer: Pick<SecretSealer, 'verify' | 'unseal'>;
}

export type DeliverStores = WebhookStore &
  Pick<RecoveryStore, 'instanceId'> &
  Pick<ObservationStore, 'electObserver'>;

type Needs = Pick<
  ExecutorContext<DeliverStores>,
  'journal' | 'holder' | 'policy' | 'clock' | 'logger' | 'outages' | 'signals' | 'chains'
>;

/** Milliseconds between two polls of the feed and at what is due, while there are webhooks. */
const pollEvery = 500;
/** Milliseconds between two polls of a process that is not elected. */
const standbyPollEvery = 5_000;
/** Milliseconds between two polls of the balances of native coins. */
const gasPollEvery = 60_000;
/** Items of the feed in one transaction. */
const pageSize = 500;
/** Messages to one receiver at the same time. A slow one holds up no other. */
const perWebhook = 4;
/** A receiver must answer within so many milliseconds. */
const answerWithin = 15_000;
/** Milliseconds of a delivery's lock: longer than an attempt takes. */
const lockFor = 60_000;
/** Their name in the log of outages. */
const attempts = 'webhook attempts';

/**
 * Sends webhooks, in one elected process. It does nothing until the heartbeat finds a webhook. A
 * process that dies loses nothing: its locks expire, and another one sends what has no answer.
 */
export function startDelivering(context: Needs, tools: WebhookTools): () => Promise<void> {
  const { journal, outages, signals } = context;
  const election = createElection(context, 'webhooks');
  const underWay = new Map<string, number>();
  const sending = new Set<Promise<void>>();
  const ending = new AbortController();
  // The others ask within the first of these polls, or within the second if they start now.
  const secrets = openSecrets(context, tools.sealer, 2 * standbyPollEvery);
  let hasWebhooks = false;
  let isElected = false;
  let gasAt = Number.NEGATIVE_INFINITY;
  let journalId: string | undefined;

  async function round(): Promise<void> {
    isElected = false;
    if (!hasWebhooks) return;
    // A process without the secret, or with another one, leaves the webhooks to one that has it,
    // and says so in the log.
    await requireSecret(tools.sealer);
    if (!(await secrets.mayStand())) return election.leave();
    isElected = await election.isElected();
    if (!isElected) return;
    journalId ??= await journal.instanceId();
    await noticeGas();
    for (;;) {
      const taken = await journal.fanOut(chooseDeliveries, pageSize);
      if (!taken || taken.read < pageSize || ending.signal.aborted) break;
    }
    await sendDue(journalId);
  }

  async function noticeGas(): Promise<void> {
    if (performance.now() - gasAt < gasPollEvery) return;
    gasAt = performance.now();
    await journal.noticeLowGas(gasLimitsOf(context.chains.values()));
  }

  async function sendDue(journalOfMessages: string): Promise<void> {
    const busy = new Map(underWay);
    for (const id of secrets.closed()) busy.set(id, perWebhook);
    const request = { holder: context.holder, ttl: lockFor, perWebhook, underWay: busy };
    for (const delivery of await journal.takeDeliveries(request)) {
      const { id: webhookId } = delivery.webhook;
      underWay.set(webhookId, (underWay.get(webhookId) ?? 0) + 1);
      const sent = attempt(delivery, journalOfMessages)
        .finally(() => {
          const left = (underWay.get(webhookId) ?? 1) - 1;
          if (left === 0) underWay.delete(webhookId);
          else underWay.set(webhookId, left);
          sending.delete(sent);
        })
        .then(() => {
          outages.succeeded(attempts);
          delivering.wake();
        })
        // The lock expires, and the delivery is tried again. The next poll takes others.
        .catch((cause: unknown) => outages.failed(attempts, cause, { component: 'webhooks' }));
      sending.add(sent);
    }
  }

  async function attempt(delivery: DueDelivery, journalOfMessages: string): Promise<void> {
    const { clock, logger, holder } = context;
    const { id, webhook, attempts, expiresAt } = delivery;
    const at = clock.now();
    const opened = await open(delivery, at);
    if (!opened) return;
    const answer = await post(delivery, messageOf(delivery, journalOfMessages), at, opened);
    const follows = nextTry({
      ...{ answer, attempts, expiresAt },
      failingSince: webhook.failingSince,
      now: clock.now(),
      random: Math.random(),
    });
    const error = errorOf(answer);
    await journal.recordAttempt({
      ...{ deliveryId: id, expiresAt, holder },
      attempt: {
        at,
        durationMs: clock.now() - at,
        ...(answer.kind === 'answered' ? { status: answer.status } : {}),
        ...(error === undefined ? {} : { error }),
      },
      ...follows,
    });
    const facts = { webhook: webhook.id, delivery: id, attempt: attempts + 1, error };
    if (follows.disable !== undefined)
      logger.error({ ...facts, reason: follows.disable }, 'webhook disabled');
    else if (error !== undefined) logger.info(facts, 'webhook not delivered');
  }

  /**
   * A fault of this process says nothing about the receiver, so it is no attempt. Undefined: the
   * webhook is left to a process with another secret.
   */
  async function open({ id, webhook }: DueDelivery, at: number): Promise<Uint8Array[] | undefined> {
    try {
      return await secrets.of(webhook, at);
    } catch (cause) {
      if (!isWrongSecret(cause)) throw cause;
      secrets.suspect();
      await journal.releaseDelivery(id, context.holder);
      return undefined;
    }
  }

  async function post(
    { id, webhook: { url } }: DueDelivery,
    body: string,
    sentAt: number,
    secretsOfWebhook: readonly Uint8Array[],
  ): Promise<WebhookAnswer> {
    try {
      const headers = signatureHeaders({ id: `msg_${id}`, sentAt, body }, secretsOfWebhook);
      const { signal } = ending;
      return await tools.send({ url, headers, body, timeout: answerWithin, signal });
    } catch (cause) {
      const { code, message } = toFerrymanError(cause);
      return { kind: 'failed', error: `${code}: ${message}` };
    }
  }

  const delivering: Loop = startLoop(
    {
      name: 'webhooks',
      interval: () =>
        hasWebhooks ? (isElected ? pollEvery : standbyPollEvery) : Number.POSITIVE_INFINITY,
      gap: 20,
      outages,
    },
    round,
  );
  const unlisten = signals.webhooks.listen((there) => {
    if (there && !hasWebhooks) delivering.wake();
    hasWebhooks = there;
  });
  return async () => {
    unlisten();
    await delivering.stop();
    await withinReason(Promise.allSettled([...sending]));
    ending.abort();
    await Promise.allSettled([...sending]);
    await election.leave();
  };
}

function errorOf(answer: WebhookAnswer): string | undefined {
  if (isSuccess(answer)) return undefined;
  return answer.kind === 'failed' ? answer.error : `the receiver answered ${answer.status}`;
}
