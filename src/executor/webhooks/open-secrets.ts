import { type FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { SecretSealer } from '../../ports/secret-sealer.ts';
import type { Webhook, WebhookStore } from '../../ports/stores/webhook-store.ts';
import type { ExecutorContext } from '../context.ts';

type Needs = Pick<
  ExecutorContext<Pick<WebhookStore, 'listWebhooks'>>,
  'journal' | 'clock' | 'logger' | 'outages'
>;

/** What a process can do with the secrets of webhooks. */
export interface OpenSecrets {
  /** Webhooks whose secret this process could not open. */
  closed(): readonly string[];
  /**
   * Looks at all secrets once in a while, if one could not be opened. Returns whether this process
   * may stand for the election.
   */
  mayStand(): Promise<boolean>;
  /** A secret could not be opened: the next `mayStand` looks at all of them. */
  suspect(): void;
  /** The secrets that sign a message, the current one first. Throws `INTAKE_SECRET_WRONG`. */
  of(webhook: Webhook, sentAt: number): Promise<Uint8Array[]>;
}

/** Milliseconds between two looks at secrets that could not be opened. */
const lookEvery = 60_000;

/**
 * Keeps a process that has another intake secret from holding up one that has the right one. After
 * the loss of a secret there may be none that opens all: then each has its turn.
 *
 * @param asideFor milliseconds for which a process that can open only some stands aside, so that
 *   one that can open the others is elected
 */
export function openSecrets(
  { journal, clock, logger, outages }: Needs,
  sealer: Pick<SecretSealer, 'unseal'>,
  asideFor: number,
): OpenSecrets {
  const source = 'webhook secrets';
  const component = 'webhooks';
  let closed: string[] = [];
  /** The first look comes before the process stands for the election. */
  let lookAt = Number.NEGATIVE_INFINITY;
  let asideUntil = Number.NEGATIVE_INFINITY;
  const warned = new Set<string>();

  async function look(): Promise<void> {
    const enabled = (await journal.listWebhooks()).filter((webhook) => webhook.enabled);
    const opened = await Promise.all(
      enabled.map(async ({ id, sealedSecret }) => {
        return { id, secret: await tryToOpen(sealer, id, sealedSecret) };
      }),
    );
    const faults = opened.flatMap(({ id, secret }) => ('fault' in secret ? [{ id, secret }] : []));
    const [first] = faults;
    const now = clock.now();
    closed = faults.map(({ id }) => id);
    lookAt = first ? now + lookEvery : Number.POSITIVE_INFINITY;
    if (!first) return outages.succeeded(source);
    asideUntil = now + (closed.length < enabled.length ? asideFor : lookEvery);
    outages.failed(source, first.secret.fault, { component });
  }

  return {
    closed: () => closed,
    async mayStand() {
      if (clock.now() >= lookAt) await look();
      return clock.now() >= asideUntil;
    },
    suspect() {
      lookAt = Number.NEGATIVE_INFINITY;
    },
    async of({ id, sealedSecret, sealedOldSecret, oldSecretUntil = 0 }, sentAt) {
      const current = await sealer.unseal(id, sealedSecret);
      if (sealedOldSecret === undefined || sentAt >= oldSecretUntil) return [current];
      const old = await tryToOpen(sealer, id, sealedOldSecret);
      if ('bytes' in old) return [current, old.bytes];
      // The intake secret was lost: no process can sign with the old secret of the webhook any more.
      if (!warned.has(sealedOldSecret)) {
        const { code, message } = old.fault;
        logger.warn({ webhook: id, code, reason: message }, 'only the new secret signs');
      }
      warned.add(sealedOldSecret);
      return [current];
    },
  };
}

/** Throws what does not mean that it was sealed under another secret. */
async function tryToOpen(
  sealer: Pick<SecretSealer, 'unseal'>,
  id: string,
  sealed: string,
): Promise<{ bytes: Uint8Array } | { fault: FerrymanError }> {
  try {
    return { bytes: await sealer.unseal(id, sealed) };
  } catch (cause) {
    if (!isWrongSecret(cause)) throw cause;
    return { fault: toFerrymanError(cause) };
  }
}

export function isWrongSecret(cause: unknown): boolean {
  return toFerrymanError(cause).code === 'INTAKE_SECRET_WRONG';
}
