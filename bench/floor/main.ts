import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { keccak256, serializeTransaction } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { receiverAt } from '../harness/jobs.ts';
import type { FloorReport, FloorSettings } from './settings.ts';

/*
 * The lowest cost of a swap: a bare loop with one signature, 2 router calls, 6 RPC calls, 5 SQL
 * round trips and 3 jobs per swap. It has no checks, no order beyond a nonce, and no recovery. The
 * numbers are constants, independent of Ferryman's.
 */

const [given = '{}'] = process.argv.slice(2);
const {
  standInsUrl,
  chain,
  chainId,
  databaseUrl,
  redisUrl,
  sideBySide,
  warmUpMs,
  measureMs,
  least,
  maxMs,
}: FloorSettings = JSON.parse(given);

const pool = new Pool({ connectionString: databaseUrl, max: 10 });
await pool.query(
  'create table if not exists floor (id uuid primary key, state text not null, body jsonb, tx_id text)',
);
const jobs = new Map<string, () => void>();
const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
const prefix = '{floor}';
const queue = new Queue('floor', { connection, prefix });
const worker = new Worker<{ id: string }>('floor', async ({ data }) => jobs.get(data.id)?.(), {
  connection: connection.duplicate(),
  prefix,
  concurrency: sideBySide,
});
await worker.waitUntilReady();

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${standInsUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const answer = await post(`/${chain}`, { jsonrpc: '2.0', id: 1, method, params });
  if ('error' in answer) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

/** Adds a job and continues in it. */
async function inJob(): Promise<void> {
  const id = randomUUID();
  const begun = new Promise<void>((resolve) => jobs.set(id, resolve));
  await queue.add('swap', { id }, { jobId: id, removeOnComplete: true, removeOnFail: true });
  await begun;
  jobs.delete(id);
}

function statement(name: string, text: string, values: unknown[]): Promise<unknown> {
  return pool.query({ name, text, values });
}

const privateKeys = Array.from({ length: sideBySide }, generatePrivateKey);
let done = 0;

/** One account per loop, so that nonces need no lock. */
async function run(index: number): Promise<void> {
  const privateKey = privateKeys[index] ?? generatePrivateKey();
  const { address } = privateKeyToAccount(privateKey);
  const native = '0x0000000000000000000000000000000000000000';
  for (let nonce = 0; !isOver; nonce += 1) {
    const id = randomUUID();
    const request = {
      srcTokenAddress: native,
      srcTokenBlockchain: chain,
      srcTokenAmount: '0.01',
      dstTokenAddress: native,
      dstTokenBlockchain: 'POLYGON',
      fromAddress: address,
      receiver: receiverAt(nonce),
      slippage: 0.01,
    };
    await statement('insert', 'insert into floor (id, state, body) values ($1, $2, $3)', [
      id,
      'requested',
      request,
    ]);
    await inJob();
    const quote = await post('/api/routes/quoteBest', request);
    await statement('quoted', 'update floor set state = $2, body = $3 where id = $1', [
      id,
      'quoted',
      quote,
    ]);
    const { transaction } = (await post('/api/routes/swap', { ...request, id: quote.id })) as {
      transaction: { to: `0x${string}`; data: `0x${string}`; value: string };
    };
    await ask('eth_getBalance', address, 'latest');
    await ask('eth_feeHistory', '0xa', 'latest', [50]);
    await ask('eth_estimateGas', { from: address, ...transaction });
    await ask('eth_getTransactionCount', address, 'latest');
    const unsigned = {
      type: 'eip1559' as const,
      chainId,
      nonce,
      to: transaction.to,
      data: transaction.data,
      value: BigInt(transaction.value),
      gas: 120_000n,
      maxFeePerGas: 2_000_000_001n,
      maxPriorityFeePerGas: 1n,
    };
    const hash = keccak256(serializeTransaction(unsigned));
    const signed = serializeTransaction(unsigned, await sign({ hash, privateKey }));
    const txId = keccak256(signed);
    await statement('signed', 'update floor set state = $2, tx_id = $3 where id = $1', [
      id,
      'signed',
      txId,
    ]);
    await ask('eth_sendRawTransaction', signed);
    await inJob();
    await ask('eth_getTransactionReceipt', txId);
    await statement('read', 'select state, body, tx_id from floor where id = $1', [id]);
    await inJob();
    await statement('settled', 'update floor set state = $2 where id = $1', [id, 'settled']);
    done += 1;
  }
}

let isOver = false;
const running = Promise.all(privateKeys.map((_, index) => run(index)));
running.catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.stdout.write('{}\n');
await pause(warmUpMs);
const first = { done, at: performance.now(), cpu: process.cpuUsage() };
await pause(measureMs);
while (done - first.done < least && performance.now() - first.at < maxMs) await pause(500);
const settled = done - first.done;
const cpu = process.cpuUsage(first.cpu);
const report: FloorReport = {
  settled,
  milliseconds: performance.now() - first.at,
  cpuMs: (cpu.user + cpu.system) / 1_000,
};
isOver = true;
process.stdout.write(`${JSON.stringify(report)}\n`);

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
