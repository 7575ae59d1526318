import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { zeroAddress } from 'viem';
import { describe, expect, it, vi } from 'vitest';
import { CHAIN_NAMES } from '../../sandbox/chains/chain-catalogue.ts';
import type { SandboxChainEndpoints } from '../../sandbox/endpoints.ts';
import { freePort } from '../../sandbox/evm/free-port.ts';
import { startAnvil } from '../../sandbox/evm/start-anvil.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand } from './by-hand.ts';

/** Starts an engine in a process of its own, and says which one. */
const PROGRAM = `
  import { runnerImport } from 'vite';
  const { module } = await runnerImport(${JSON.stringify(resolve('sandbox/evm/start-anvil.ts'))});
  const engine = await module.startAnvil({ chainId: 7700009, finalityDepth: 4 });
  process.stdout.write(JSON.stringify({ pid: engine.pid, url: engine.url }));
  setInterval(() => {}, 1_000);
`;

describe('the engines', () => {
  it('end with the process that started them, also when that is killed', async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const { pid, url } = JSON.parse(line.toString()) as { pid: number; url: string };
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBeLessThan(500);
    parent.kill('SIGKILL');
    await waitFor(() => expect(isAlive(pid)).toBe(false));
  });

  it('end with close', async () => {
    const engine = await startAnvil({ chainId: 7_700_009, finalityDepth: 4 });
    await engine.close();
    expect(isAlive(engine.pid)).toBe(false);
  });
});

describe('startSandbox', () => {
  it('uses the ports it was given, and reports one that is taken without leaving anything running', async () => {
    const portBase = await freePorts();
    const sandbox = await startSandbox({ portBase });
    const { router, control, chains } = sandbox.endpoints;
    const urls = [router.url, control.url, ...Object.values(chains).flatMap(nodesOf)];
    expect(urls).toEqual(
      [0, ...FURTHER_PORTS].map((offset) => `http://127.0.0.1:${portBase + offset}`),
    );
    // Before anything else is started.
    const onStep = vi.fn();
    await expect(startSandbox({ portBase }, { onStep })).rejects.toMatchObject({
      code: 'port-taken',
    });
    expect(onStep).not.toHaveBeenCalled();
    await sandbox.close();
    for (const url of urls) await expect(fetch(url)).rejects.toThrow();
  });

  it('leaves out the chains that are not wanted', async () => {
    const sandbox = await startSandbox({ otherChains: [] });
    try {
      expect(Object.keys(sandbox.endpoints.chains)).toEqual(['ETH', 'POLYGON', 'ARBITRUM']);
      const hand = byHand(sandbox.endpoints);
      const trade = {
        from: 'ETH',
        fromToken: 'ETH',
        to: 'ETH',
        toToken: 'USDC',
        amount: '1',
        receiver: zeroAddress,
      } as const;
      const body = { ...hand.tradeBody(trade, zeroAddress), srcTokenBlockchain: 'TRON' };
      expect((await hand.router('/api/routes/quoteBest', body)).body).toMatchObject({
        error: { code: 2001 },
      });
      expect((await hand.control('/chains/TRON', { mining: false })).status).toBe(400);
    } finally {
      await sandbox.close();
    }
  });

  it('keeps finalized the given number of blocks behind', async () => {
    const sandbox = await startSandbox({ finalityDepth: 6, blockIntervalMs: 1_000 });
    try {
      const client = byHand(sandbox.endpoints).client('ETH');
      const distance = async () => {
        const [latest, finalized] = await Promise.all([
          client.getBlock({ blockTag: 'latest' }),
          client.getBlock({ blockTag: 'finalized' }),
        ]);
        return latest.number - finalized.number;
      };
      await byHand(sandbox.endpoints).engine('ETH').mine({ blocks: 10 });
      await waitFor(async () => expect(await distance()).toBe(6n));
    } finally {
      await sandbox.close();
    }
  });

  it.each([
    [{ finalityDepth: 3 }, 'finalityDepth'],
    [{ blockIntervalMs: 0 }, 'blockIntervalMs'],
    [{ portBase: 65_535 }, 'portBase'],
    [{ routerConfirmations: -1 }, 'routerConfirmations'],
  ])('refuses %o and names the option', async (options, name) => {
    await expect(startSandbox(options)).rejects.toMatchObject({
      code: 'bad-option',
      message: expect.stringContaining(name),
    });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Beside the router's: the control server's, each chain's, and Solana's second one. */
const FURTHER_PORTS = Array.from({ length: 1 + CHAIN_NAMES.length + 1 }, (_, index) => 1 + index);

async function freePorts(): Promise<number> {
  for (;;) {
    // The kernel gives none of these to those who ask for any port, such as the tests beside this one.
    const base = 10_000 + randomInt(20_000);
    const ports = await Promise.allSettled(
      [0, ...FURTHER_PORTS].map((offset) => freePort(base + offset)),
    );
    if (ports.every(({ status }) => status === 'fulfilled')) return base;
  }
}

function nodesOf(chain: SandboxChainEndpoints): readonly string[] {
  if (chain.family === 'ton') return chain.rpcUrls.map((url) => new URL(url).origin);
  if (chain.family === 'bitcoin') return chain.esploraUrls;
  if (chain.family === 'solana')
    return [...chain.rpcUrls, ...chain.wsUrls.map((url) => url.replace('ws:', 'http:'))];
  return chain.family === 'tron' ? chain.fullNodeUrls : chain.rpcUrls;
}
