import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { shortLived } from '../support/cli-process.ts';
import { waitFor } from '../support/wait-for.ts';

/** What npm links as `ferryman`. */
const main = fileURLToPath(new URL('../../scripts/ferryman.mjs', import.meta.url));
const children = new Set<ChildProcess>();
const folders: string[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

function start(
  parameters: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): ChildProcess {
  const child = spawn(process.execPath, [...shortLived, main, ...parameters], {
    ...(options.cwd ? { cwd: options.cwd } : {}),
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function run(parameters: string[], options: Parameters<typeof start>[1] = {}) {
  const child = start(parameters, options);
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, stdout: await stdout, stderr: await stderr };
}

async function text(stream: NodeJS.ReadableStream | null): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return line;
}

async function stop(child: ChildProcess): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  return ((await exited) as [number | null])[0];
}

/**
 * Processes whose environment names a folder: what a command started there inherits it, or has it
 * as its home.
 */
async function processesOf(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  );
  const environments = ids.map(async (id) => [
    id,
    await readFile(`/proc/${id}/environ`, 'utf8').catch(() => ''),
  ]);
  return (await Promise.all(environments)).flatMap(([id = '', text = '']) =>
    text.includes(folder) ? [id] : [],
  );
}

describe('a command that is stopped while it starts', () => {
  it.each([
    ['sandbox', ['sandbox'], /chain \w+ runs \(1 of 7\)/, 'SIGTERM'],
    ['up', ['up', '--port', '0'], /Redis runs/, 'SIGINT'],
  ] as const)('%s leaves no folder and no process behind', async (_, parameters, line, signal) => {
    // So long that the socket of Redis has a folder of its own.
    const folder = await mkdtemp(join(tmpdir(), 'ferryman-stopped-').padEnd(58, '-'));
    folders.push(folder);
    const child = start([...parameters], { cwd: folder, env: { TMPDIR: folder } });
    let told = '';
    for await (const chunk of child.stderr ?? []) {
      const wasTold = line.test(told);
      told += chunk;
      if (!wasTold && line.test(told)) {
        expect((await processesOf(folder)).length).toBeGreaterThan(1);
        child.kill(signal);
      }
    }
    if (child.exitCode === null) await once(child, 'exit');
    expect(told).toContain(`${signal}: stopping what was started`);
    expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: 130, signal: null });
    // What dies with the command does so a moment later.
    await waitFor(async () => expect(await processesOf(folder)).toEqual([]));
    expect(await readdir(folder)).toEqual([]);
  });
});

interface Announcement {
  apiUrl: string;
  apiKey: string;
}

describe('ferryman sandbox, wallet, up and swap', () => {
  it('takes a newcomer from nothing to a settled swap, and stops in order', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferryman-cli-'));
    folders.push(folder);
    const sandbox = start(['sandbox', '--json', '--config', join(folder, 'ferryman.config.json')]);
    const endpoints = JSON.parse(await firstLine(sandbox)) as SandboxEndpoints;
    const here = { cwd: folder, env: { FERRYMAN_KEYSTORE_PASSWORD: 'only for tests' } };

    const checked = await run(['config', 'check'], here);
    expect(checked.code).toBe(0);
    const created = await run(
      [
        'wallet',
        'create',
        'sandbox',
        '--json',
        '--no-input',
        '--phrase-file',
        join(folder, 'phrase'),
      ],
      here,
    );
    expect(created.code).toBe(0);
    const { address } = JSON.parse(created.stdout) as { address: string };
    expect((await readFile(join(folder, 'phrase'), 'utf8')).trim().split(' ')).toHaveLength(12);
    await fundSandboxWallet(endpoints, address);

    const up = start(['up', '--json', '--port', '0'], here);
    const { apiUrl, apiKey } = JSON.parse(await firstLine(up)) as Announcement;
    const client = ['--api-url', apiUrl, '--api-key', apiKey, '--json'];
    const swap = await run(
      [
        ...[
          'swap',
          'create',
          '--wallet',
          'sandbox',
          '--from',
          'ETH:native',
          '--to',
          'POLYGON:native',
          '--amount',
          '0.05',
        ],
        ...['--receiver', address, '--slippage-bps', '100', '--wait', ...client],
      ],
      here,
    );
    expect(swap.code).toBe(0);
    expect(JSON.parse(swap.stdout)).toMatchObject({
      swap: { state: 'settled', fundsState: 'moved' },
    });
    // What is paid is neither taken back nor paid again.
    const { id } = JSON.parse(swap.stdout).swap as { id: string };
    for (const what of ['cancel', 'retry']) {
      const refused = await run(['swap', what, id, ...client], here);
      expect(refused).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('"code": "PAYMENT_LANDED"'),
        stderr: expect.stringContaining('PAYMENT_LANDED'),
      });
    }
    // Where to pay by hand is known before the command ends; what is read by a program has no
    // picture in it.
    const asked = [
      '--amount',
      '0.5',
      '--receiver',
      address,
      '--slippage-bps',
      '300',
      '--flow',
      'deposit-by-hand',
    ];
    const job = ['--wallet', 'sandbox', '--from', 'ETH:native', '--to', 'POLYGON:native', ...asked];
    const shown = await run(['swap', 'create', ...job, ...client], here);
    expect(shown.code).toBe(0);
    const { swap: byHand } = JSON.parse(shown.stdout);
    expect(byHand).toMatchObject({
      state: 'awaiting_deposit',
      order: { deposit: { chain: 'ETH', amount: '0.5' } },
    });
    const told = await run(['swap', 'get', byHand.id, ...client.slice(0, -1)], here);
    expect(told.stdout).toMatch(new RegExp(`^pay to +${byHand.order.deposit.address}$`, 'm'));
    expect(told.stdout).not.toMatch(/[▀▄█]/);
    const limited = await run(['swap', 'wait', byHand.id, '--timeout', '5', ...client], here);
    expect(limited.code).toBe(4);
    expect((await run(['swap', 'cancel', byHand.id, '--wait', ...client], here)).code).toBe(0);
    await waitFor(async () =>
      expect(await (await fetch(`${apiUrl}/readyz`)).json()).toMatchObject({ ok: true }),
    );

    // A key that was lost is replaced, but not under a running service's feet.
    const refused = await run(['key', 'create'], here);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('FOLDER_IN_USE');
    expect(await stop(up)).toBe(0);
    const another = await run(['key', 'create', '--scopes', 'view', '--json'], here);
    expect(JSON.parse(another.stdout)).toMatchObject({
      key: expect.stringMatching(/^fm_/),
      scopes: ['view'],
    });
    expect(await stop(sandbox)).toBe(0);
  });
});
