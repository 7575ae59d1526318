import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { SwapName } from '../../../src/core/swap/job-seal.ts';
import { openSigningLog } from '../../../src/keys/signing-log/open-signing-log.ts';
import type { SigningLog, SigningLogEntry } from '../../../src/ports/signing-log.ts';

const day = 86_400_000;
let dataFolder = '';
let now = Date.UTC(2026, 0, 1);
let sequence = 0n;
const opened: SigningLog[] = [];
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-payments-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((log) => log.close()));
  await rm(dataFolder, { recursive: true });
});

/** As another process on the same data folder. */
function open(): SigningLog {
  const log = openSigningLog({ dataFolder, now: () => now });
  opened.push(log);
  return log;
}

const aName = (): SwapName => ({
  swapId: randomUUID() as SwapId,
  idempotencyKey: `invoice "ü" ${randomUUID()}`,
});

function entry(change: Partial<SigningLogEntry>): SigningLogEntry {
  return {
    ...{ instanceId: randomUUID(), chain: 'ETH', txId: `0x${randomUUID()}`, account: '0xaa' },
    ...{ ...aName(), retries: [], step: 'swap', kind: 'pay', signedAt: now },
    sequence: ++sequence,
    ...change,
  };
}

const idsOf = (entries: readonly SigningLogEntry[]) => entries.map(({ txId }) => txId);

it('finds what was paid for a swap by its id and by its key, and for swaps that retry it', async () => {
  const log = open();
  const [mine, other] = [aName(), aName()];
  const paid = entry(mine);
  const approved = entry({ ...mine, step: 'approve' });
  const again = entry({ swapId: mine.swapId, kind: 'bump' });
  const retried = entry({ retries: [aName(), mine] });
  for (const one of [paid, approved, again, retried, entry({})]) await log.record([one]);
  expect(idsOf(await log.paymentsOf([mine]))).toEqual(idsOf([paid, again, retried]));
  const resubmitted = { ...mine, swapId: aName().swapId };
  expect(idsOf(await log.paymentsOf([resubmitted]))).toEqual(idsOf([paid, retried]));
  expect(await log.paymentsOf([other])).toEqual([]);
  expect(await log.paymentsOf([{ ...other, idempotencyKey: mine.swapId }])).toEqual([]);
});

it('finds what other processes of the folder have written since, and after a new start', async () => {
  const [mine, theirs] = [open(), open()];
  const name = aName();
  expect(await mine.paymentsOf([name])).toEqual([]);
  const first = entry(name);
  await theirs.record([first]);
  expect(idsOf(await mine.paymentsOf([name]))).toEqual([first.txId]);
  const second = entry(name);
  await mine.record([second]);
  now += 2 * day;
  const third = entry(name);
  await theirs.record([third]);
  for (const log of [mine, theirs, open()])
    expect(idsOf(await log.paymentsOf([name])).sort()).toEqual(
      idsOf([first, second, third]).sort(),
    );
});

it('signs nothing beside a line that cannot be read, and waits for one that is not finished', async () => {
  const log = open();
  const name = aName();
  await log.record([entry(name)]);
  const [file = ''] = (await readdir(join(dataFolder, 'ledger'))).filter((one) =>
    one.endsWith('.jsonl'),
  );
  const path = join(dataFolder, 'ledger', file);
  await appendFile(path, '{"broken":');
  expect(await log.paymentsOf([name])).toHaveLength(1);
  await appendFile(path, '1}\n');
  for (const attempt of [1, 2])
    await expect(log.paymentsOf([name]), `${attempt}`).rejects.toMatchObject({
      code: 'SIGNING_LOG_DAMAGED',
    });
});

it('signs nothing where a payment that it has found no longer stands', async () => {
  const log = open();
  const name = aName();
  await log.record([entry(name)]);
  expect(await log.paymentsOf([name])).toHaveLength(1);
  const [file = ''] = (await readdir(join(dataFolder, 'ledger'))).filter((one) =>
    one.endsWith('.jsonl'),
  );
  const path = join(dataFolder, 'ledger', file);
  await writeFile(path, (await readFile(path, 'utf8')).replace('{', ' '));
  await expect(log.paymentsOf([name])).rejects.toMatchObject({ code: 'SIGNING_LOG_DAMAGED' });
});

it('reads lines that are longer than what a stream gives at once', async () => {
  const log = open();
  const name = aName();
  const long = entry({ ...name, replay: JSON.stringify('ü'.repeat(100_000)) });
  for (const one of [entry({}), long, entry({})]) await log.record([one]);
  expect(await open().paymentsOf([name])).toEqual([long]);
});
