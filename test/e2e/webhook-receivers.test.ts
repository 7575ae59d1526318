import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotateWebhookSecret } from '../../src/executor/webhooks/manage-webhooks.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { makeWebhook, startDeliverer } from '../executor/webhooks/deliver-for-test.ts';
import { openForTest } from '../journal/open-for-test.ts';
import { newWorld, type OpenedJournal } from '../journal/suite/fixture.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { documentedSnippets } from '../support/documented-commands.ts';
import { sealer } from '../support/intake-keys.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';
let opened: OpenedJournal;
let deliverer: ReturnType<typeof startDeliverer>;
const receivers: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-receivers-'));
  const page = await readFile(join(root, 'docs/guides/webhooks.md'), 'utf8');
  for (const snippet of documentedSnippets(page)) {
    const [, name] = 'text' in snippet ? (/^\S+ (receive\.\w+)\n/.exec(snippet.text) ?? []) : [];
    if (name && 'text' in snippet) await writeFile(join(folder, name), snippet.text);
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await copyJournalTemplate(folder);
  opened = await openForTest(await openPgliteClient(join(folder, 'journal')));
  deliverer = startDeliverer(opened.journal);
});
afterAll(async () => {
  for (const one of receivers) if (one.exitCode === null) one.kill();
  await deliverer.stop();
  await opened.close();
  await rm(folder, { recursive: true });
});

/** A program of the page that receives with this secret. */
async function start(program: string, file: string, secret: string) {
  const child = spawn(program, [file], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  receivers.push(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const [, port] = /^listening on port (\d+)$/m.exec(said.stdout) ?? [];
  if (port === undefined) throw new Error(`it does not start: ${said.stderr}`);
  return { said, url: `http://127.0.0.1:${port}/` };
}

describe.each([
  ['node', 'receive.mjs'],
  ['python3', 'receive.py'],
])('the receiver of the guide in %s', (program, file) => {
  it('takes what is signed with its secret once, and refuses everything else', async () => {
    const { journal } = opened;
    const world = await newWorld(opened);
    // The program needs the secret before it has an address.
    const { id, secret } = await makeWebhook(journal, 'http://127.0.0.1:9/');
    const { said, url } = await start(program, file, secret);
    await journal.changeWebhook(id, { url });
    const swap = (await world.submit()).id;
    await expect.poll(() => said.stdout).toContain(`swap.event ${swap}\n`);

    // While it has the old secret, both sign; and a replay has the id of the first time.
    await rotateWebhookSecret({ journal, sealer }, id);
    const states = async () =>
      (await journal.listDeliveries({ webhookId: id, limit: 10 })).map((one) => [
        one.state,
        one.attempts.at(-1)?.status,
        one.attempts.length,
      ]);
    await expect.poll(states).toEqual([['delivered', 204, 1]]);
    await journal.replayDeliveries({ webhookId: id, since: 0 });
    await expect.poll(states).toEqual([['delivered', 204, 2]]);
    expect(said.stdout.match(new RegExp(swap, 'g'))).toHaveLength(1);

    // Another webhook has another secret.
    const other = await makeWebhook(journal, url);
    await journal.insertTest(other.id);
    await expect.poll(() => said.stderr).toContain('refused: ');
    const old = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1700000000' };
    for (const headers of [{}, old, { ...old, 'webhook-signature': 'v1,AAAA' }])
      expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(400);
    expect(said.stdout.trim().split('\n')).toHaveLength(2);
    for (const one of [id, other.id]) await journal.deleteWebhook(one);
  });
});
