import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { type BulkKind, bulkKinds } from '../../core/operator/bulk-action.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed, withYes } from '../confirm.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { filterFrom, withFilter } from '../filter-options.ts';
import { watchBulk } from '../watch-bulk.ts';

interface BulkOptions extends ApiOptions {
  reason?: string;
  rate?: number;
  dryRun?: true;
  yes?: true;
  idempotencyKey?: string;
}

type Preview = Awaited<ReturnType<ApiClient['previewBulkAction']>>;

/** `ferryman swap bulk …`: the same for every swap that a filter matches. */
export function registerSwapBulk(swap: Command, io: CliIo): void {
  const bulk = swap.command('bulk').description('retry or cancel all swaps that a filter matches');
  for (const kind of bulkKinds)
    withYes(withFilter(withApi(bulk.command(kind))))
      .description(`${kind} every swap that matches, the oldest first; asks before it begins`)
      .option('--reason <text>', 'why; stored in the audit log; needed but with --dry-run')
      .option('--rate <number>', 'acts in a minute; default: 60', parseRate)
      .option('--dry-run', 'only say what would be done')
      .option('--idempotency-key <key>', 'identifies the action when the command is repeated')
      .action((options: BulkOptions) => act(kind, options, io));
}

async function act(kind: BulkKind, options: BulkOptions, io: CliIo): Promise<void> {
  const { reason = '', rate, dryRun, yes, idempotencyKey = randomUUID(), json } = options;
  if (reason === '' && !dryRun)
    throw new FerrymanError('INVALID_REQUEST', 'a reason is needed: say why with --reason');
  const client = await connect(options, io);
  const request = {
    action: kind,
    filter: filterFrom(options),
    reason: reason === '' ? 'a dry run' : reason,
    ...(rate === undefined ? {} : { ratePerMinute: rate }),
  };
  const preview = await client.previewBulkAction(request);
  const { matched } = preview;
  if (dryRun) return io.print(json ? JSON.stringify(preview, null, 2) : showPreview(preview));
  io.tell(showPreview(preview));
  if (matched === 0 && !yes) return;
  const which = `those of ${matched} matching ${matched === 1 ? 'swap' : 'swaps'} that are eligible at their turn`;
  const verb = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  if (!(await isConfirmed(`${verb} ${which}?`, options, io, client))) return;
  const { bulkAction } = await client.createBulkAction(idempotencyKey, {
    ...request,
    expected: matched,
  });
  io.tell(`bulk action ${bulkAction.id}`);
  await watchBulk(client, bulkAction.id, options, io);
}

function showPreview({ matched, judged, eligible, skipped, may_have_sent: sent }: Preview): string {
  const ids = (all: readonly string[]): string => all.slice(0, 3).join(', ');
  return [
    `matched        ${matched}${judged < matched ? `; the ${judged} oldest were judged` : ''}`,
    `eligible       ${eligible.count}`,
    ...skipped.map(
      ({ code, count, samples }) => `skipped        ${count}  ${code}: ${ids(samples)}`,
    ),
    `may have sent  ${sent.count}${sent.count === 0 ? '' : `  ${ids(sent.swaps)}`}`,
  ].join('\n');
}

function parseRate(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}
