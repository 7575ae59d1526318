import { type Command, Option } from 'commander';
import {
  type AdmissionScope,
  admissionScopes,
  approvalStates,
} from '../../core/approvals/approval.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed, withYes } from '../confirm.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, widthOf, withTable } from '../layout.ts';
import { type Column, type Row, renderTable } from '../render-table.ts';
import { shortId } from '../short-id.ts';
import {
  type ApprovalView,
  effectText,
  itemText,
  showApproval,
  stateText,
} from '../show-approval.ts';
import { showBatch } from '../show-batch.ts';
import { showTime } from '../show-time.ts';
import { showVotes } from '../show-votes.ts';

interface ListOptions extends ApiOptions, TableOptions {
  state?: string;
  inForce?: true;
  swapId?: string;
  limit?: string;
  cursor?: string;
}

interface ActOptions extends ApiOptions {
  reason: string;
  yes?: true;
}

interface ApproveOptions extends ActOptions {
  scope: AdmissionScope;
  until?: string;
}

const columns: readonly Column[] = [
  { title: 'approval' },
  { title: 'state' },
  { title: 'swap' },
  { title: 'opened (UTC)', optional: true },
];

function rowOf(approval: ApprovalView): Row {
  const { id, swap, createdAt, rule, message } = approval;
  return {
    cells: [id, stateText(approval), shortId(swap.id), showTime(createdAt)],
    below: `${itemText(approval)}; ${rule}: ${message}`,
  };
}

const batchColumns: readonly Column[] = [{ title: 'batch' }, { title: 'payments' }];

/** A rule has at most one. Throws `NOT_FOUND`. */
async function batchOfRule(client: ApiClient, rule: string): Promise<string> {
  const { batches } = await client.listApprovalBatches();
  const found = batches.find((batch) => batch.rule === rule);
  if (found) return found.id;
  throw new FerrymanError(
    'NOT_FOUND',
    `no batch of the rule ${rule} waits for approvals: \`ferryman approvals batches\` has those that do`,
  );
}

/** `ferryman approvals …`: what the guard holds swaps for, and what persons decide about it. */
export function registerApprovals(program: Command, io: CliIo): void {
  const approvals = program
    .command('approvals')
    .description('list, show, approve, reject and revoke what the guard holds swaps for');
  const print = (approval: ApprovalView, { json }: ApiOptions): void =>
    io.print(json ? JSON.stringify({ approval }, null, 2) : showApproval(approval, widthOf(io)));

  withTable(withApi(approvals.command('list')))
    .description('list approvals, newest first; without an option, the open ones')
    .addOption(new Option('--state <state>', 'only these').choices([...approvalStates, 'all']))
    .option('--in-force', 'only what is admitted for more than one swap now')
    .option('--swap-id <id>', 'only those of this swap, in any state')
    .option('--limit <count>', '1 to 200')
    .option('--cursor <cursor>', 'where the list before ended')
    .action(async ({ json, apiUrl, apiKey, wide, ...filter }: ListOptions) => {
      const client = await connect({ apiUrl, apiKey }, io);
      const { state, inForce, ...page } = filter;
      const wanted = state ?? (inForce || page.swapId !== undefined ? 'all' : 'open');
      const query = Object.entries({
        ...page,
        ...(wanted === 'all' ? {} : { state: wanted }),
        ...(inForce ? { inForce: 'true' } : {}),
      });
      const answer = await client.listApprovals(
        Object.fromEntries(query.filter(([, value]) => value !== undefined)),
      );
      if (json) return io.print(JSON.stringify(answer, null, 2));
      const { approvals: found, nextCursor } = answer;
      if (found.length === 0) io.tell('there is no such approval');
      else io.print(renderTable(columns, found.map(rowOf), layoutOf(io, { wide })));
      if (nextCursor !== undefined) io.tell(`more with --cursor ${nextCursor}`);
    });

  withApi(approvals.command('show'))
    .description('show an approval with what is known of its item, and the votes on a payment')
    .argument('<id>')
    .action(async (id: string, options: ApiOptions) => {
      const client = await connect(options, io);
      const { approval } = await client.getApproval(id);
      if (approval.item.kind !== 'payment') return print(approval, options);
      const votes = await client.listVotes(id);
      if (options.json) io.print(JSON.stringify({ approval, votes }, null, 2));
      else io.print(`${showApproval(approval, widthOf(io))}\n${showVotes(votes, widthOf(io))}`);
    });

  withTable(withApi(approvals.command('batches')))
    .description('list what treasury rules ask for that approvers sign as a batch')
    .action(async ({ wide, ...options }: ApiOptions & TableOptions) => {
      const client = await connect(options, io);
      const answer = await client.listApprovalBatches();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      const rows = answer.batches.map(({ id, swaps }) => ({
        cells: [id, `${swaps}`],
      }));
      if (rows.length === 0) io.tell('no batch waits for approvals');
      else io.print(renderTable(batchColumns, rows, layoutOf(io, { wide })));
    });

  withApi(approvals.command('batch'))
    .description('show the payments of a batch, their sum, who has signed and what is missing')
    .argument('<batch>', 'its id, or that of a treasury rule: the batch of the rule that waits')
    .action(async (id: string, options: ApiOptions) => {
      const client = await connect(options, io);
      const batch = await client.getApprovalBatch(
        id.includes('@') ? id : await batchOfRule(client, id),
      );
      io.print(options.json ? JSON.stringify(batch, null, 2) : showBatch(batch, widthOf(io)));
    });

  withYes(withApi(approvals.command('approve')))
    .description('admit an item that the guard holds a swap for; the swap quotes again')
    .argument('<id>')
    .addOption(
      new Option('--scope <scope>', 'for this swap, or for every swap until a time or for good')
        .choices([...admissionScopes])
        .default('once'),
    )
    .option('--until <time>', 'of the scope until, such as 2026-01-31T12:00:00Z')
    .requiredOption('--reason <text>', 'why; stored with the approval and in the audit log')
    .action(async (id: string, options: ApproveOptions) => {
      const client = await connect(options, io);
      const { scope, until, reason } = options;
      const { approval } = await client.getApproval(id);
      const extent = {
        once: 'this swap',
        until: `every swap until ${until}`,
        permanent: 'every swap',
      };
      const question = `${effectText(approval)}, for ${extent[scope]}. Approve it?`;
      if (!(await isConfirmed(question, options, io, client))) return;
      const request = { scope, reason, ...(until === undefined ? {} : { until }) };
      print((await client.approveItem(id, request)).approval, options);
    });

  withYes(withApi(approvals.command('reject')))
    .description('refuse an item that the guard holds a swap for; the swap fails unpaid')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why; stored with the approval and in the audit log')
    .action(async (id: string, options: ActOptions) => {
      const client = await connect(options, io);
      const { approval } = await client.getApproval(id);
      const question = `The swap ${approval.swap.id} fails unpaid. Reject ${itemText(approval)}?`;
      if (!(await isConfirmed(question, options, io, client))) return;
      print((await client.rejectItem(id, options.reason)).approval, options);
    });

  withApi(approvals.command('revoke'))
    .description('end what an approval admits; the guard holds what needs it from then on')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why; stored with the approval and in the audit log')
    .action(async (id: string, options: ActOptions) => {
      const client = await connect(options, io);
      print((await client.revokeAdmission(id, options.reason)).approval, options);
    });
}
