import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { loadConfig } from '../../config/load-config.ts';
import { type ApiClient, createApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { type ExitCode, exitCodeOfCancel, exitCodeOfSwap, exitCodes } from '../exit-code.ts';
import { type JobOptions, jobBody, withJob } from '../job-options.ts';
import { showSwap, showSwaps } from '../show-swap.ts';
import type { SwapAnswer } from '../swap-answer.ts';
import { waitForSwap } from '../wait-for-swap.ts';

interface CommonOptions {
  apiUrl?: string;
  apiKey?: string;
  json?: true;
}

interface WaitOptions extends CommonOptions {
  wait?: true;
}

interface CreateOptions extends WaitOptions, JobOptions {
  idempotencyKey?: string;
}

interface ListOptions extends CommonOptions {
  state?: string;
  chain?: string;
  wallet?: string;
  limit?: string;
  cursor?: string;
}

/** `ferryman swap …`: talks to a running Ferryman over its API. */
export function registerSwap(program: Command, io: CliIo): void {
  const swap = program.command('swap').description('create, look at, wait for, cancel and retry swaps');

  withJob(common(swap.command('create')))
    .description('submit a swap; repeated with the same --idempotency-key it is the same swap')
    .option('--idempotency-key <key>', 'the same key is the same swap; made up if not given')
    .option('--wait', 'wait until it has ended or wants a person; the exit code says how it went')
    .action(async (options: CreateOptions, command: Command) => create(options, command, io));

  common(swap.command('get'))
    .description('show one swap with its history')
    .argument('<id>')
    .action(async (id: string, options: CommonOptions) => {
      const answer = await (await connect(options, io)).getSwap(id);
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      io.print(showSwap(answer.swap));
      for (const { at, type } of answer.events) io.print(`${at}  ${type}`);
    });

  common(swap.command('list'))
    .description('list swaps, newest first')
    .option('--state <states>', 'one or more, separated by commas')
    .option('--chain <chain>', 'source or destination')
    .option('--wallet <name>')
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'where the list before ended')
    .action(async ({ json, apiUrl, apiKey, ...filter }: ListOptions) => {
      const answer = await (await connect({ apiUrl, apiKey }, io)).listSwaps(given(filter));
      if (json) return io.print(JSON.stringify(answer, null, 2));
      io.print(showSwaps(answer.swaps));
      if (answer.nextCursor !== undefined) io.tell(`more with --cursor ${answer.nextCursor}`);
    });

  common(swap.command('cancel'))
    .description('ask for the end of a swap: a request until the chain has decided')
    .argument('<id>')
    .option('--wait', 'wait until that is decided; the exit code says whether it was cancelled')
    .action(async (id: string, options: WaitOptions) => cancel(id, options, io));

  common(swap.command('retry'))
    .description('try a swap again: with a new order, or as a new swap where it has ended with nothing paid')
    .argument('<id>')
    .option('--wait', 'wait until it has ended or wants a person; the exit code says how it went')
    .action(async (id: string, options: WaitOptions) => retry(id, options, io));

  common(swap.command('wait'))
    .description('wait until a swap has ended or wants a person; the exit code says how it went')
    .argument('<id>')
    .action(async (id: string, options: CommonOptions) => finish(await connect(options, io), id, options, io));
}

async function create(options: CreateOptions, command: Command, io: CliIo): Promise<void> {
  const { idempotencyKey = randomUUID() } = options;
  if (options.minOut === undefined && options.slippageBps === undefined) {
    command.error('error: give either --min-out or --slippage-bps', { exitCode: exitCodes.usage });
  }
  const client = await connect(options, io);
  io.tell(`idempotency key ${idempotencyKey}`);
  const { swap } = await client.createSwap(idempotencyKey, jobBody(options));
  if (options.wait) {
    io.tell(`swap ${swap.id}`);
    return finish(client, swap.id, options, io);
  }
  printSwap(swap, options, io);
}

async function cancel(id: string, options: WaitOptions, io: CliIo): Promise<void> {
  const client = await connect(options, io);
  const { swap } = await client.cancelSwap(id);
  const isPending = swap.state !== 'cancelled';
  if (isPending) io.tell(`requested; the chain decides. See how with: ferryman swap wait ${id}`);
  if (!isPending || !options.wait) return printSwap(swap, options, io);
  await finish(client, id, options, io, exitCodeOfCancel);
}

async function retry(id: string, options: WaitOptions, io: CliIo): Promise<void> {
  const client = await connect(options, io);
  const { swap } = await client.retrySwap(id);
  io.tell(swap.id === id ? `swap ${id} goes on with a new order` : `swap ${swap.id} tries the job of ${id} again`);
  if (options.wait) return finish(client, swap.id, options, io);
  printSwap(swap, options, io);
}

async function finish(
  client: ApiClient,
  id: string,
  options: CommonOptions,
  io: CliIo,
  exitCodeOf: (swap: SwapAnswer) => ExitCode = exitCodeOfSwap,
): Promise<void> {
  try {
    const swap = await waitForSwap(client, id, io);
    printSwap(swap, options, io);
    io.exitWith(exitCodeOf(swap));
  } catch (error) {
    if (!io.signal.aborted) throw error;
    io.tell(`no longer waiting; the swap goes on. Look at it with: ferryman swap get ${id}`);
    io.exitWith(exitCodes.interrupted);
  }
}

function printSwap(swap: SwapAnswer, options: CommonOptions, io: CliIo): void {
  io.print(options.json ? JSON.stringify({ swap }, null, 2) : showSwap(swap));
}

async function connect({ apiUrl, apiKey }: { apiUrl?: string | undefined; apiKey?: string | undefined }, io: CliIo) {
  const { environment, folder, signal } = io;
  const { client } = await loadConfig({ flags: { '--api-url': apiUrl, '--api-key': apiKey }, environment, folder });
  return createApiClient(client, signal);
}

function common(command: Command): Command {
  return command
    .option('--api-url <url>', 'where Ferryman runs; also FERRYMAN_API_URL')
    .option('--api-key <key>', 'shows in process lists: better FERRYMAN_API_KEY or FERRYMAN_API_KEY_FILE')
    .option('--json', 'print JSON');
}

function given(filter: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
