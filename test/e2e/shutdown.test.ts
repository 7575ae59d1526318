import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import { compose } from '../../src/compose.ts';
import type { Checkpoint } from '../../src/executor/checkpoint.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import type { Ferryman } from '../../src/ferryman.ts';
import type { FerrymanOptions } from '../../src/ferryman-options.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import { hangLimit, hangSignal } from '../support/hang-limit.ts';
import { fund, native, oneEther, submitJob, testPassword } from '../support/harness.ts';
import { patientPolicy } from '../support/patient-policy.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { recentLog } from '../support/recent-log.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { until } from '../support/until.ts';

let sandbox: Sandbox;
let postgres: PostgresServer;
let redis: RedisServer;
let folder: string;
let wallet: string;
let options: Omit<FerrymanOptions, 'logger'>;
const opened: Ferryman[] = [];

beforeAll(async () => {
  [sandbox, postgres, redis] = await Promise.all([
    startSandbox({ otherChains: [] }),
    startPostgresServer(),
    startRedisServer(),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'ferryman-shutdown-'));
  const keystore = { dataFolder: folder, name: 'treasury', password: testPassword, cost: 2 ** 14 };
  wallet = (await importWallet({ ...keystore, secret: generatePrivateKey() })).address;
  await fund(sandbox.endpoints, 'ETH', wallet, native, oneEther);
});
beforeEach(async () => {
  // Keys sign for one journal, and every test has a journal of its own.
  const dataFolder = await mkdtemp(join(folder, 'data-'));
  await cp(join(folder, 'keys'), join(dataFolder, 'keys'), { recursive: true });
  const settings = sandboxSettings(sandbox.endpoints);
  options = {
    ...settings,
    policy: { ...settings.policy, ...patientPolicy },
    dataFolder,
    keystorePassword: testPassword,
    databaseUrl: await postgres.createJournal(),
    redisUrl: redis.url,
  };
});
afterEach(async () => {
  for (const ferryman of opened.splice(0)) await ferryman.close();
});
afterAll(async () => {
  await Promise.all([sandbox.close(), postgres.close(), redis.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function open(more: Partial<FerrymanOptions> = {}): Promise<Ferryman> {
  const ferryman = await compose({ ...options, logger: recentLog(), ...more });
  opened.push(ferryman);
  return ferryman;
}

function toPolygon(): JobRequest {
  return {
    wallet: 'treasury',
    from: { chain: 'ETH', token: native },
    to: { chain: 'POLYGON', token: native },
    amount: '0.05',
    receiver: wallet,
    slippageBps: 100,
  };
}

/** A point at which whoever comes by halts until it is let go. */
function haltAt(point: Checkpoint) {
  const [arrived, gone] = [signal(), signal()];
  return {
    reached: arrived.given,
    letGo: gone.give,
    async checkpoint(passed: Checkpoint): Promise<void> {
      if (passed !== point) return;
      arrived.give();
      await gone.given;
    },
  };
}

function signal(): { given: Promise<void>; give(): void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

async function claimedUntil(swapId: string): Promise<number> {
  const client = new Client({ connectionString: options.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select locked_until from timers where swap_id = $1', [
      swapId,
    ]);
    return Number((rows[0] as { locked_until: Date | null } | undefined)?.locked_until);
  } finally {
    await client.end();
  }
}

describe('workers that are told to stop', () => {
  it.each([
    ['before a signature sign nothing', 'transaction-judged', 0],
    ['after a commit send what is committed', 'attempt-committed', 1],
  ] as const)('%s, and give the swap to others at once', async (_, point, signatures) => {
    const { reached, letGo, checkpoint } = haltAt(point);
    const stopping = await open({ checkpoint, policy: { ...options.policy, deadAfter: 900 } });
    const workers = await stopping.startWorkers();
    const { swap } = await submitJob(stopping, toPolygon());
    await reached;
    const stopped = workers.stop();
    // What is being finished is nobody else's meanwhile.
    const claimed = await claimedUntil(swap.id);
    await until(async () => (await claimedUntil(swap.id)) > claimed);
    letGo();
    await stopped;

    const { journal } = stopping;
    const signed = async (): Promise<number> =>
      (await journal.events(swap.id)).filter(({ type }) => type === 'attempt_committed').length;
    const sent = (await journal.events(swap.id)).filter(({ type }) => type === 'attempt_sent');
    expect(await signed()).toBe(signatures);
    expect(sent).toHaveLength(signatures);
    // Due, and nobody's.
    expect((await journal.dueSwaps(10)).map(({ swapId }) => swapId)).toEqual([swap.id]);

    const other = await open();
    await other.startWorkers();
    const { swap: ended } = await other.awaitEnd(swap.id, { signal: hangSignal() });
    expect(ended).toMatchObject({ state: 'settled', fundsState: 'moved' });
    expect(await signed()).toBe(1);
  });

  it('give a swap back whose effect does not come to an end, and sign nothing when it does', async () => {
    const { reached, letGo, checkpoint } = haltAt('transaction-judged');
    const stopping = await open({ checkpoint });
    const workers = await stopping.startWorkers();
    const { swap } = await submitJob(stopping, toPolygon());
    await reached;
    await workers.stop();
    const { journal } = stopping;
    expect((await journal.dueSwaps(10)).map(({ swapId }) => swapId)).toEqual([swap.id]);

    letGo();
    const types = async (): Promise<string[]> =>
      (await journal.events(swap.id)).map(({ type }) => type);
    await until(async () => (await types()).includes('lease_voided'));
    expect(await types()).not.toContain('attempt_committed');
  });

  it('leave the chains that they observe to others at once', async () => {
    // Nobody observes a chain on which nothing is open.
    const { reached, letGo, checkpoint } = haltAt('attempt-committed');
    const paying = await open({ checkpoint });
    await paying.startWorkers({ roles: ['execute'] });
    await submitJob(paying, toPolygon());
    await reached;
    // Who looks away for a moment has not left.
    const ferryman = await open({ policy: { ...options.policy, deadAfter: hangLimit } });
    const workers = await ferryman.startWorkers({ roles: ['track'] });
    const elect = (): Promise<boolean> =>
      ferryman.journal.electObserver('ETH', 'somebody else', 60_000);
    await until(
      async () => (await ferryman.journal.electObserver('ETH', 'a passer-by', 0)) === false,
    );
    expect(await elect()).toBe(false);
    await workers.stop();
    expect(await elect()).toBe(true);
    letGo();
  });
});

describe('a process without the password of the keystores', () => {
  it('takes swaps in and signs none, even if it carries them on', async () => {
    const { keystorePassword: _, ...silent } = options;
    options = silent;
    const ferryman = await open();
    await ferryman.startWorkers();
    const { swap } = await submitJob(ferryman, toPolygon());
    await until(async () => {
      const events = await ferryman.journal.events(swap.id);
      return events.some(
        ({ type, data }) =>
          type === 'lease_voided' && JSON.stringify(data).includes('KEYSTORE_MISSING'),
      );
    });
    const types = (await ferryman.journal.events(swap.id)).map(({ type }) => type);
    expect(types).not.toContain('attempt_committed');
  });
});
