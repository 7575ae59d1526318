import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ExportFormat, exportFormats } from '../../api/export-swaps.ts';
import { resolutions } from '../../core/operator/judge-resolve.ts';
import { isEnd } from '../../core/swap/swap.ts';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed, withYes } from '../confirm.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import {
  type ExitCode,
  exitCodeHelp,
  exitCodeOfCancel,
  exitCodeOfSwap,
  exitCodes,
} from '../exit-code.ts';
import { filterFrom, withFilter } from '../filter-options.ts';
import { type JobOptions, jobBody, withJob } from '../job-options.ts';
import { layoutOf, type TableOptions, widthOf, withTable } from '../layout.ts';
import { showDeposit } from '../show-deposit.ts';
import { exitCodeOfPreview, showPreview } from '../show-preview.ts';
import { showQuote } from '../show-quote.ts';
import { showSwap } from '../show-swap.ts';
import { showSwapList } from '../show-swap-list.ts';
import { showVerdict } from '../show-verdict.ts';
import type { SwapAnswer } from '../swap-answer.ts';
import { swapIdOf } from '../swap-id-of.ts';
import { isCutShort, type Waiting, waitForSwap } from '../wait-for-swap.ts';
import { registerSwapBulk } from './swap-bulk.ts';
import { watchSwap, watchSwaps } from './swap-watch.ts';

interface ShowOptions extends ApiOptions {
  /** Whether a place to pay to is drawn where it can be. */
  qr?: boolean;
}

interface WaitOptions extends ShowOptions {
  wait?: true;
  /** In seconds. */
  timeout?: number;
}

interface CreateOptions extends WaitOptions, JobOptions {
  idempotencyKey?: string;
  dryRun?: true;
}

interface ResolveOptions extends ApiOptions {
  as: string;
  evidence?: string;
  reason: string;
  atVersion?: number;
  yes?: true;
}

interface ListOptions extends ApiOptions, TableOptions {
  watch?: true;
  limit?: string;
  cursor?: string;
}

/** `ferryman swap …`: talks to a running Ferryman over its API. */
export function registerSwap(program: Command, io: CliIo): void {
  const swap = program
    .command('swap')
    .description(
      'quote, create, show, watch, wait for, cancel, retry, acknowledge and resolve swaps',
    );

  showing(waiting(withJob(withApi(swap.command('create')))))
    .description(
      'submit a swap; a repetition with the same --idempotency-key returns the same swap',
    )
    .option(
      '--idempotency-key <key>',
      'identifies the swap when the command is repeated; default: a random one',
    )
    .option(
      '--replaces <id>',
      'take the place of this swap, which has ended unpaid; nothing tries that one again',
    )
    .option('--reason <text>', 'why it is replaced; the audit log keeps it')
    .option('--dry-run', 'show what it would do, up to the guard’s verdict; nothing is stored')
    .action(async (options: CreateOptions, command: Command) => create(options, command, io));

  withJob(withApi(swap.command('quote')))
    .description('ask what the routing service offers for a job; nothing is stored or promised')
    .action(async (options: ApiOptions & JobOptions, command: Command) => {
      requireBound(options, command);
      const answer = await (await connect(options, io)).quoteSwap(jobBody(options));
      io.print(options.json ? JSON.stringify(answer, null, 2) : showQuote(answer, widthOf(io)));
    });

  showing(withApi(swap.command('get')))
    .description('show one swap with its history and what the guard found')
    .argument('<id>', 'of the swap, or the beginning of it')
    .action(async (id: string, options: ShowOptions) => {
      const client = await connect(options, io);
      const swapId = await swapIdOf(client, id, 'reading');
      if (options.json) return io.print(JSON.stringify(await client.getSwap(swapId), null, 2));
      const [answer, { record }] = await Promise.all([
        client.getSwap(swapId),
        client.inspectSwap(swapId),
      ]);
      io.print(showSwap(answer.swap, widthOf(io), record.money));
      for (const { at, type } of answer.events) io.print(`${at}  ${type}`);
      for (const verdict of answer.verdicts ?? []) io.print(showVerdict(verdict, widthOf(io)));
      printPlace(answer.swap, options, io);
    });

  withTable(withFilter(withApi(swap.command('list'))))
    .description('list swaps, newest first')
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'where the previous list ended')
    .option('-w, --watch', 'show them live until Ctrl-C; elsewhere than on a terminal, each change')
    .action(async ({ json, apiUrl, apiKey, wide, watch, ...filter }: ListOptions) => {
      const client = await connect({ apiUrl, apiKey }, io);
      const query = given(filter);
      if (watch) return watchSwaps(client, query, { json, wide }, io);
      const answer = await client.listSwaps(query);
      if (json) return io.print(JSON.stringify(answer, null, 2));
      if (answer.swaps.length === 0) io.tell('no swap matches');
      else io.print(showSwapList(answer.swaps, Date.now(), layoutOf(io, { wide })));
      if (answer.nextCursor !== undefined) io.tell(`more with --cursor ${answer.nextCursor}`);
    });

  withFilter(withApi(swap.command('export')))
    .description('write all swaps that match to standard output, not a page of them')
    .addOption(
      new Option('--format <format>', 'json: one object a line')
        .choices(exportFormats)
        .default('csv'),
    )
    .action(async (options: ApiOptions & { format: ExportFormat }) => {
      const query = { ...filterFrom(options), format: options.format };
      let rest = '';
      await (await connect(options, io)).exportSwaps(query, (text) => {
        const lines = `${rest}${text}`.split('\n');
        rest = lines.pop() ?? '';
        if (lines.length > 0) io.print(lines.join('\n'));
      });
    });

  registerSwapBulk(swap, io);

  waiting(
    withApi(swap.command('cancel')),
    'wait for the outcome; the exit code says whether the swap was cancelled',
  )
    .description('request the cancellation of a swap; whether it succeeds is decided on the chain')
    .argument('<id>', 'of the swap, or the beginning of it')
    .action(async (id: string, options: WaitOptions) => cancel(id, options, io));

  showing(waiting(withApi(swap.command('retry'))))
    .description(
      'try a swap again: with a new order, or as a new swap if it has ended with nothing paid',
    )
    .argument('<id>', 'of the swap, or the beginning of it')
    .action(async (id: string, options: WaitOptions) => retry(id, options, io));

  limited(showing(withApi(swap.command('wait'))))
    .description(
      'wait until a swap has ended or a person must act; the exit code says how it ended',
    )
    .argument('<id>', 'of the swap, or the beginning of it')
    .action(async (id: string, options: WaitOptions) => {
      const client = await connect(options, io);
      await finish(client, await swapIdOf(client, id, 'reading'), options, io);
    });

  withApi(swap.command('watch'))
    .description(
      'show a swap live until it has ended or a person must act; the exit code says how it ended',
    )
    .argument('<id>', 'of the swap, or the beginning of it')
    .addHelpText('after', `\n${exitCodeHelp}`)
    .action((id: string, options: ApiOptions) => watchSwap(id, options, io));

  withApi(swap.command('acknowledge'))
    .description(
      'close a swap again that received money after its end, once you have handled that money',
    )
    .argument('<id>', 'of the swap, or the beginning of it')
    .requiredOption('--note <text>', 'what was done about it; stored in its history')
    .action(async (id: string, options: ApiOptions & { note: string }) => {
      const client = await connect(options, io);
      const { swap } = await client.acknowledgeSwap(
        await swapIdOf(client, id, 'acts'),
        options.note,
      );
      printSwap(swap, options, io);
    });

  withYes(withApi(swap.command('resolve')))
    .description(
      'end a swap that waits in needs_review, once you know what became of its money; nothing is signed',
    )
    .argument('<id>', 'of the swap, or the beginning of it')
    .addOption(
      new Option(
        '--as <what>',
        'the outcome; unpaid: the receiver was not paid, and nothing more is tried',
      )
        .choices(resolutions)
        .makeOptionMandatory(),
    )
    .option(
      '--evidence <txid>',
      'the transaction that paid or refunded it; Ferryman reads it if its chain is configured',
    )
    .requiredOption('--reason <text>', 'how you know; stored in its history')
    .option(
      '--at-version <version>',
      'refuse it if the swap is not at this version any more, as `swap get` showed it',
      parseVersion,
    )
    .action(async (id: string, options: ResolveOptions) => {
      const { as, evidence, reason, atVersion: version } = options;
      const client = await connect(options, io);
      const resolution = {
        as,
        reason,
        ...(version === undefined ? {} : { version }),
        ...(evidence === undefined ? {} : { evidence }),
      };
      const found = await swapIdOf(client, id, 'acts');
      const question = `Swap ${found} ends as ${as}, and Ferryman does nothing more for it. End it?`;
      if (!(await isConfirmed(question, options, io, client))) return;
      const { swap } = await client.resolveSwap(found, resolution);
      printSwap(swap, options, io);
    });
}

function requireBound({ minOut, slippageBps }: JobOptions, command: Command): void {
  if (minOut !== undefined || slippageBps !== undefined) return;
  command.error('error: give either --min-out or --slippage-bps', { exitCode: exitCodes.usage });
}

async function create(options: CreateOptions, command: Command, io: CliIo): Promise<void> {
  const { idempotencyKey = randomUUID() } = options;
  requireBound(options, command);
  const client = await connect(options, io);
  const { replaces } = options;
  const job = jobBody({
    ...options,
    ...(replaces === undefined ? {} : { replaces: await swapIdOf(client, replaces, 'acts') }),
  });
  if (options.dryRun) {
    const { preview } = await client.previewSwap(job);
    io.print(
      options.json ? JSON.stringify({ preview }, null, 2) : showPreview(preview, widthOf(io)),
    );
    return io.exitWith(exitCodeOfPreview(preview));
  }
  io.tell(`idempotency key ${idempotencyKey}`);
  const { swap, created } = await client.createSwap(idempotencyKey, job);
  if (!created)
    io.tell(
      `already submitted, at ${swap.createdAt}: the idempotency key has this swap, and nothing new was submitted`,
    );
  if (options.wait || swap.flow === 'deposit-by-hand') io.tell(`swap ${swap.id}`);
  await follow(client, swap, options, io);
}

/**
 * Waits for its end if that is asked for; if a person pays by hand, until the address to pay to is
 * known.
 */
async function follow(
  client: ApiClient,
  swap: SwapAnswer,
  options: WaitOptions,
  io: CliIo,
): Promise<void> {
  if (options.wait) return finish(client, swap.id, options, io);
  if (swap.flow !== 'deposit-by-hand') return printSwap(swap, options, io);
  const until = Date.now() + placeWithin;
  const seen = await waitUnlessInterrupted(client, swap.id, io, {
    until,
    isEnough: ({ state }) => !placeUnknown.has(state),
  });
  if (!seen) return;
  printSwap(seen, options, io);
  if (!options.json) printPlace(seen, options, io);
  if (placeUnknown.has(seen.state))
    io.tell(`there is no address to pay to yet; look for it with: ferryman swap get ${seen.id}`);
  if (isEnd(seen.state)) io.exitWith(exitCodeOfSwap(seen));
}

/**
 * Milliseconds that are waited for it: an order by deposit takes two calls to the routing service,
 * and one that is not there by then may be long in coming.
 */
const placeWithin = 60_000;

const placeUnknown: ReadonlySet<SwapAnswer['state']> = new Set(['requested', 'quoted']);

async function cancel(given: string, options: WaitOptions, io: CliIo): Promise<void> {
  const client = await connect(options, io);
  const id = await swapIdOf(client, given, 'acts');
  const { swap } = await client.cancelSwap(id);
  const isPending = swap.state !== 'cancelled';
  if (isPending) io.tell(`requested; the chain decides. See how with: ferryman swap wait ${id}`);
  else if (swap.flow === 'deposit-by-hand' && swap.order?.deposit)
    io.tell('do not pay to its address any more');
  if (!isPending || !options.wait) return printSwap(swap, options, io);
  await finish(client, id, options, io, exitCodeOfCancel);
}

async function retry(given: string, options: WaitOptions, io: CliIo): Promise<void> {
  const client = await connect(options, io);
  const id = await swapIdOf(client, given, 'acts');
  const { swap } = await client.retrySwap(id);
  io.tell(
    swap.id === id
      ? `swap ${id} goes on with a new order`
      : `swap ${swap.id} tries the job of ${id} again`,
  );
  await follow(client, swap, options, io);
}

/** Shows where to pay by hand as soon as that is known, and then waits on. */
async function finish(
  client: ApiClient,
  id: string,
  options: WaitOptions,
  io: CliIo,
  exitCodeOf: (swap: SwapAnswer) => ExitCode = exitCodeOfSwap,
): Promise<void> {
  let shown: string | undefined;
  const swap = await waitUnlessInterrupted(client, id, io, {
    until: options.timeout === undefined ? undefined : Date.now() + options.timeout * 1_000,
    onRead(seen) {
      const place = seen.state === 'awaiting_deposit' ? seen.order?.deposit?.exchangeId : undefined;
      if (place !== undefined && place !== shown) printPlace(seen, options, io);
      shown = place ?? shown;
    },
  });
  if (!swap) return;
  printSwap(swap, options, io);
  if (isCutShort(swap)) {
    const paying = swap.state === 'awaiting_deposit' ? ', and the deposit is not paid' : '';
    io.tell(
      `not over after ${options.timeout} s${paying}; the swap goes on. Wait on with: ferryman swap wait ${id}`,
    );
  }
  io.exitWith(exitCodeOf(swap));
}

/** `undefined`: a person has ended the wait. */
async function waitUnlessInterrupted(
  client: ApiClient,
  id: string,
  io: CliIo,
  how: Omit<Waiting, 'signal' | 'tell'>,
): Promise<SwapAnswer | undefined> {
  try {
    return await waitForSwap(client, id, { signal: io.signal, tell: io.tell, ...how });
  } catch (error) {
    if (!io.signal.aborted) throw error;
    io.tell(`no longer waiting; the swap goes on. Look at it with: ferryman swap get ${id}`);
    io.exitWith(exitCodes.interrupted);
    return undefined;
  }
}

/** Beside JSON it is for the person who looks on. */
function printPlace(swap: SwapAnswer, { json, qr }: ShowOptions, io: CliIo): void {
  const { columns, environment } = io;
  const drawing =
    qr && !json && columns !== undefined
      ? { columns, isColored: !environment.NO_COLOR }
      : undefined;
  const place = showDeposit(swap, { now: Date.now(), width: widthOf(io) }, drawing);
  if (place === undefined) return;
  if (json) io.tell(place);
  else io.print(`\n${place}\n`);
}

function printSwap(swap: SwapAnswer, options: ApiOptions, io: CliIo): void {
  io.print(options.json ? JSON.stringify({ swap }, null, 2) : showSwap(swap, widthOf(io)));
}

function waiting(
  command: Command,
  what = 'wait until it has ended or a person must act; the exit code says how it ended',
): Command {
  return limited(command.option('--wait', what)).hook('preAction', (_, called) => {
    const { wait, timeout } = called.opts<WaitOptions>();
    if (timeout === undefined || wait) return;
    called.error('error: --timeout limits a wait: give --wait beside it', {
      exitCode: exitCodes.usage,
    });
  });
}

function limited(command: Command): Command {
  return command
    .option(
      '--timeout <seconds>',
      `wait at most this long, then exit with ${exitCodes.timedOut}; the swap goes on`,
      parseSeconds,
    )
    .addHelpText('after', `\n${exitCodeHelp}`);
}

function showing(command: Command): Command {
  return command.option('--no-qr', 'draw no QR code of the address of a manual deposit');
}

function parseSeconds(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('Write a whole number of seconds.');
  return Number(text);
}

function parseVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('Write the version as a whole number.');
  return Number(text);
}

function given(filter: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
