import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { oneEther, runJob, startTestFerryman, type TestFerryman } from '../support/harness.ts';
import { waitFor } from '../support/wait-for.ts';
import { oneUsd, type SwapStage, swapStage } from './suite/swap-stage.ts';

/** An attacker who writes what he wants to the database, past its laws, and nowhere else. */
describe('a database that an attacker writes to', () => {
  let sandbox: Sandbox;
  let stage: SwapStage;
  let databaseUrl = '';
  let test: TestFerryman;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    stage = swapStage(sandbox);
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['treasury'],
      adjust(options) {
        databaseUrl = options.databaseUrl ?? '';
        return options;
      },
    });
    await stage.give(test.wallets.treasury ?? '', {
      native: 10n * oneEther,
      USDC: 1_000n * oneUsd,
    });
  });
  afterAll(async () => {
    await test?.close();
    await sandbox?.close();
  });

  async function attack(id: SwapId, statements: readonly string[]): Promise<void> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      // No trigger and no foreign key.
      await client.query('set session_replication_role = replica');
      await client.query('begin');
      for (const statement of statements) await client.query(statement, [id]);
      await client.query('commit');
    } finally {
      await client.end();
    }
  }

  const sent = () => stage.sentBy((test.wallets.treasury ?? '0x') as `0x${string}`);

  it('makes no settled swap pay again, whatever it says of its payment', async () => {
    const view = await runJob(
      test.ferryman,
      stage.job('treasury', 'native', 'ETH', 'USDC', '0.01'),
    );
    expect(view.swap.state).toBe('settled');
    const before = await sent();
    await attack(view.swap.id, [
      `update steps set outcome = 'dead' where swap_id = $1`,
      'update orders set open = false where swap_id = $1',
      'update legs set released = true where swap_id = $1',
      `update swaps set state = 'requested', funds_state = 'untouched', landed_order = null where id = $1`,
      'insert into timers (swap_id, due_at) values ($1, now())',
    ]);
    const swap = await waitFor(async () => {
      const found = await test.ferryman.journal.findSwap(view.swap.id);
      expect(found?.swap.state, JSON.stringify(found?.swap.reason)).toBe('needs_review');
      return found?.swap;
    });
    expect(swap).toMatchObject({ fundsState: 'unknown', reason: { code: 'PAYMENT_LANDED' } });
    expect(await sent()).toBe(before);
  });
});
