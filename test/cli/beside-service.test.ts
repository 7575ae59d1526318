import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../src/compose.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { Ferryman } from '../../src/ferryman.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { openSigningLog } from '../../src/keys/signing-log/open-signing-log.ts';
import { createAnswerCheck } from '../support/check-answer.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';
import { type CliResult, ferryman } from './io-for-test.ts';

const account = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
const router = { url: 'http://127.0.0.1:9' };
const chains = { ETH: { chainId: 31_337, rpcUrls: ['http://127.0.0.1:9'] } };

let folder = '';
let service: Ferryman;
let api: TestApi;
const checkAnswer = createAnswerCheck();

/** A service whose journal has lost a payment of a wallet, beside the signing log that has it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-beside-'));
  await writeFile(join(folder, 'ferryman.config.json'), JSON.stringify({ router, chains }));
  const dataFolder = join(folder, '.ferryman');
  await copyJournalTemplate(dataFolder);
  const journal = await openJournal({ kind: 'pglite', folder: join(dataFolder, 'journal') });
  await journal.createWallet({ name: 'treasury', family: 'tron', address: account, keyRef: 'x' });
  const instanceId = await journal.instanceId();
  await journal.recordLosses([
    {
      ...{ instanceId, chain: 'TRON', txId: 'ab'.repeat(32), account, step: 'swap', kind: 'pay' },
      ...{ swapId: randomUUID() as SwapId, idempotencyKey: 'invoice-17', retries: [] },
      ...{ signedAt: Date.now(), sequence: 1n },
    },
  ]);
  await journal.close();
  const signingLog = openSigningLog({ dataFolder, now: Date.now });
  await signingLog.bind(instanceId);
  await signingLog.close();
  service = await compose({
    dataFolder,
    router: { baseUrl: router.url, timeoutMs: 1_000, slippageUnit: 'fraction' } as never,
    chains: [],
    policy: defaultPolicy,
    logger: pino({ level: 'silent' }),
  });
  api = await serveTestApi(service);
});
afterAll(async () => {
  await api?.close();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (parameters: string[], answers?: string[]): Promise<CliResult> =>
  ferryman(parameters, {
    folder,
    environment: api.environment,
    ...(answers ? { answers } : {}),
  });

describe('without a running service', () => {
  it('a command opens the journal, writes where it is told to, and is in the audit log', async () => {
    const own = await mkdtemp(join(tmpdir(), 'ferryman-alone-'));
    await writeFile(join(own, 'ferryman.config.json'), JSON.stringify({ router, chains }));
    const dataFolder = join(own, '.ferryman');
    await copyJournalTemplate(dataFolder);
    const run = ['retention', 'run', '--after-days', '30', '--to', 'archives', '--json'];
    const report = (await ferryman(run, { folder: own })).json();
    expect(report).toMatchObject({ orders: 0, folder: join(own, 'archives') });
    const journal = await openJournal({ kind: 'pglite', folder: join(dataFolder, 'journal') });
    expect(await journal.listActs({ limit: 10 })).toMatchObject([
      {
        ...{ actor: expect.stringMatching(/^operator /), action: 'runRetention' },
        data: { payloadsAfterDays: 30, folder: join(own, 'archives') },
      },
    ]);
    await journal.close();
    await rm(own, { recursive: true });
  });
});

describe('beside a running service', () => {
  it('without a key, the message says how to let the service do it', async () => {
    const { code, stderr } = await ferryman(['journal', 'show'], { folder });
    expect(code).toBe(1);
    expect(stderr).toContain('error FOLDER_IN_USE');
    expect(stderr).toContain('FERRYMAN_API_KEY_FILE');
  });

  it('without a key or a configuration, the message says so too', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'ferryman-empty-'));
    const run = ['retention', 'run', '--after-days', '30'];
    const { stderr } = await ferryman(run, { folder: empty });
    expect(stderr).toContain('error CONFIG_INVALID');
    expect(stderr).toContain('FERRYMAN_API_KEY_FILE');
    const elsewhere = await ferryman([...run, '--to', 'x'], { folder: empty });
    expect(elsewhere.stderr).toContain('leave it out');
    await rm(empty, { recursive: true });
  });

  it('refuses a release before the losses are adopted, and what has no reason', async () => {
    const early = await call(['wallet', 'unfreeze', 'treasury', '--reason', 'checked', '--yes']);
    expect(early.stderr).toContain('error JOURNAL_WENT_BACK');
    expect(await call(['journal', 'adopt', '--reason', ' '])).toMatchObject({ code: 2 });
  });

  it('shows and adopts the journal, once a person agrees', async () => {
    const shown = (await call(['journal', 'show', '--json'])).json();
    expect(shown).toMatchObject({ lost: [{ account, adopted: false }] });
    expect(shown.ownInstanceId).toBe(shown.instanceId);
    checkAnswer('GET', '/v1/journal', { status: 200, body: shown });
    const adopt = ['journal', 'adopt', '--reason', 'compared with TRON', '--by', 'ada', '--json'];
    const declined = await call(adopt, ['n']);
    expect(declined).toMatchObject({ code: 1, stdout: '' });
    expect((await call(['journal', 'show', '--json'])).json()).toEqual(shown);
    const adopted = (await call(adopt, ['y'])).json();
    expect(adopted).toMatchObject({ lost: [{ account, adopted: true }] });
    checkAnswer('POST', '/v1/journal/adopt', { status: 200, body: adopted });
  });

  it('shows and releases the wallet, and each act is in the audit log', async () => {
    const why = await call(['wallet', 'unfreeze', 'treasury', '--json']);
    expect(why.json()).toMatchObject({ frozenReason: expect.any(String), released: false });
    checkAnswer('GET', '/v1/wallets/treasury/freeze', { status: 200, body: why.json() });
    const release = ['wallet', 'unfreeze', 'treasury', '--reason', 'never landed'];
    expect(await call(release, ['no'])).toMatchObject({ code: 1, stdout: '' });
    const released = await call([...release, '--yes', '--json'], []);
    expect(released.json()).toMatchObject({ released: true });
    expect((await call(['wallet', 'unfreeze', 'treasury'])).stdout).toContain('is not frozen');
    expect((await call(release)).stderr).toContain('error INVALID_REQUEST');
    const { entries } = (await call(['audit', 'list', '--json'])).json();
    const acts = entries.map(({ action, subject, reason, data }: Record<string, never>) => [
      action,
      subject,
      reason,
      data,
    ]);
    expect(acts).toContainEqual(['adoptJournal', 'journal', 'compared with TRON (ada)', {}]);
    expect(acts).toContainEqual([
      ...['unfreezeWallet', 'wallet treasury', 'never landed'],
      expect.objectContaining({ family: 'tron' }),
    ]);
  });

  it('runs retention with the ages that are given, once a person agrees to what is lost', async () => {
    const run = ['retention', 'run'];
    expect((await call(run)).stderr).toContain(
      '--after-days: is absent: give it, or set retention.payloadsAfterDays',
    );
    const archived = (await call([...run, '--after-days', '30', '--json'])).json();
    const archive = join(folder, '.ferryman', 'archive');
    expect(archived).toEqual({ orders: 0, removedBytes: 0, archivedBytes: 0, folder: archive });
    checkAnswer('POST', '/v1/retention/run', { status: 200, body: archived });
    const remove = [...run, '--deliveries-after-days', '7'];
    expect(await call(remove, ['n'])).toMatchObject({ code: 1, stdout: '' });
    expect((await call(remove)).stderr).toContain('error INPUT_NEEDED');
    expect((await call(remove, ['y'])).stdout).toBe('0 deliveries of webhooks removed');
    const { entries } = (await call(['audit', 'list', '--json'])).json();
    const acts = entries.filter(({ action }: { action: string }) => action === 'runRetention');
    const by = { subject: 'journal', actor: expect.stringMatching(/^API key /) };
    expect(acts).toMatchObject([
      { ...by, data: { folder: archive, deliveriesAfterDays: 7 } },
      { ...by, data: { folder: archive, payloadsAfterDays: 30 } },
    ]);
    // The service chooses where it writes: another folder is for a command that has the journal.
    expect((await call([...run, '--after-days', '30', '--to', 'x'])).stderr).toContain(
      'error FOLDER_IN_USE',
    );
  });

  it('is refused where the signing log is not, and for keys without the scope', async () => {
    await rm(join(folder, '.ferryman', 'ledger'), { recursive: true });
    const adopt = ['journal', 'adopt', '--reason', 'x', '--yes'];
    expect((await call(adopt)).stderr).toContain('error SIGNING_LOG_ELSEWHERE');
    // The command asks for no release of a wallet that is not frozen, so the API is asked here.
    const unfreeze = await api.postTo('/v1/wallets/treasury/unfreeze', { reason: 'x' });
    expect(unfreeze.body).toMatchObject({ code: 'SIGNING_LOG_ELSEWHERE' });
    expect((await call(['journal', 'show'])).stdout).toContain('run this on each host with keys');
    const made = await call(['key', 'create', '--scopes', 'view,submit,approve', '--json']);
    const weak = { ...api.environment, FERRYMAN_API_KEY: made.json().key };
    const refused = await ferryman(['journal', 'show'], { folder, environment: weak });
    expect(refused.stderr).toContain('lacks the scope admin');
  });
});
