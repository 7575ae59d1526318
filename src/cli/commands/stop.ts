import { type Command, Option } from 'commander';
import { findChain } from '../../core/registry/find-chain.ts';
import { didYouMean } from '../../core/text/did-you-mean.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { type StopScope, stopScopes } from '../../ports/stores/stop-store.ts';
import type { ApiClient } from '../api-client.ts';
import type { StopRequest } from '../api-requests.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed, withYes } from '../confirm.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf } from '../layout.ts';
import { renderTable } from '../render-table.ts';
import { shortActor } from '../short-id.ts';
import { showTime } from '../show-time.ts';

type StopOptions = ApiOptions & { reason: string };
type ResumeOptions = StopOptions & { yes?: true };
type Stops = Awaited<ReturnType<ApiClient['stops']>>;

const whatHelp = `
What: all, chain <name>, provider <name>, wallet <name>, lane <wallet>@<chain>, or rule <id>.
What is on its way is followed all the same, and can be cancelled.`;

/** `ferryman stop`: nothing more is signed; without an argument, what is stopped. */
export function registerStop(program: Command, io: CliIo): void {
  withApi(program.command('stop'))
    .description('stop signing of all, or of one chain, provider, wallet, lane or treasury rule')
    .argument('[scope]', `one of ${stopScopes.join(', ')}; without it, what is stopped is listed`)
    .argument('[subject]', 'which one')
    .addOption(
      new Option(
        '--reason <text>',
        'why (required for a stop); stored with it and in the audit log',
      ),
    )
    .addHelpText('after', whatHelp)
    .action(
      async (scope: string | undefined, subject: string | undefined, options: StopOptions) => {
        const client = await connect(options, io);
        show(
          scope === undefined
            ? await client.stops()
            : await client.stop(requestOf(scope, subject, options)),
          options,
          io,
        );
      },
    );
}

/** `ferryman resume`: takes a stop back. */
export function registerResume(program: Command, io: CliIo): void {
  withYes(withApi(program.command('resume')))
    .description('resume signing that was stopped')
    .argument('<scope>', `one of ${stopScopes.join(', ')}`)
    .argument('[subject]', 'which one')
    .addOption(new Option('--reason <text>', 'why (required); stored in the audit log'))
    .addHelpText('after', whatHelp)
    .action(async (scope: string, subject: string | undefined, options: ResumeOptions) => {
      const request = requestOf(scope, subject, options);
      const client = await connect(options, io);
      const what = `${request.scope} ${request.subject}`.trim();
      const question = `Ferryman signs again (${what}). Resume it?`;
      if (!(await isConfirmed(question, options, io, client))) return;
      show(await client.resume(request), options, io);
    });
}

/** People write chains as they are called; the service wants their identifiers. */
function subjectOf(scope: StopScope, given = ''): string {
  if (scope === 'chain') return findChain(given) ?? given;
  const [, wallet, chain] = /^([^@]+)@([^@]+)$/.exec(scope === 'lane' ? given : '') ?? [];
  return chain === undefined ? given : `${wallet}@${findChain(chain) ?? chain}`;
}

/** @throws `INVALID_REQUEST` */
function requestOf(
  scope: string,
  subject: string | undefined,
  { reason = '' }: Partial<StopOptions>,
): StopRequest {
  const known = stopScopes.find((one): one is StopScope => one === scope);
  if (!known)
    throw new FerrymanError(
      'INVALID_REQUEST',
      `"${scope}" cannot be stopped${didYouMean(scope, stopScopes) || `; there are ${stopScopes.join(', ')}`}`,
    );
  if (reason.trim() === '')
    throw new FerrymanError('INVALID_REQUEST', 'a reason is needed: say why with --reason');
  return { scope: known, subject: subjectOf(known, subject), reason };
}

const columns = ['stopped', 'since (UTC)', 'by', 'reason'].map((title) => ({ title }));

function show(answer: Stops, { json }: ApiOptions, io: CliIo): void {
  io.print(json ? JSON.stringify(answer, null, 2) : asText(answer, io));
}

function asText(answer: Stops, io: CliIo): string {
  if (answer.stops.length === 0) return 'nothing is stopped';
  const rows = answer.stops.map(({ scope, subject, since, by, reason }) => [
    scope === 'all' ? 'all' : `${scope} ${subject}`,
    showTime(since),
    shortActor(by),
    reason,
  ]);
  return renderTable(columns, rows, layoutOf(io));
}
