import { csvLine } from '../core/text/csv-line.ts';
import type { SwapCriteria, SwapStore } from '../ports/stores/swap-store.ts';
import { swapJson } from './swap-json.ts';

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Lines, so that a reader needs no more memory than for one swap. */
export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/x-ndjson; charset=utf-8',
};

/** Swaps that are in memory at a time. */
const pageSize = 200;

type Exported = ReturnType<typeof swapJson>;
type ExportPiece = 'titles' | readonly Exported[];

/** In this order for ever: a new column is added at the end. Amounts are exact decimal texts. */
const columns: readonly (readonly [
  title: string,
  value: (swap: Exported) => string | undefined,
])[] = [
  ['id', ({ id }) => id],
  ['idempotencyKey', ({ idempotencyKey }) => idempotencyKey],
  ['state', ({ state }) => state],
  ['fundsState', ({ fundsState }) => fundsState],
  ['reasonCode', ({ reason }) => reason?.code],
  ['reasonMessage', ({ reason }) => reason?.message],
  ['wallet', ({ wallet }) => wallet.name],
  ['walletAddress', ({ wallet }) => wallet.address],
  ['fromChain', ({ from }) => from.chain],
  ['fromToken', ({ from }) => from.token],
  ['fromSymbol', ({ from }) => from.symbol],
  ['amount', ({ amount }) => amount],
  ['amountBaseUnits', ({ amountBaseUnits }) => amountBaseUnits],
  ['toChain', ({ to }) => to.chain],
  ['toToken', ({ to }) => to.token],
  ['toSymbol', ({ to }) => to.symbol],
  ['receiver', ({ receiver }) => receiver],
  ['minOut', (swap) => ('minOut' in swap ? swap.minOut : swap.order?.minOut)],
  ['expectedOut', ({ order }) => order?.expectedOut],
  ['expectedUsd', ({ order }) => order?.expectedUsd],
  ['provider', ({ order }) => order?.provider],
  ['flow', ({ flow }) => flow],
  ['paymentTxId', ({ payment }) => payment?.txId],
  ['payoutTxId', (swap) => legOf(swap, 'payout')?.txId],
  ['payoutAmount', (swap) => amountOf(legOf(swap, 'payout'))],
  ['refundTxId', (swap) => legOf(swap, 'refund')?.txId],
  ['refundAmount', (swap) => amountOf(legOf(swap, 'refund'))],
  ['level', ({ level }) => level],
  ['feeSpentBaseUnits', ({ feeSpentBaseUnits }) => feeSpentBaseUnits],
  ['retryOf', ({ retryOf }) => retryOf],
  ['retriedBy', ({ retriedBy }) => retriedBy],
  ['replaces', ({ replaces }) => replaces],
  ['replacedBy', ({ replacedBy }) => replacedBy],
  // Absent for a key that does not see it.
  ['metadata', ({ metadata }: Partial<Exported>) => JSON.stringify(metadata)],
  ['deadline', ({ deadline }) => deadline],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
];

type ExportedLeg = Exported['legs'][number] & { amount?: string; amountBaseUnits?: string };

function legOf({ legs }: Exported, role: 'payout' | 'refund'): ExportedLeg | undefined {
  return legs.find((leg) => leg.role === role);
}

/** Of a token that is not the job's, Ferryman knows base units only. */
function amountOf(leg: ExportedLeg | undefined): string | undefined {
  if (leg?.amount !== undefined) return leg.amount;
  return leg?.amountBaseUnits === undefined ? undefined : `${leg.amountBaseUnits} base units`;
}

/** Everything that matches, newest first, page by page as the reader takes it. */
export async function* exportSwaps(
  journal: Pick<SwapStore, 'listSwaps'>,
  criteria: SwapCriteria,
  format: ExportFormat,
  signal: AbortSignal,
): AsyncGenerator<ExportPiece> {
  if (format === 'csv') yield 'titles';
  let cursor: string | undefined;
  do {
    const page = await journal.listSwaps({
      ...criteria,
      limit: pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (signal.aborted) return;
    if (page.swaps.length > 0) yield page.swaps.map(swapJson);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

export const exportText: Readonly<Record<ExportFormat, (piece: ExportPiece) => string>> = {
  csv: (piece) =>
    piece === 'titles'
      ? csvLine(columns.map(([title]) => title))
      : piece.map((swap) => csvLine(columns.map(([, value]) => value(swap) ?? ''))).join(''),
  json: (piece) =>
    piece === 'titles' ? '' : piece.map((swap) => `${JSON.stringify(swap)}\n`).join(''),
};
