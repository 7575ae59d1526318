import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { assertNever } from '../src/core/assert-never.ts';
import { decideStatus } from '../src/core/decide/decide-payout.ts';
import type { Decision, Look } from '../src/core/decide/decision.ts';
import { defaultPolicy } from '../src/core/decide/policy.ts';
import { reactToFinding } from '../src/core/decide/react-to-finding.ts';
import type { SettlementFinding } from '../src/core/settlement/settlement.ts';
import type { SwapId } from '../src/core/swap/ids.ts';
import type { Leg, RouterStatus, Snapshot } from '../src/core/swap/swap.ts';
import {
  aCrossChainJob,
  aLandedPayment,
  anOrder,
  aSnapshot,
  aSwap,
  noon,
} from '../test/support/snapshot.ts';
import { markdownTable } from './markdown-table.ts';

/* The tables show the answers of `decideStatus` and `reactToFinding` for a swap that has paid. */

/** Path of the tables, from the project root. */
export const statusesPath = 'docs/reference/statuses.md';

/** Statuses of the routing interface. The last one represents every unknown status. */
export const statuses = [
  'PENDING',
  'LONG_PENDING',
  'NOT_FOUND',
  'SUCCESS',
  'READY_TO_CLAIM',
  'REVERT',
  'REVERTED',
  'FAIL',
  'KYC_REQUIRED',
  'WAITING_FOR_TRUSTLINE',
  'WAITING_FOR_REFUND_TRUSTLINE',
  'anything else',
] as const;

const looks: Readonly<Record<Look, string>> = {
  own: 'reads its own transaction',
  payout: 'looks for the payout',
  refund: 'looks for the refund',
  refund_or_payout: 'looks for refund and payout',
  other_token: 'reads the named transaction',
};

const leg: Leg = {
  role: 'payout',
  level: 'verified',
  chain: 'ARBITRUM',
  token: '0x0000000000000000000000000000000000000000',
  amount: 400n,
  txId: '0xdd',
  index: 0,
};

const findings: readonly [what: string, finding: SettlementFinding][] = [
  ['the payout', { kind: 'found', legs: [leg], level: 'verified' }],
  ['the refund', { kind: 'found', legs: [{ ...leg, role: 'refund' }], level: 'inferred' }],
  ['a payout in another token', { kind: 'paid_in_other_token', legs: [leg] }],
  ['a payout or refund that is not final', { kind: 'not_final' }],
  ['nothing that fits', { kind: 'nothing' }],
  ['nothing, on a chain that is not configured', { kind: 'unseen', chain: 'ARBITRUM' }],
  ['less than the minimum', { kind: 'below_minimum', amount: 1n, minOut: 2n }],
  ['a transfer that a competing swap could own', { kind: 'ambiguous' }],
  [
    'a transfer that is attributed to another swap',
    { kind: 'attributed', bySwap: 's-2' as SwapId },
  ],
];

/** A payment that landed long ago. */
const payment = aLandedPayment();

const overdue = noon + defaultPolicy.reviewAfter + 1;

function paidSwap(
  status: string,
  now: number,
  change: { named?: boolean; reportedOnly?: boolean } = {},
): Snapshot {
  const job = aCrossChainJob();
  const to = { ...job.to, ...(change.reportedOnly ? { reportedOnly: true as const } : {}) };
  const routerStatus: RouterStatus = { status, at: now, firstAskedAt: noon, since: noon };
  if (change.named) routerStatus.destination = { chain: 'ARBITRUM', txId: '0xdd' };
  const swap = aSwap({
    job: { ...job, to },
    state: 'settling',
    fundsState: 'in_flight',
    routerStatus,
  });
  return aSnapshot({ swap, order: anOrder(), steps: [payment] });
}

function rowOf(status: string, named = false): string[] {
  const ask = (now: number, byHand: boolean, reportedOnly = false): string => {
    const snapshot = paidSwap(status, now, { named, reportedOnly });
    const { routerStatus } = snapshot.swap;
    if (!routerStatus) throw new TypeError('the swap has no status');
    return tell(
      decideStatus(snapshot, byHand ? undefined : payment, routerStatus, now, defaultPolicy),
    );
  };
  return [
    `${status === 'anything else' ? status : `\`${status}\``}${named ? ' with a destination transaction' : ''}`,
    ask(noon, false),
    ask(overdue, false),
    ask(noon, false, true),
    ask(noon, true),
  ];
}

function findingRow([what, finding]: (typeof findings)[number]): string[] {
  const react = (status: string, now: number): string =>
    tell(reactToFinding(paidSwap(status, now), finding, now, defaultPolicy));
  return [
    what,
    react('SUCCESS', noon),
    react('SUCCESS', overdue),
    react('REVERTED', overdue),
    react('FAIL', noon),
    react('PENDING', overdue),
  ];
}

function tell(decision: Decision): string {
  switch (decision.kind) {
    case 'wait':
      return decision.reason ? `keeps looking (\`${decision.reason.code}\`)` : 'polls again';
    case 'find_settlement':
      return looks[decision.look];
    case 'transition':
      return `\`${decision.state}\`, \`${decision.fundsState}\`${decision.reason ? ` (\`${decision.reason.code}\`)` : ''}`;
    case 'settle':
      return `\`${decision.end.state}\`, \`${decision.end.fundsState}\``;
    case 'done':
    case 'enter_lane':
    case 'quote':
    case 'request_best_swap':
    case 'hold':
    case 'close_order':
    case 'request_swap_data':
    case 'read_allowance':
    case 'execute':
    case 'bump':
    case 'cancel':
    case 'broadcast':
    case 'void_lease':
    case 'prove':
    case 'poll_status':
    case 'poll_order_status':
    case 'renew_order':
    case 'sight':
      throw new TypeError(`a status is not answered with ${decision.kind}`);
    default:
      return assertNever(decision, 'decision');
  }
}

/** Merges rows that differ only in their first cell. */
function mergeRows(rows: readonly string[][]): string[][] {
  const merged = new Map<string, string[]>();
  for (const [first = '', ...rest] of rows) {
    const key = rest.join('|');
    const before = merged.get(key);
    merged.set(key, before ? [`${before[0]}; ${first}`, ...rest] : [first, ...rest]);
  }
  return [...merged.values()];
}

/** Renders `docs/reference/statuses.md` from the decisions of `core/decide`. */
export function renderStatuses(): string {
  const rows = statuses.flatMap((status) =>
    status === 'REVERTED' ? [rowOf(status), rowOf(status, true)] : [rowOf(status)],
  );
  const heads = [
    'status',
    'at first',
    'past its time',
    'destination not configured',
    'manual deposit',
  ];
  const found = [
    'what shows',
    '`SUCCESS`',
    '`SUCCESS`, past its time',
    '`REVERTED`, past its time',
    '`FAIL`',
    'others',
  ];
  return `# Statuses of the routing service

<!-- Made from src/core/decide by scripts/write-statuses.ts; what is changed here is lost. -->

The router's status is a hint. A status counts once the payment is on its chain. The tables have the swap's
next state and where its funds are, and in parentheses the \`reason\`. A swap's time is \`reviewAfter\`, or
\`reviewAfterTimes\` times what its order expects, if that is longer ([policy](configuration.md#policy)). [Architecture](../architecture.md#what-a-status-means) explains the rules.

${markdownTable(heads, mergeRows(rows))}
\`claiming\` and \`refunding\` fetch the money with a transaction of the claim or refund endpoint, as one more
step. In \`needs_review\` Ferryman keeps polling: the swap leaves it by itself when the status or the chain
shows its end.

## What the chains show

Only final blocks count. A payout is a transfer to the receiver, in the job's token, of at least the minimum,
later than the payment, and attributed to no other swap. The rows are what the chains show; the columns are
the router's status.

${markdownTable(found, mergeRows(findings.map(findingRow)))}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(statusesPath, renderStatuses());
}
