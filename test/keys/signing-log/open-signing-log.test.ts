import { randomBytes, randomUUID } from 'node:crypto';
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { openSigningLog } from '../../../src/keys/signing-log/open-signing-log.ts';
import type { SigningLog, SigningLogEntry } from '../../../src/ports/signing-log.ts';

const hour = 3_600_000;
const day = 24 * hour;

let dataFolder = '';
let now = 0;
let sequence = 0n;
const opened: SigningLog[] = [];
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-signing-log-'));
  now = Date.UTC(2026, 0, 1);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((signingLog) => signingLog.close()));
  await rm(dataFolder, { recursive: true });
});

const folder = (): string => join(dataFolder, 'ledger');

/** As another process on the same data folder. */
function open(options: { rotateAfter?: number; keepFor?: number } = {}): SigningLog {
  const signingLog = openSigningLog({ dataFolder, now: () => now, ...options });
  opened.push(signingLog);
  return signingLog;
}

async function allOf(signingLog: SigningLog): Promise<SigningLogEntry[]> {
  const entries: SigningLogEntry[] = [];
  for await (const one of signingLog.entries()) entries.push(one);
  return entries;
}

function entry(change: Partial<SigningLogEntry> = {}): SigningLogEntry {
  return {
    instanceId: randomUUID(),
    chain: 'ETH',
    txId: `0x${randomBytes(32).toString('hex')}`,
    account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    nonce: 2n ** 60n,
    swapId: randomUUID() as SwapId,
    retries: [],
    // Ends a line for some readers, but not in JSON text.
    idempotencyKey: 'invoice 17\n"zwölf"\u2028',
    step: 'swap',
    kind: 'pay',
    signedAt: now,
    sequence: ++sequence,
    ...change,
  };
}

const files = async (): Promise<string[]> =>
  (await readdir(folder()))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder(), name));
const onlyFile = async (): Promise<string> => (await files())[0] ?? '';

describe('the signing log', () => {
  it('does not hide the newest commit behind an older attempt that is sent again', async () => {
    const signingLog = open();
    // Clocks may go back; the order of commits does not.
    const [sentAgain, newest] = [entry({ signedAt: now + day }), entry({ signedAt: now })];
    await signingLog.record([newest]);
    await signingLog.record([sentAgain]);
    for (const one of [signingLog, open()]) {
      expect(await one.newest()).toEqual([newest]);
      expect(await allOf(one)).toEqual(expect.arrayContaining([newest, sentAgain]));
    }
  });

  it('uses two files for entries in any order', async () => {
    const signingLog = open();
    const entries = Array.from({ length: 40 }, () => entry());
    const mixed = entries.toSorted((one, other) => (one.txId < other.txId ? -1 : 1));
    for (const one of mixed) await signingLog.record([one]);
    expect(await files()).toHaveLength(2);
    expect(await open().newest()).toEqual(entries.slice(-1));
    expect(await allOf(open())).toHaveLength(40);
  });

  it('stores what a payment may deliver', async () => {
    const one = entry({
      payment: {
        from: { token: '0x01', amount: 2n ** 200n, refundAddress: '0x02' },
        to: {
          chain: 'POLYGON',
          token: '0x03',
          receiver: '0x04',
          minOut: 5n,
          expectedOut: 6n,
          destinationAnchor: 7n,
        },
      },
    });
    await open().record([one]);
    expect(await open().newest()).toEqual([one]);
  });

  it('reads the lines of the first version, and compares the last of each of its files as well', async () => {
    const [first, second] = [entry({ sequence: 0n }), entry({ sequence: 0n })];
    for (const one of [first, second]) {
      const signingLog = open();
      await signingLog.record([entry({ sequence: 0n })]);
      await signingLog.record([one]);
    }
    for (const file of await files()) {
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(',"sequence":"0"', ''));
    }
    expect(await readFile(await onlyFile(), 'utf8')).not.toContain('sequence');
    expect(await open().newest()).toEqual(expect.arrayContaining([first, second]));
    const later = entry();
    await open().record([later]);
    const compared = await open().newest();
    expect(compared).toHaveLength(3);
    expect(compared).toEqual(expect.arrayContaining([first, second, later]));
  });

  it('creates no file before its first use', async () => {
    const signingLog = open();
    expect(await signingLog.newest()).toEqual([]);
    expect(await allOf(signingLog)).toEqual([]);
    expect(await signingLog.instance()).toBeUndefined();
    expect(await readdir(dataFolder)).toEqual([]);
  });

  it('returns what was written, to any process of the folder, and the newest commit', async () => {
    const [first, second] = [open(), open()];
    const [one, two, three] = [entry(), entry({ kind: 'cancel' }), entry({ step: 'approve' })];
    await first.record([one]);
    await first.record([two]);
    now += 1;
    await second.record([three]);
    for (const signingLog of [first, second, open()]) {
      expect(await allOf(signingLog)).toEqual([one, two, three]);
      expect(await signingLog.newest()).toEqual([three]);
    }
    expect([first.has(one), first.has(three), second.has(three)]).toEqual([true, false, true]);
  });

  it('sees what other processes write later', async () => {
    const [writer, reader] = [open(), open()];
    for (const one of [entry(), entry(), entry()]) {
      await writer.record([one]);
      expect(await reader.newest()).toEqual([one]);
    }
  });

  it('keeps the order of concurrent entries, each once', async () => {
    const signingLog = open();
    const entries = Array.from({ length: 50 }, () => entry());
    await Promise.all([...entries, ...entries].map((one) => signingLog.record([one])));
    expect(await allOf(open())).toEqual(entries);
  });

  it('is private', async () => {
    const signingLog = open();
    await signingLog.bind(randomUUID());
    await signingLog.record([entry()]);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder()))
      expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600);
  });

  it.each([1, 20, 200])('ignores a last line that lacks its last %i bytes', async (lacking) => {
    const signingLog = open();
    const [whole, torn] = [entry(), entry()];
    await signingLog.record([whole]);
    await signingLog.record([torn]);
    const file = await onlyFile();
    await truncate(file, (await stat(file)).size - lacking);
    expect(await open().newest()).toEqual([whole]);
    expect(await allOf(open())).toEqual([whole]);
  });

  it('has no entry if a process died in its first line', async () => {
    await open().record([entry()]);
    await truncate(await onlyFile(), 10);
    expect(await open().newest()).toEqual([]);
    expect(await allOf(open())).toEqual([]);
  });

  it('refuses a file with something else in it', async () => {
    const signingLog = open();
    await signingLog.record([entry()]);
    const file = await onlyFile();
    const text = await readFile(file, 'utf8');
    for (const strange of [text.replace('"ETH"', '12'), `${text}{}\n`, `not json\n${text}`]) {
      await writeFile(file, strange);
      await expect(allOf(open())).rejects.toMatchObject({ code: 'SIGNING_LOG_DAMAGED' });
    }
    await writeFile(file, `${text}{}\n`);
    await expect(open().newest()).rejects.toMatchObject({ code: 'SIGNING_LOG_DAMAGED' });
  });

  it('reads the last entry of a long file', async () => {
    const signingLog = open();
    await signingLog.record([entry()]);
    const line = await readFile(await onlyFile(), 'utf8');
    await appendFile(await onlyFile(), line.repeat(2_000));
    const last = entry({ idempotencyKey: '"'.repeat(128) });
    await signingLog.record([last]);
    expect(await open().newest()).toEqual([last]);
  });

  it('finds the newest line however long it is', async () => {
    const signingLog = open();
    const [short, long] = [entry(), entry({ replay: 'x'.repeat(200_000) })];
    await signingLog.record([short]);
    await signingLog.record([long]);
    expect((await open().newest()).map(({ txId }) => txId)).toEqual([long.txId]);
  });

  it('returns up to which commit it has dropped entries', async () => {
    const signingLog = open();
    const [old, later] = [entry(), entry()];
    await signingLog.record([old]);
    now += 91 * day;
    await signingLog.record([later]);
    expect(await signingLog.droppedUpTo()).toBe(0n);
    now += 2 * day;
    await signingLog.record([entry()]);
    expect(await allOf(open())).not.toContainEqual(old);
    expect(await open().droppedUpTo()).toBe(old.sequence);
  });

  it('starts another file after a day, and drops old ones but never the newest', async () => {
    const first = open();
    const old = entry();
    await first.record([old]);
    now += 2 * day;
    const later = entry();
    await first.record([later]);
    expect(await files()).toHaveLength(2);
    expect(await first.newest()).toEqual([later]);

    now += 91 * day;
    expect(await allOf(open())).toEqual([old, later]);
    const last = entry();
    await first.record([last]);
    // The old newest entry stays until a newer one exists.
    expect(await allOf(open())).toEqual([later, last]);
    now += day;
    const newest = entry();
    await open().record([newest]);
    expect(await open().newest()).toEqual([newest]);
  });

  it('sends nothing while it cannot write, and continues in a new file when it can again', async () => {
    const signingLog = open();
    await writeFile(folder(), 'in the way');
    await expect(signingLog.record([entry()])).rejects.toMatchObject({
      code: 'SIGNING_LOG_UNAVAILABLE',
      next: 'retry',
    });
    // Nothing may be signed in this state.
    await expect(signingLog.newest()).rejects.toMatchObject({ code: 'SIGNING_LOG_UNAVAILABLE' });
    await rm(folder());
    expect(await signingLog.newest()).toEqual([]);
    expect(await readdir(folder())).toEqual([]);
    const one = entry({ retries: [{ swapId: randomUUID() as SwapId, idempotencyKey: 'before' }] });
    await signingLog.record([one]);
    expect(await signingLog.newest()).toEqual([one]);
    expect(await open().newest()).toEqual([one]);
  });

  it('returns the journal that was bound first, also to processes that start together', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const bound = new Set(await Promise.all(ids.map((id) => open().bind(id))));
    expect(bound.size).toBe(1);
    expect(await open().instance()).toBe([...bound][0]);
    expect(await open().bind(randomUUID())).toBe([...bound][0]);
    await open().rebind(ids[4] ?? '');
    expect(await open().instance()).toBe(ids[4]);
    expect((await readdir(folder())).sort()).toEqual(['journal.json', 'log.json']);
    expect(await open().log()).toEqual(await open().log());
  });

  it('refuses an instance file with something else in it', async () => {
    await open().bind(randomUUID());
    for (const strange of ['', '{}', '{"instanceId":"mine"}']) {
      await writeFile(join(folder(), 'journal.json'), strange);
      await expect(open().instance()).rejects.toMatchObject({ code: 'SIGNING_LOG_DAMAGED' });
    }
  });
});
