import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { compose } from '../../src/compose.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';

let sandbox: Sandbox;
let one: TestFerryman;
/** Taken in, and not yet worked on by anybody. */
let open: SwapId;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    working: false,
  });
  await fund(sandbox.endpoints, 'ARBITRUM', one.wallets.treasury!, native, oneEther);
  const { swap } = await submitJob(one.ferryman, coinForUsdc(sandbox.endpoints, 'ARBITRUM'));
  open = swap.id;
});
afterAll(async () => {
  await one?.close();
  await sandbox?.close();
});

describe('a start that cannot go well', () => {
  it('is refused while another has the folder, which goes on', async () => {
    await expect(compose(one.options)).rejects.toMatchObject({
      code: 'FOLDER_IN_USE',
      message: expect.stringMatching(
        new RegExp(`process ${process.pid} on the host .* uses .*; stop it, or choose another`),
      ),
    });
    expect((await one.ferryman.journal.findSwap(open))?.swap.state).toBe('requested');
    await one.ferryman.close();
  });

  it('is refused with one network under two names, of which it touches nothing', async () => {
    const [first] = one.options.chains;
    const again = { ...first!, chain: { ...first!.chain, name: 'BSC' } };
    await expect(
      compose({ ...one.options, chains: [...one.options.chains, again] }),
    ).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `the chains ${first!.chain.name} and BSC are the same network: configure it under one name`,
    });
  });

  it('is refused with the wrong password', async () => {
    const error = await compose({ ...one.options, keystorePassword: 'hunter22' }).catch(
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({
      code: 'KEYSTORE_PASSWORD_WRONG',
      message: expect.stringContaining(join('keys', 'treasury.json')),
    });
    expect((error as Error).message).not.toContain('hunter22');
  });

  it('is refused with a damaged keystore, which is left as it is', async () => {
    const path = join(one.options.dataFolder, 'keys', 'treasury.json');
    const whole = await readFile(path, 'utf8');
    const damaged = whole.replace(
      /"text": "(.)/,
      (_all, digit) => `"text": "${digit === '0' ? '1' : '0'}`,
    );
    await writeFile(path, damaged);
    await expect(compose(one.options)).rejects.toMatchObject({
      code: 'KEYSTORE_DAMAGED',
      message: expect.stringContaining(path),
    });
    expect(await readFile(path, 'utf8')).toBe(damaged);
    await writeFile(path, whole);
  });

  it('is refused on a Postgres that may forget what it has stored', async () => {
    const careless = await startPostgresServer(['fsync=off']);
    try {
      await expect(compose({ ...one.options, databaseUrl: careless.url })).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('set fsync = on'),
      });
      const client = new Client({ connectionString: careless.url });
      await client.connect();
      const { rows } = await client.query(
        `select tablename from pg_tables where schemaname = 'public'`,
      );
      await client.end();
      expect(rows).toEqual([]);
    } finally {
      await careless.close();
    }
  });

  it('goes as far as it can without the key of a wallet, whose swaps wait for it', async () => {
    const path = join(one.options.dataFolder, 'keys', 'treasury.json');
    await rename(path, `${path}.away`);
    const keyless = await compose(one.options);
    await keyless.startWorkers({ sweepInterval: 100 });
    await until(
      async () => (await keyless.journal.findSwap(open))?.swap.reason?.code === 'KEYSTORE_MISSING',
    );
    expect((await keyless.journal.findSwap(open))?.swap).toMatchObject({
      state: expect.stringMatching(/^(requested|quoted)$/),
      fundsState: 'untouched',
    });
    await keyless.close();
    await rename(`${path}.away`, path);
  });

  it('costs nothing: set right, the swap goes on and is paid once', async () => {
    const client = createPublicClient({
      transport: http(sandbox.endpoints.chains.ARBITRUM.rpcUrls[0]),
    });
    const nonce = () => client.getTransactionCount({ address: one.wallets.treasury! });
    expect(await nonce()).toBe(0);
    const again = await compose(one.options);
    await again.startWorkers({ sweepInterval: 100 });
    const { swap } = await again.awaitEnd(open, { signal: hangSignal() });
    expect(swap.state).toBe('settled');
    expect(await nonce()).toBe(1);
    await again.close();
  });
});
