import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import { sandboxConfigFile } from '../../../src/cli/sandbox-config-file.ts';
import { importWallet } from '../../../src/keys/import-wallet.ts';
import { type CliResult, ferryman } from '../../cli/io-for-test.ts';
import type { ServiceSettings } from '../../programs/service.ts';
import { type AnsweringServer, startAnsweringServer } from '../../support/answering-server.ts';
import { createAnswerCheck } from '../../support/check-answer.ts';
import { copyJournalTemplate } from '../../support/copy-journal-template.ts';
import { hangSignal } from '../../support/hang-limit.ts';
import { fund, native, oneEther, testPassword, tokenOf } from '../../support/harness.ts';
import { patientPolicy } from '../../support/patient-policy.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { openStream } from '../../support/read-stream.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { submitTo, waitForEnd } from '../../support/service-swaps.ts';
import { waitFor } from '../../support/wait-for.ts';

const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)']);

/** A swap, and whom it pays. */
interface Order {
  key: string;
  receiver: `0x${string}`;
}

/**
 * The documented procedure, with the commands of an operator: a backup beside a running service,
 * more swaps, a machine that dies with its journal, a restore, and the recovery.
 */
export function backupSuite(name: string, openPostgres?: () => Promise<PostgresServer>): void {
  describe(`a backup of a journal on ${name}`, () => {
    let sandbox: Sandbox;
    let postgres: PostgresServer | undefined;
    let dataFolder = '';
    let settings: ServiceSettings;
    let payer = '';
    let service: ServiceProcess | undefined;
    let apiKey = '';
    let receiver: AnsweringServer;
    const checkAnswer = createAnswerCheck();

    beforeAll(async () => {
      [sandbox, postgres, dataFolder, receiver] = await Promise.all([
        startSandbox({ otherChains: [] }),
        openPostgres?.(),
        mkdtemp(join(tmpdir(), 'ferryman-backup-')),
        startAnsweringServer((_, response) => void response.writeHead(204).end()),
      ]);
      const { endpoints } = sandbox;
      const wallet = { dataFolder, name: 'treasury', password: testPassword, cost: 2 ** 14 };
      payer = (await importWallet({ ...wallet, secret: generatePrivateKey() })).address;
      await fund(endpoints, 'ETH', payer, native, 10n * oneEther);
      if (!postgres) await copyJournalTemplate(dataFolder);
      await writeFile(join(dataFolder, 'ferryman.config.json'), sandboxConfigFile(endpoints));
      const databaseUrl = await postgres?.createDatabase();
      settings = {
        ...{ dataFolder, password: testPassword, endpoints, policy: patientPolicy },
        webhooks: { allowPrivateAddresses: true },
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      };
      service = await startServiceProcess(settings);
      apiKey = service.apiKey ?? '';
    });
    afterAll(async () => {
      await service?.stop();
      await Promise.all([sandbox?.close(), postgres?.close(), receiver?.close()]);
      await rm(dataFolder, { recursive: true, force: true });
    });

    const url = () => service?.apiUrl ?? '';

    /** A command as an operator of this service gives it. */
    function command(...parameters: string[]): Promise<CliResult> {
      const { databaseUrl } = settings;
      const environment = {
        FERRYMAN_DATA_FOLDER: dataFolder,
        FERRYMAN_API_URL: url(),
        FERRYMAN_API_KEY: apiKey,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      };
      return ferryman(parameters, { folder: dataFolder, environment });
    }

    /** Embedded, a folder of the operator's own is for a service that does not run. */
    const elsewhere = (): string[] => ['--to', join(dataFolder, 'elsewhere')];

    async function order(): Promise<Order> {
      const { address: receiver } = privateKeyToAccount(generatePrivateKey());
      const made = { key: randomUUID(), receiver };
      await submit(made);
      return made;
    }

    /** Under the same key it is the same swap. Gives its id. */
    function submit({ key, receiver }: Order): Promise<string> {
      return submitTo(url(), apiKey, key, {
        wallet: 'treasury',
        from: { chain: 'ETH', token: native },
        to: { chain: 'POLYGON', token: tokenOf(sandbox.endpoints, 'POLYGON', 'USDC') },
        ...{ amount: '0.1', minOut: '200', receiver },
      });
    }

    const clientOf = (chain: 'ETH' | 'POLYGON') =>
      createPublicClient({ transport: http(sandbox.endpoints.chains[chain].rpcUrls[0]) });

    const received = (receiver: `0x${string}`): Promise<bigint> =>
      clientOf('POLYGON').readContract({
        address: tokenOf(sandbox.endpoints, 'POLYGON', 'USDC') as `0x${string}`,
        abi: erc20,
        functionName: 'balanceOf',
        args: [receiver],
      });

    /** Payments of the wallet, also those that wait for a block. */
    const sent = (): Promise<number> =>
      clientOf('ETH').getTransactionCount({
        address: payer as `0x${string}`,
        blockTag: 'pending',
      });

    async function post(path: string, body: object): Promise<void> {
      const answer = await fetch(`${url()}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
    }

    async function ask(path: string): Promise<Record<string, unknown>> {
      const answer = await fetch(`${url()}${path}`, {
        headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
      });
      return (await answer.json()) as Record<string, unknown>;
    }

    /** Ids of the swaps whose end the webhook was sent, once for each message. */
    const announced = (): string[] =>
      receiver.requests
        .map(({ text }) => JSON.parse(text))
        .filter(({ type }) => type === 'swap.settled')
        .map(({ data }) => data.swap.id);

    /** All that the feed has past a cursor. */
    async function readOn(after: string) {
      // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests look at.
      return (await ask(`/v1/events?limit=200&after=${after}`)) as any;
    }

    /** Who has read what the journal has lost is told so; who has not misses nothing. */
    async function expectFeed({
      known,
      lost,
      ids,
    }: {
      known: string;
      lost: string;
      ids: string[];
    }) {
      expect(await readOn(lost)).toMatchObject({ status: 410, code: 'CURSOR_FOREIGN' });
      const resumed = { key: apiKey, lastEventId: lost, signal: hangSignal() };
      const { events } = await openStream(`${url()}/v1/events`, resumed);
      expect((await events?.next())?.value).toMatchObject({ event: 'reset' });
      await events?.return(undefined);
      const ended = (await readOn(known)).events
        .filter(({ topics }: { topics: string[] }) => topics.includes('swap.settled'))
        .map(({ swap }: { swap: { id: string } }) => swap.id);
      expect([...new Set(ended)]).toEqual(expect.arrayContaining(ids.slice(2)));
      await waitFor(async () => expect(announced()).toEqual(expect.arrayContaining(ids)));
    }

    it('is restored on an empty machine, and nothing is paid twice', async () => {
      const webhook = { url: receiver.url, topics: ['swap.settled'] };
      await post('/v1/webhooks', webhook);
      const first = [await order(), await order()];
      const [settled = ''] = await Promise.all(first.map(submit));
      await waitForEnd(url(), apiKey, settled);

      const known = (await readOn('start')).nextCursor;
      const made = await command('backup', 'create', '--json');
      const { folder, form } = made.json();
      expect(form).toBe(postgres ? 'postgres' : 'embedded');
      if (!postgres) {
        // The service made it, and the log of acts says so.
        const { folder: _folder, ...described } = made.json();
        checkAnswer('POST', '/v1/backups', { status: 201, body: { backup: made.json() } });
        expect(described).toMatchObject({ bytes: expect.any(Number) });
        const { entries } = (await ask('/v1/audit')) as { entries: { action: string }[] };
        expect(entries.map(({ action }) => action)).toContain('createBackup');
      }
      expect(await command('backup', 'verify', folder)).toMatchObject({ code: 0 });

      const later = [await order(), await order(), await order()];
      await waitFor(async () => expect(await sent()).toBeGreaterThanOrEqual(4));
      const lost = (await readOn(known)).nextCursor;
      service?.kill();
      await service?.ended;
      // The machine is gone with the journal; the disk with the signing log is not.
      if (postgres) settings = { ...settings, databaseUrl: await postgres.createDatabase() };
      else await rm(join(dataFolder, 'journal'), { recursive: true });

      const restored = await command('backup', 'restore', folder, '--stopped', 'restored');
      expect(restored).toMatchObject({ code: 0 });
      service = await startServiceProcess(settings);
      await waitFor(async () =>
        expect(await ask('/readyz')).toMatchObject({ checks: { ledger: 'ok' } }),
      );
      // Under the same keys they are the same swaps: those that the signing log has shown, too.
      const ids = await Promise.all([...first, ...later].map(submit));
      expect((await ask('/v1/stops')).stops).toMatchObject([{ scope: 'all', reason: 'restored' }]);
      expect(await command('resume', 'all', '--reason', 'compared', '--yes')).toMatchObject({
        code: 0,
      });
      for (const id of ids)
        expect(await waitForEnd(url(), apiKey, id)).toMatchObject({ state: 'settled' });
      await expectFeed({ known, lost, ids });
      for (const { receiver: payee } of [...first, ...later]) {
        expect(await received(payee)).toBeGreaterThan(200_000_000n);
        expect(await received(payee)).toBeLessThan(400_000_000n);
      }
      expect(await sent()).toBe(5);
      await service.stop();
    });

    it('needs a person if the signing log is lost too', async () => {
      const { folder } = (await command('backup', 'create', ...elsewhere(), '--json')).json();
      if (postgres) {
        const refused = await command('backup', 'restore', folder);
        expect(refused.stderr).toContain('error BACKUP_UNFIT: the database has tables already');
        settings = { ...settings, databaseUrl: await postgres.createDatabase() };
      }
      await rm(join(dataFolder, 'ledger'), { recursive: true });
      const { aside } = (await command('backup', 'restore', folder, '--json')).json();
      expect(aside).toEqual(postgres ? undefined : expect.stringContaining('journal.before-'));

      service = await startServiceProcess(settings);
      await waitFor(async () =>
        expect(await ask('/readyz')).toMatchObject({ codes: { ledger: 'JOURNAL_WENT_BACK' } }),
      );
      const adopted = await command(
        'journal',
        'adopt',
        '--api-url',
        url(),
        '--reason',
        'compared',
        '--yes',
      );
      expect(adopted).toMatchObject({ code: 0 });
      const id = await submit(await order());
      expect(await waitForEnd(url(), apiKey, id)).toMatchObject({ state: 'settled' });
      expect(await sent()).toBe(6);
      await service.stop();
    });

    it('is not restored if it is damaged', async () => {
      const { folder, file } = (await command('backup', 'create', ...elsewhere(), '--json')).json();
      await appendFile(join(folder, file), 'x');
      for (const act of ['verify', 'restore']) {
        const refused = await command('backup', act, folder);
        expect(refused).toMatchObject({ code: 1 });
        expect(refused.stderr).toContain('error BACKUP_DAMAGED: ');
      }
    });
  });
}
