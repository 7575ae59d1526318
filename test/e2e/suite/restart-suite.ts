import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPublicClient, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/start-sandbox.ts';
import type { Checkpoint } from '../../../src/executor/checkpoint.ts';
import { importWallet } from '../../../src/keys/import-wallet.ts';
import { fund, native, oneEther, testPassword, tokenOf } from '../../support/harness.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';

const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)']);
const patience = 40_000;

/**
 * Every named point between two effects. A cross-chain swap of a token comes by the points of a step twice: for the approve, then
 * for the payment.
 */
const once: Checkpoint[] = [
  'submitted',
  'quote-received',
  'quote-recorded',
  'allowance-recorded',
  'swap-data-requested',
  'swap-data-received',
  'swap-data-recorded',
  'status-received',
  'status-recorded',
  'payout-found',
  'settled',
];
const twice: Checkpoint[] = [
  'lease-taken',
  'transaction-prepared',
  'transaction-judged',
  'transaction-signed',
  'attempt-committed',
  'attempt-sent',
  'send-recorded',
  'inclusion-observed',
  'inclusion-recorded',
  'proof-found',
  'proof-recorded',
];
const kills = [
  ...once.map((point) => ({ point, nth: 1 })),
  ...twice.flatMap((point) => [1, 2].map((nth) => ({ point, nth }))),
];

/** `kill -9` between every two effects, one test each; after a restart the swap settles once. */
export function restartSuite(name: string, openPostgres?: () => Promise<PostgresServer>): void {
  describe.concurrent(`a kill -9 with the journal on ${name}`, () => {
    let sandbox: Sandbox;
    let postgres: PostgresServer | undefined;
    const running = new Set<ServiceProcess>();
    const folders: string[] = [];

    beforeAll(async () => {
      [sandbox, postgres] = await Promise.all([startSandbox(), openPostgres?.()]);
    });
    afterAll(async () => {
      await Promise.all([...running].map((service) => service.stop()));
      await Promise.all([sandbox?.close(), postgres?.close()]);
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    });

    it.each(kills)('at $point, time $nth, pays once and settles', async ({ point, nth }) => {
      const { endpoints } = sandbox;
      const usdc = tokenOf(endpoints, 'ETH', 'USDC');
      const dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-kill-'));
      folders.push(dataFolder);
      const wallet = await importWallet({
        dataFolder,
        name: 'treasury',
        password: testPassword,
        cost: 2 ** 14,
        secret: generatePrivateKey(),
      });
      await fund(endpoints, 'ETH', wallet.address, native, oneEther);
      await fund(endpoints, 'ETH', wallet.address, usdc, 1_000_000_000n);
      const receiver = privateKeyToAccount(generatePrivateKey()).address;
      const settings = {
        dataFolder,
        password: testPassword,
        endpoints,
        ...(postgres ? { databaseUrl: await postgres.createDatabase() } : {}),
      };
      const body = {
        wallet: 'treasury',
        from: { chain: 'ETH', token: usdc },
        to: { chain: 'POLYGON', token: tokenOf(endpoints, 'POLYGON', 'USDC') },
        amount: '100',
        receiver,
        slippageBps: 100,
      };
      const key = randomUUID();

      const doomed = await startServiceProcess({ ...settings, killAt: { point, nth } });
      const apiKey = doomed.apiKey ?? '';
      // Its answer may be lost with the process.
      const submission = submit(doomed.apiUrl, apiKey, key, body).catch(() => undefined);
      running.add(doomed);
      await expect(Promise.race([doomed.ended, pause(patience, 'it lives')])).resolves.toBe('SIGKILL');
      running.delete(doomed);
      await submission;

      const service = await startServiceProcess(settings);
      running.add(service);
      try {
        // A submitter whose answer was lost asks again with the same key.
        const id = await submit(service.apiUrl, apiKey, key, body);
        const swap = await waitForEnd(service.apiUrl, apiKey, id);
        expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved' });
      } finally {
        await service.stop();
        running.delete(service);
      }
      await expect(service.ended).resolves.toBe(0);

      // The chains alone decide whether it was paid once.
      const balance = (chain: 'ETH' | 'POLYGON', owner: string) =>
        createPublicClient({ transport: http(endpoints.chains[chain].rpcUrls[0]) }).readContract({
          address: tokenOf(endpoints, chain, 'USDC') as `0x${string}`,
          abi: erc20,
          functionName: 'balanceOf',
          args: [owner as `0x${string}`],
        });
      expect(await balance('ETH', wallet.address)).toBe(900_000_000n);
      const received = await balance('POLYGON', receiver);
      expect(received).toBeGreaterThan(99_000_000n);
      expect(received).toBeLessThanOrEqual(100_000_000n);
    });
  });
}

async function submit(apiUrl: string, apiKey: string, key: string, body: unknown): Promise<string> {
  const answer = await fetch(`${apiUrl}/v1/swaps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`not submitted: ${await answer.text()}`);
  return ((await answer.json()) as { swap: { id: string } }).swap.id;
}

async function waitForEnd(apiUrl: string, apiKey: string, id: string): Promise<Record<string, unknown>> {
  const deadline = Date.now() + patience;
  for (;;) {
    const answer = await fetch(`${apiUrl}/v1/swaps/${id}`, { headers: { authorization: `Bearer ${apiKey}` } });
    const { swap } = (await answer.json()) as { swap: Record<string, unknown> };
    if (['settled', 'failed', 'expired', 'needs_review'].includes(String(swap.state)) || Date.now() > deadline)
      return swap;
    await pause(100);
  }
}
