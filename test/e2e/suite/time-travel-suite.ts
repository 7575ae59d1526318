import { randomUUID } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import { compose } from '../../../src/compose.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Checkpoint } from '../../../src/executor/checkpoint.ts';
import type { JobRequest } from '../../../src/executor/job-request.ts';
import type { Ferryman } from '../../../src/ferryman.ts';
import type { FerrymanOptions } from '../../../src/ferryman-options.ts';
import { openSigningLog } from '../../../src/keys/signing-log/open-signing-log.ts';
import { hangSignal } from '../../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  runJob,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../../support/harness.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { until } from '../../support/until.ts';
import { waitFor } from '../../support/wait-for.ts';

const person = { by: 'ada', reason: 'compared with the chain' };

/** A journal that goes back while its chains and its keys' signing log do not. */
export function timeTravelSuite(name: string, openPostgres?: () => Promise<PostgresServer>): void {
  describe(`a journal on ${name} that is restored from a backup`, () => {
    let sandbox: Sandbox;
    let postgres: PostgresServer | undefined;
    let home: TestFerryman;
    const opened: Ferryman[] = [];

    beforeAll(async () => {
      [sandbox, postgres] = await Promise.all([
        startSandbox({ otherChains: [] }),
        openPostgres?.(),
      ]);
      const wallets = ['treasury', 'reserve'];
      home = await startTestFerryman({
        endpoints: sandbox.endpoints,
        postgres: postgres ?? 'pglite',
        wallets,
      });
      for (const wallet of wallets) {
        await fund(sandbox.endpoints, 'ETH', home.wallets[wallet] ?? '', native, 10n * oneEther);
      }
    });
    afterAll(async () => {
      for (const ferryman of opened.reverse()) await ferryman.close();
      await home?.close();
      await Promise.all([sandbox?.close(), postgres?.close()]);
    });

    async function open(change: Partial<FerrymanOptions> = {}): Promise<Ferryman> {
      const ferryman = await compose({ ...home.options, ...change });
      opened.push(ferryman);
      return ferryman;
    }

    function jobOf(wallet: string): JobRequest & { receiver: string } {
      const receiver = privateKeyToAccount(generatePrivateKey()).address;
      return { ...coinForUsdc(sandbox.endpoints, 'ETH', { wallet, amount: '0.05' }), receiver };
    }

    /** How many transactions the chain has of a wallet, waiting ones too. */
    function sentBy(wallet: string): Promise<number> {
      const client = createPublicClient({
        transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]),
      });
      return client.getTransactionCount({
        address: home.wallets[wallet] ?? '0x',
        blockTag: 'pending',
      });
    }

    const end = (ferryman: Ferryman, id: SwapId) =>
      ferryman.awaitEnd(id, { signal: hangSignal() }).then(({ swap }) => swap);

    const reasonOf = async (ferryman: Ferryman, id: SwapId) =>
      (await ferryman.journal.findSwap(id))?.swap.reason?.code;

    /** The state of the journal now, to come back to. */
    async function backUp(): Promise<Partial<FerrymanOptions>> {
      if (postgres) return { databaseUrl: await postgres.createDatabase(home.options.databaseUrl) };
      const { dataFolder } = home.options;
      await cp(join(dataFolder, 'journal'), join(dataFolder, 'backup'), { recursive: true });
      return {};
    }

    async function restore(): Promise<void> {
      const { dataFolder } = home.options;
      if (postgres) return;
      await rm(join(dataFolder, 'journal'), { recursive: true });
      await cp(join(dataFolder, 'backup'), join(dataFolder, 'journal'), { recursive: true });
    }

    it('pays nothing twice, and goes on with what was signed without a person', async () => {
      for (const wallet of ['treasury', 'reserve']) {
        expect((await runJob(home.ferryman, jobOf(wallet))).swap.state).toBe('settled');
      }
      await home.ferryman.close();
      const submitting = await open();
      const known = await Promise.all(
        [1, 2].map(async () => (await submitJob(submitting, jobOf('treasury'))).swap.id),
      );
      await submitting.close();
      const backup = await backUp();

      // In the history that will be lost two are paid, one of them maybe submitted there, and one
      // is signed and never sent.
      const halting = haltBeforeSending(3);
      const lost = await open({ checkpoint: halting.checkpoint });
      const [job, key] = [jobOf('treasury'), randomUUID()];
      const unknown = (await submitJob(lost, job, key)).swap.id;
      await lost.startWorkers({ sweepInterval: 100 });
      await halting.halted;
      await until(async () => (await lost.journal.countByState()).get('settled') === 4);
      await lost.close();
      expect(await sentBy('treasury')).toBe(3);
      await restore();

      const errors: unknown[] = [];
      const logger = pino({ level: 'error' }, { write: (line) => errors.push(JSON.parse(line)) });
      const restored = await open({ ...backup, logger });
      expect(errors).toEqual([
        expect.objectContaining({
          lost: 3,
          accounts: [home.wallets.treasury],
          msg: expect.stringContaining('journal rollback'),
        }),
      ]);
      await restored.startWorkers({ sweepInterval: 100 });
      await waitFor(async () => expect(await restored.ready()).toMatchObject({ ok: true }));
      // The journal had lost this swap, and knows it again by its key.
      expect((await submitJob(restored, job, key)).swap.id).toBe(unknown);
      for (const id of [...known, unknown]) {
        expect(await end(restored, id)).toMatchObject({ state: 'settled', fundsState: 'moved' });
      }
      expect(await sentBy('treasury')).toBe(4);
      expect((await restored.inspectJournal()).lost).toEqual([]);
      expect(
        (await restored.journal.wallets()).filter(({ frozenReason }) => frozenReason !== undefined),
      ).toEqual([]);
      for (const wallet of ['treasury', 'reserve']) {
        expect((await runJob(restored, jobOf(wallet))).swap.state).toBe('settled');
      }
      await restored.close();

      const restarted = await open(backup);
      await restarted.startWorkers({ sweepInterval: 100 });
      expect((await runJob(restarted, jobOf('treasury'))).swap.state).toBe('settled');
      expect([await sentBy('treasury'), await sentBy('reserve')]).toEqual([6, 2]);
      await restarted.close();
    });

    it('signs for no other journal until that is adopted', async () => {
      const { dataFolder } = home.options;
      const other = postgres ? { databaseUrl: await postgres.createDatabase() } : {};
      if (!postgres) await rm(join(dataFolder, 'journal'), { recursive: true });
      await expect(open(other)).rejects.toMatchObject({ code: 'JOURNAL_FOREIGN' });
      // Without the password there is nothing to sign with, and everything to look at.
      const { keystorePassword, ...unsigning } = { ...home.options, ...other };
      expect(keystorePassword).toBeDefined();
      const inspecting = await compose(unsigning);
      opened.push(inspecting);
      const { instanceId, ownInstanceId, lost } = await inspecting.inspectJournal();
      expect(ownInstanceId).not.toBe(instanceId);
      expect(lost.length).toBeGreaterThan(5);
      await inspecting.adoptJournal(person);
      await inspecting.unfreezeWallet({ name: 'treasury', ...person });
      await inspecting.close();
      const adopted = await open(other);
      await adopted.startWorkers({ sweepInterval: 100 });
      expect((await runJob(adopted, jobOf('treasury'))).swap.state).toBe('settled');

      // It goes back once more, under running workers: another process of the folder has signed
      // what it does not know.
      const neighbour = openSigningLog({ dataFolder, now: () => Date.now() });
      await neighbour.record([
        {
          instanceId,
          chain: 'ETH',
          txId: `0x${'ab'.repeat(32)}`,
          account: home.wallets.reserve ?? '',
          nonce: 7n,
          swapId: randomUUID() as SwapId,
          idempotencyKey: 'k',
          retries: [],
          step: 'swap',
          kind: 'pay',
          signedAt: Date.now(),
          sequence: 1_000_000n,
        },
      ]);
      await neighbour.close();
      const before = await sentBy('treasury');
      // Nobody has asked for a signature yet: a cancel looks all the same.
      const forgotten = (await submitJob(adopted, jobOf('reserve'), 'k')).swap.id;
      await expect(adopted.cancel(forgotten)).rejects.toMatchObject({ code: 'FUNDS_UNKNOWN' });
      const waiting = (await submitJob(adopted, jobOf('treasury'))).swap.id;
      await until(async () => (await reasonOf(adopted, waiting)) === 'JOURNAL_WENT_BACK');
      expect(await adopted.ready()).toMatchObject({
        ok: false,
        codes: { ledger: 'JOURNAL_WENT_BACK' },
      });
      expect(await sentBy('treasury')).toBe(before);
      await adopted.adoptJournal(person);
      expect(await end(adopted, waiting)).toMatchObject({ state: 'settled' });
      await adopted.close();
    });
  });
}

/**
 * Halts, for good, whoever comes to its `nth` sending: signed, in the journal and the signing log,
 * and not on its way.
 */
function haltBeforeSending(nth: number) {
  let halt = (): void => undefined;
  const halted = new Promise<void>((resolve) => {
    halt = resolve;
  });
  let count = 0;
  return {
    halted,
    async checkpoint(point: Checkpoint): Promise<void> {
      if (point !== 'attempt-in-signing-log' || ++count < nth) return;
      halt();
      await new Promise(() => undefined);
    },
  };
}
