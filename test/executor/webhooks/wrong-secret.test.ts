import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/decide/policy.ts';
import { createOutageLog } from '../../../src/errors/outage-log.ts';
import {
  createWebhook,
  newWebhookId,
  rotateWebhookSecret,
} from '../../../src/executor/webhooks/manage-webhooks.ts';
import { createSecretSealer } from '../../../src/keys/create-secret-sealer.ts';
import type { Journal } from '../../../src/ports/journal.ts';
import type { SecretSealer } from '../../../src/ports/secret-sealer.ts';
import {
  engines,
  type JournalsOnBothEngines,
  openOnBothEngines,
} from '../../journal/open-on-both-engines.ts';
import { newWorld, type World } from '../../journal/suite/fixture.ts';
import {
  type AnsweringServer,
  json,
  startAnsweringServer,
} from '../../support/answering-server.ts';
import { sealer } from '../../support/intake-keys.ts';
import { makeWebhook, startDeliverer } from './deliver-for-test.ts';

let journals: JournalsOnBothEngines;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  journals = await openOnBothEngines();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  for (const { journal } of engines.map((engine) => journals[engine]))
    for (const { id } of await journal.listWebhooks()) await journal.deleteWebhook(id);
});
afterAll(() => journals?.close());

/** A clock that can be put forward, with the processes that ask it. */
let forward = 0;
const clock = { now: () => Date.now() + forward };

function another(intakeSecret?: string): SecretSealer {
  const databaseUrl = 'postgres://other';
  return createSecretSealer({
    ...{ databaseUrl, dataFolder: journals.folder },
    ...(intakeSecret === undefined ? {} : { intakeSecret }),
  });
}

async function startReceiver(): Promise<AnsweringServer> {
  const receiver = await startAnsweringServer((_, response) => json({})({} as never, response));
  closers.push(() => receiver.close());
  return receiver;
}

/** A process with the usual term of an election, and what it writes to the log. */
function deliver(journal: Journal, given: SecretSealer) {
  const lines: Record<string, unknown>[] = [];
  const warn = (line: object) => void lines.push({ ...line });
  const logger = { warn, info: () => undefined, error: warn } as never;
  const { deadAfter } = defaultPolicy;
  const outages = createOutageLog({ warn });
  const process = startDeliverer(journal, { sealer: given, outages, logger, clock, deadAfter });
  closers.push(() => process.stop());
  return {
    ...process,
    lines,
    down: () => outages.current().map(({ component, code }) => ({ component, code })),
    /** Polls at once, as it does by itself every 5 s. */
    poll() {
      process.signals.webhooks.announce(false);
      process.signals.webhooks.announce(true);
    },
  };
}

const stateOf = async (journal: Journal, webhookId: string) =>
  (await journal.listDeliveries({ webhookId, limit: 100 })).map(({ state, attempts }) => ({
    state,
    attempts: attempts.map(({ status }) => status),
  }));
const delivered = { state: 'delivered', attempts: [200] };
const untouched = { state: 'pending', attempts: [] };
const isWrong = { component: 'webhooks', code: 'INTAKE_SECRET_WRONG' };

async function isElected({ raw }: World): Promise<boolean> {
  const [row] = await raw(
    `select 1 from observers where chain = 'webhooks' and held_until > now() + interval '1 second'`,
  );
  return row !== undefined;
}

describe.each(engines)('webhooks on %s', (engine) => {
  const world = (): Promise<World> => newWorld(journals[engine]);

  it('wait without an attempt for a process that can open their secrets', async () => {
    const own = await world();
    const { journal } = own;
    const receiver = await startReceiver();
    const { id: webhookId } = await makeWebhook(journal, receiver.url);
    await own.submit();
    const without = deliver(journal, another());
    const withWrong = deliver(journal, another('w'.repeat(32)));
    await expect
      .poll(without.down)
      .toEqual([{ component: 'webhooks', code: 'WEBHOOK_SECRET_MISSING' }]);
    await expect.poll(withWrong.down).toEqual([isWrong]);
    expect(await isElected(own)).toBe(false);
    deliver(journal, sealer);
    await expect.poll(() => stateOf(journal, webhookId)).toEqual([delivered]);
  });

  it('are left by an elected process with another secret to one with the right secret', async () => {
    const own = await world();
    const { journal } = own;
    const receiver = await startReceiver();
    const wrong = deliver(journal, another('w'.repeat(32)));
    await expect.poll(() => isElected(own)).toBe(true);
    const { id: webhookId } = await makeWebhook(journal, receiver.url);
    const right = deliver(journal, sealer);
    for (let count = 0; count < 10; count++) await own.submit();
    await expect.poll(wrong.down).toEqual([isWrong]);
    const all = Array.from({ length: 10 }, () => delivered);
    await expect
      .poll(async () => {
        right.poll();
        return stateOf(journal, webhookId);
      })
      .toEqual(all);
    // The next look at the secrets changes nothing.
    forward += 61_000;
    wrong.poll();
    await own.submit();
    await expect.poll(() => stateOf(journal, webhookId)).toEqual([delivered, ...all]);
    expect(wrong.lines).toHaveLength(1);
    expect(right.lines).toEqual([]);
  });

  it('whose secret is lost hold up no others, and are sent soon after a rotation', async () => {
    const own = await world();
    const { journal } = own;
    const receiver = await startReceiver();
    const now = another('n'.repeat(32));
    const only = deliver(journal, now);
    await expect.poll(() => isElected(own)).toBe(true);
    const webhook = { form: 'standard' as const, topics: ['swap.event'], createdBy: 'a test' };
    const own1 = newWebhookId();
    await createWebhook(
      { journal, sealer: now },
      { id: own1, url: `${receiver.url}/own`, ...webhook },
    );
    const lost = await makeWebhook(journal, `${receiver.url}/lost`);
    await own.submit();
    await expect.poll(only.down).toEqual([isWrong]);
    await expect.poll(() => stateOf(journal, own1)).toEqual([delivered]);
    // Another process might have been elected meanwhile.
    forward += 11_000;
    await own.submit();
    await expect
      .poll(async () => {
        only.poll();
        return stateOf(journal, own1);
      })
      .toEqual([delivered, delivered]);
    expect(await stateOf(journal, lost.id)).toEqual([untouched, untouched]);
    // One outage, though other messages are delivered.
    expect(only.lines).toHaveLength(1);
    await rotateWebhookSecret({ journal, sealer: now }, lost.id);
    forward += 61_000;
    await expect.poll(() => stateOf(journal, lost.id)).toEqual([delivered, delivered]);
    expect(only.down()).toEqual([]);
  });

  it('are signed with the new secret alone if the old one cannot be opened, and the log says so once', async () => {
    const own = await world();
    const { journal } = own;
    const receiver = await startReceiver();
    const { id: webhookId } = await makeWebhook(journal, receiver.url);
    const now = another('n'.repeat(32));
    const secret = await rotateWebhookSecret({ journal, sealer: now }, webhookId);
    const { lines, down } = deliver(journal, now);
    await own.submit();
    await own.submit();
    await expect.poll(() => stateOf(journal, webhookId)).toEqual([delivered, delivered]);
    for (const { text, headers } of receiver.requests) {
      expect(headers['webhook-signature']).toMatch(/^v1,\S+$/);
      new StandardWebhook(secret).verify(text, headers as Record<string, string>);
    }
    expect(down()).toEqual([]);
    expect(lines).toMatchObject([{ webhook: webhookId, code: 'INTAKE_SECRET_WRONG' }]);
  });
});
