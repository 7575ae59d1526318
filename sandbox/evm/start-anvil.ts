import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxError } from '../sandbox-error.ts';
import { anvilBinary } from './anvil-binary.ts';
import { endWithUs } from './end-with-us.ts';
import { freePort } from './free-port.ts';

export interface AnvilOptions {
  readonly chainId: number;
  /** Default: a free one. */
  readonly port?: number;
  /** Blocks between `finalized` and `latest`; even. */
  readonly finalityDepth: number;
  /** Number of recent blocks whose state is stored. Default: 256. */
  readonly storedBlocks?: number;
  readonly rules?: EngineRules;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
}

/** Where the engine differs from a current Ethereum node. */
interface EngineRules {
  readonly hardfork: string;
  readonly gasLimit: bigint;
  /** Base fee of the first block, in wei. */
  readonly baseFee: bigint;
  /** Whether the engine accepts unsigned transactions from any sender. */
  readonly impersonates: boolean;
}

export interface AnvilProcess {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

/** Enough for a test or a demonstration. Each block takes memory. */
export const DEFAULT_STORED_BLOCKS = 256;
const PORT_ATTEMPTS = 5;
/** Stops a hanging start. A busy machine may take long to start three engines at once. */
const READY_WITHIN_MS = 120_000;

/**
 * Starts one chain that mines only on request, and waits until it answers.
 * @throws {SandboxError} `engine-missing`, `engine-failed`, or `port-taken` if the given port is in
 *   use
 */
export async function startAnvil(options: AnvilOptions): Promise<AnvilProcess> {
  // Check first, because another sandbox's engine on this port would answer like ours.
  if (options.port !== undefined) return spawnAnvil(options, await freePort(options.port));
  for (let attempt = 1; ; attempt++) {
    try {
      return await spawnAnvil(options, await freePort());
    } catch (error) {
      const isLostRace = error instanceof SandboxError && error.code === 'port-taken';
      if (!isLostRace || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function spawnAnvil(options: AnvilOptions, port: number): Promise<AnvilProcess> {
  const binary = anvilBinary();
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-sandbox-'));
  const child = spawn(binary, anvilArguments(options, port, folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: { HOME: folder },
  });
  let complaints = '';
  let hasAnswered = false;
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString('utf8')).slice(-2_000);
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    await once(child, 'spawn');
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw new SandboxError('engine-failed', `The chain engine ${binary} cannot be executed.`, {
      cause,
    });
  }
  const pid = child.pid;
  if (pid === undefined)
    throw new SandboxError('engine-failed', 'The chain engine has no process id.');
  const callOffReaper = endWithUs(pid, folder);
  let isClosing = false;
  child.once('exit', (code, signal) => {
    callOffReaper();
    // After this, every wait for a block of this chain would never end.
    if (hasAnswered && !isClosing)
      process.emitWarning(endedByItself(options.chainId, code ?? signal, complaints));
  });

  const close = async (): Promise<void> => {
    isClosing = true;
    if (isRunning(child)) child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await answers(url, options, child);
    hasAnswered = true;
  } catch (cause) {
    await close();
    options.signal?.throwIfAborted();
    if (/address (is )?already in use/i.test(complaints)) {
      throw new SandboxError('port-taken', `Port ${port} is in use. Choose another port base.`, {
        cause,
      });
    }
    throw new SandboxError('engine-failed', `The chain engine did not start: ${complaints}`, {
      cause,
    });
  }
  return { url, pid, close };
}

function endedByItself(chainId: number, how: number | string | null, complaints: string): string {
  return `The engine of chain ${chainId} ended (${how}); start the sandbox again. ${complaints}`;
}

function anvilArguments(options: AnvilOptions, port: number, folder: string): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', `${port}`],
    ...['--chain-id', `${options.chainId}`],
    // Blocks are mined on request.
    ...['--no-mining', '--prune-history', `${options.storedBlocks ?? DEFAULT_STORED_BLOCKS}`],
    // `safe` is one epoch behind the latest block, `finalized` two.
    ...['--slots-in-an-epoch', `${options.finalityDepth / 2}`],
    ...(options.rules === undefined ? ['--gas-limit', '60000000'] : ruleArguments(options.rules)),
    ...['--accounts', '0'],
    ...['--cache-path', folder],
    '--quiet',
  ];
}

function ruleArguments({ hardfork, gasLimit, baseFee, impersonates }: EngineRules): string[] {
  return [
    ...['--hardfork', hardfork],
    ...['--gas-limit', `${gasLimit}`],
    ...['--base-fee', `${baseFee}`],
    ...(impersonates ? ['--auto-impersonate'] : []),
  ];
}

async function answers(
  url: string,
  { chainId, signal }: AnvilOptions,
  child: ChildProcess,
): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  for (;;) {
    signal?.throwIfAborted();
    if (!isRunning(child)) throw new Error(`exited with ${child.exitCode ?? child.signalCode}`);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const answer = (await response.json()) as { result?: string };
      if (Number(answer.result) === chainId && isRunning(child)) return;
      throw new Error('another server answers on this port');
    } catch (error) {
      // A starting engine refuses connections.
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
    }
    await sleep(20);
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
