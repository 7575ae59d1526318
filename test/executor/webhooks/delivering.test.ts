import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SwapState } from '../../../src/core/swap/swap.ts';
import { rotateWebhookSecret } from '../../../src/executor/webhooks/manage-webhooks.ts';
import type { Journal } from '../../../src/ports/journal.ts';
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
import { builtProgram } from '../../support/built-program.ts';
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

type Reply = (response: ServerResponse, attempt: number, path: string) => void;

const ok: Reply = (response) => json({})({} as never, response);
const refuse =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    json({}, status, headers)({} as never, response);

async function startReceiver(reply: Reply = ok): Promise<AnsweringServer> {
  let attempts = 0;
  const receiver = await startAnsweringServer(({ path }, response) => {
    attempts += 1;
    reply(response, attempts, path);
  });
  closers.push(() => receiver.close());
  return receiver;
}

function deliver(...options: Parameters<typeof startDeliverer>) {
  const deliverer = startDeliverer(...options);
  closers.push(() => deliverer.stop());
  return deliverer;
}

async function move({ journal }: World, id: string, state: SwapState): Promise<void> {
  const version = (await journal.findSwap(id as never))?.swap.version ?? 0;
  await journal.transition({ swapId: id as never, version, state, fundsState: 'untouched' });
}

const bodies = ({ requests }: AnsweringServer) => requests.map(({ text }) => JSON.parse(text));
const stateOf = async (journal: Journal, webhookId: string) =>
  (await journal.listDeliveries({ webhookId, limit: 100 })).map(({ state, attempts }) => ({
    state,
    attempts: attempts.map(({ status }) => status),
  }));

describe.each(engines)('webhooks on %s', (engine) => {
  const world = (): Promise<World> => newWorld(journals[engine]);

  it('get each event once, signed as the standard says, and by the old secret too for a day', async () => {
    const own = await world();
    const { journal } = own;
    await own.submit();
    const receiver = await startReceiver();
    const { id: webhookId, secret } = await makeWebhook(journal, receiver.url);
    deliver(journal);
    const { id } = await own.submit();
    await expect.poll(() => receiver.requests.length).toBe(1);
    const newSecret = await rotateWebhookSecret({ journal, sealer }, webhookId);
    await move(own, id, 'failed');
    await expect
      .poll(() => stateOf(journal, webhookId))
      .toEqual([
        { state: 'delivered', attempts: [200] },
        { state: 'delivered', attempts: [200] },
      ]);
    expect(bodies(receiver)).toMatchObject([
      { type: 'swap.event', data: { type: 'swap_submitted', seq: 1, swap: { id } } },
      { type: 'swap.event', data: { state: 'failed', seq: 2, swap: { id } } },
    ]);
    const [first, second] = receiver.requests;
    const verify = (key: string, request = second): unknown =>
      new StandardWebhook(key).verify(request?.text ?? '', request?.headers as never);
    expect(verify(secret, first)).toMatchObject({ type: 'swap.event' });
    expect(() => verify(newSecret, first)).toThrow('No matching signature');
    expect(verify(secret)).toEqual(verify(newSecret));
    expect(() => verify('whsec_c29tZSBvdGhlciBzZWNyZXQgb2Ygb3RoZXJz')).toThrow();
    expect(first?.headers['webhook-id']).toMatch(/^msg_[0-9a-f-]{36}$/);
    expect(first?.headers['content-type']).toBe('application/json');
  });

  it('get what they chose, under the most telling topic, and of their wallets', async () => {
    const own = await world();
    const { journal, wallet } = own;
    const receiver = await startReceiver();
    const topics = ['swap.needs_review', 'swap.funds_unknown', 'wallet.frozen'];
    const of = (wallets: string[]) =>
      makeWebhook(journal, receiver.url, { topics, wallets, form: 'slack' });
    const { id: webhookId } = await of([wallet.name]);
    await of(['another']);
    deliver(journal);
    const { id } = await own.submit();
    await move(own, id, 'needs_review');
    await own.raw(
      `update wallets set frozen_reason = 'a <nonce> nobody knows' where id = '${wallet.id}'`,
    );
    await expect.poll(() => receiver.requests.length).toBe(2);
    await expect.poll(() => stateOf(journal, webhookId)).toHaveLength(2);
    const texts = bodies(receiver).sort((a, b) => (a.text < b.text ? -1 : 1));
    expect(texts).toMatchObject([
      { text: expect.stringMatching(`The swap ${id} .* needs a person`) },
      {
        text: expect.stringContaining(`${wallet.name} is frozen: a &lt;nonce&gt; nobody`),
        blocks: [{ text: { type: 'mrkdwn', text: expect.stringContaining('&lt;nonce&gt;') } }],
      },
    ]);
  });

  it('are tried again after a refusal, with the same id, and replayed when asked for', async () => {
    const own = await world();
    const { journal } = own;
    const receiver = await startReceiver((response, attempt, path) =>
      attempt === 1 ? refuse(503)(response, attempt, path) : ok(response, attempt, path),
    );
    const { id: webhookId } = await makeWebhook(journal, receiver.url);
    deliver(journal);
    await own.submit();
    await expect
      .poll(() => stateOf(journal, webhookId))
      .toEqual([{ state: 'pending', attempts: [503] }]);
    expect((await journal.findWebhook(webhookId))?.failingSince).toBeDefined();
    // Its time has come.
    await own.raw(`update deliveries set due_at = now() where webhook_id = '${webhookId}'`);
    await expect
      .poll(() => stateOf(journal, webhookId))
      .toEqual([{ state: 'delivered', attempts: [503, 200] }]);
    expect(await journal.findWebhook(webhookId)).not.toHaveProperty('failingSince');
    const [delivery] = await journal.listDeliveries({ webhookId, limit: 1 });
    expect(await journal.replayDeliveries({ webhookId, deliveryId: delivery?.id ?? '' })).toBe(1);
    await expect.poll(() => receiver.requests.length).toBe(3);
    const since = delivery?.createdAt ?? 0;
    await expect.poll(() => stateOf(journal, webhookId)).toMatchObject([{ state: 'delivered' }]);
    expect(await journal.replayDeliveries({ webhookId, since: since + 1 })).toBe(0);
    expect(await journal.replayDeliveries({ webhookId, since })).toBe(1);
    await expect.poll(() => receiver.requests.length).toBe(4);
    const ids = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    const texts = new Set(receiver.requests.map(({ text }) => text));
    expect([ids.size, texts.size]).toEqual([1, 1]);
  });

  it('are removed when they ended long enough ago, and a pending one never', async () => {
    const own = await world();
    const { journal } = own;
    const receiver = await startReceiver((response, attempt, path) =>
      path === '/down' ? refuse(503)(response, attempt, path) : ok(response, attempt, path),
    );
    const { id: webhookId } = await makeWebhook(journal, receiver.url);
    const { id: failing } = await makeWebhook(journal, `${receiver.url}/down`);
    const deliverer = deliver(journal);
    await own.submit();
    await own.submit();
    const bothTried = async () =>
      [...(await stateOf(journal, webhookId)), ...(await stateOf(journal, failing))].map(
        ({ attempts }) => attempts.length,
      );
    await expect.poll(bothTried).toEqual([1, 1, 1, 1]);
    await deliverer.stop();
    const [delivered] = await journal.listDeliveries({ webhookId, limit: 1 });
    // One of the other webhook has been given up.
    await own.raw(
      `update deliveries set state = 'failed' where id = (
         select id from deliveries where webhook_id = '${failing}' order by position limit 1)`,
    );
    // Pages of one find all of them.
    const remove = async (endedFor: number, limit = 1) => {
      let [total, after]: [number, bigint | undefined] = [0, 0n];
      while (after !== undefined) {
        const page = await journal.removeDeliveries({ endedFor, after, limit });
        [total, after] = [total + page.removed, page.next];
      }
      return total;
    };
    expect(await remove(3_600_000)).toBe(0);
    await own.raw(
      `update deliveries set created_at = now() - interval '9 days', due_at = now() - interval '8 days'`,
    );
    const days = (count: number) => count * 86_400_000;
    expect(await remove(days(9))).toBe(0);
    await own.raw(`update deliveries set due_at = now() where id = '${delivered?.id}'`);
    await remove(days(7));
    expect(await stateOf(journal, webhookId)).toEqual([{ state: 'delivered', attempts: [200] }]);
    expect(await stateOf(journal, failing)).toMatchObject([{ state: 'pending' }]);
    await own.raw(
      `update deliveries set due_at = now() - interval '8 days' where id = '${delivered?.id}'`,
    );
    expect(await remove(days(7), 500)).toBe(1);
    const gone = { webhookId, deliveryId: delivered?.id ?? '' };
    expect(await journal.replayDeliveries(gone)).toBe(0);
    // Nothing sends those of a deleted webhook.
    await journal.deleteWebhook(failing);
    await own.raw(`update deliveries set due_at = now() - interval '8 days'`);
    expect(await remove(days(7), 500)).toBe(1);
  });

  it('are sent again if a replay is asked for during an attempt', async () => {
    const own = await world();
    const { journal } = own;
    let let1: () => void = () => undefined;
    const receiver = await startReceiver((response, attempt, path) => {
      if (attempt > 1) return ok(response, attempt, path);
      let1 = () => ok(response, attempt, path);
    });
    const { id: webhookId } = await makeWebhook(journal, receiver.url);
    deliver(journal);
    await own.submit();
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(await journal.replayDeliveries({ webhookId, since: 0 })).toBe(1);
    let1();
    await expect
      .poll(() => stateOf(journal, webhookId))
      .toEqual([{ state: 'delivered', attempts: [200, 200] }]);
  });

  it('are disabled by a 410, and by days of failures, with the reason', async () => {
    const own = await world();
    const { journal } = own;
    const receiver = await startReceiver((response, attempt, path) =>
      refuse(path === '/gone' ? 410 : 500)(response, attempt, path),
    );
    const gone = await makeWebhook(journal, `${receiver.url}/gone`);
    const broken = await makeWebhook(journal, `${receiver.url}/broken`);
    await own.raw(
      `update webhooks set failing_since = now() - interval '73 hours' where id = '${broken.id}'`,
    );
    const deliverer = deliver(journal);
    await own.submit();
    const reason = async ({ id }: { id: string }) =>
      (await journal.findWebhook(id))?.disabledReason;
    await expect.poll(() => reason(gone)).toContain('410');
    await expect.poll(() => reason(broken)).toMatch(/^every message has failed since 20/);
    const acts = (await journal.listActs({ limit: 10 })).filter(
      ({ actor }) => actor === 'Ferryman',
    );
    expect(acts.map(({ action, subject }) => `${action} ${subject}`).sort()).toEqual(
      [broken, gone].map((one) => `disableWebhook webhook ${one.id}`).sort(),
    );
    const beat = await journal.beat({ instance: 'a', roles: ['recover'], ttl: 1 });
    expect(beat).toMatchObject({ hasWebhooks: false });
    deliverer.signals.webhooks.announce(beat.hasWebhooks);
    await own.submit();
    await journal.enableWebhook(gone.id);
    expect(await journal.beat({ instance: 'a', roles: ['recover'], ttl: 1 })).toMatchObject({
      hasWebhooks: true,
    });
    deliverer.signals.webhooks.announce(true);
    const { id } = await own.submit();
    await expect.poll(() => receiver.requests.length).toBe(3);
    // What happened while it was disabled is not made up for.
    expect(bodies(receiver).at(-1)).toMatchObject({ data: { swap: { id } } });
  });

  it('lose nothing when the sender dies, and are not sent by two at once', async () => {
    const own = await world();
    const { journal } = own;
    const receiver = await startReceiver();
    const { id: webhookId } = await makeWebhook(journal, receiver.url);
    // Sends, and dies before it has recorded the answer.
    const dying = new AbortController();
    const first = deliver(journal, {
      send: async ({ headers, body }) => {
        await fetch(receiver.url, { method: 'POST', headers, body });
        return new Promise((_, reject) =>
          dying.signal.addEventListener('abort', () => reject(new Error('dead'))),
        );
      },
    });
    closers.push(async () => dying.abort());
    const ids = [(await own.submit()).id, (await own.submit()).id];
    await expect.poll(() => receiver.requests.length).toBe(2);
    first.signals.webhooks.announce(false);
    // It is not elected any more.
    await expect
      .poll(() => own.raw(`select from observers where chain = 'webhooks' and held_until < now()`))
      .toHaveLength(1);
    const second = deliver(journal);
    await own.submit();
    await expect.poll(() => receiver.requests.length).toBe(3);
    await expect
      .poll(() => stateOf(journal, webhookId))
      .toMatchObject([{ state: 'delivered' }, { state: 'pending' }, { state: 'pending' }]);
    // The dead one's locks run out.
    await own.raw(`update deliveries set locked_until = now() where webhook_id = '${webhookId}'`);
    await expect.poll(() => receiver.requests.length).toBe(5);
    await expect
      .poll(async () =>
        (await stateOf(journal, webhookId)).every((one) => one.state === 'delivered'),
      )
      .toBe(true);
    const sent = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(sent.slice(0, 2))).toEqual(new Set(sent.slice(3)));
    expect(
      new Set(
        bodies(receiver)
          .slice(3)
          .map(({ data }) => data.swap.id),
      ),
    ).toEqual(new Set(ids));
    dying.abort();
    await second.stop();
  });

  it('do not wait for a slow receiver', async () => {
    const own = await world();
    const { journal } = own;
    const held: ServerResponse[] = [];
    const slow = await startReceiver((response) => void held.push(response));
    const quick = await startReceiver();
    const { id } = await makeWebhook(journal, slow.url);
    await makeWebhook(journal, quick.url);
    deliver(journal);
    for (let count = 0; count < 7; count += 1) await own.submit();
    await expect.poll(() => quick.requests.length).toBe(7);
    expect(held).toHaveLength(4);
    while (held.length > 0) {
      for (const response of held.splice(0)) response.end('{}');
      await expect.poll(() => held.length + slow.requests.length).toBeGreaterThanOrEqual(7);
    }
    await expect
      .poll(async () => (await stateOf(journal, id)).filter(({ state }) => state === 'delivered'))
      .toHaveLength(7);
  });

  it('tell once that a wallet has run low on gas, and again when it does so again', async () => {
    const own = await world();
    const { journal, chain } = own;
    await own.lease(await own.ready());
    const [balance] = (await journal.balances()).filter((one) => one.chain === chain);
    if (!balance) throw new Error('no balance is known');
    const { token } = balance;
    const notice = (below: bigint) => journal.noticeLowGas([{ chain, token, below }]);
    const limit = balance.balance + 1n;
    const before = await journal.feedEnd();
    expect([await notice(limit), await notice(limit)]).toEqual([1, 0]);
    expect([await notice(0n), await notice(limit)]).toEqual([0, 1]);
    const notices = await journal.readFeed({ after: before, limit: 10 });
    expect(notices).toMatchObject([
      { type: 'low_gas', wallet: balance.wallet, chain, data: { belowBaseUnits: `${limit}` } },
      { type: 'low_gas', wallet: balance.wallet, chain },
    ]);
  });
});

describe('a process that sends webhooks', () => {
  it('loses nothing when it is killed before it has recorded an answer', async () => {
    const own = await newWorld(journals.postgres);
    const { journal } = own;
    const held: ServerResponse[] = [];
    let isHeld = true;
    const receiver = await startReceiver((response, attempt, path) =>
      isHeld ? void held.push(response) : ok(response, attempt, path),
    );
    const { id: webhookId } = await makeWebhook(journal, receiver.url);
    const ids = new Set([(await own.submit()).id, (await own.submit()).id]);
    const program = builtProgram('test/programs/webhook-sender');
    const sender = spawn(process.execPath, [program, journals.databaseUrl], { stdio: 'ignore' });
    closers.push(async () => void sender.kill('SIGKILL'));
    await expect.poll(() => held.length).toBe(2);
    const ended = once(sender, 'exit');
    sender.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    for (const response of held) response.destroy();
    expect(await stateOf(journal, webhookId)).toEqual([
      { state: 'pending', attempts: [] },
      { state: 'pending', attempts: [] },
    ]);
    // The dead one's locks run out.
    await own.raw(`update deliveries set locked_until = now() where webhook_id = '${webhookId}'`);
    isHeld = false;
    deliver(journal);
    await expect
      .poll(() => stateOf(journal, webhookId))
      .toEqual([
        { state: 'delivered', attempts: [200] },
        { state: 'delivered', attempts: [200] },
      ]);
    const sent = receiver.requests.map(({ headers, text }) => ({
      id: headers['webhook-id'],
      text,
    }));
    expect(sent).toHaveLength(4);
    // The same messages under the same ids, so that a receiver knows them again.
    expect(sent.slice(2)).toEqual(expect.arrayContaining(sent.slice(0, 2)));
    expect(new Set(bodies(receiver).map(({ data }) => data.swap.id))).toEqual(ids);
  });
});
