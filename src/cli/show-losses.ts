import type { LostAttemptJson } from '../api/schemas/recovery.ts';
import { type Layout, renderTable } from './render-table.ts';

const columns = [
  'signed',
  'chain',
  'nonce',
  'account',
  'step',
  'swap',
  'transaction',
  'adopted',
  'not imported since',
].map((title) => ({
  title,
}));

export function showLosses(lost: readonly LostAttemptJson[], layout: Layout): string {
  const rows = lost.map((attempt) => [
    attempt.signedAt,
    attempt.chain,
    attempt.nonce ?? '',
    attempt.account,
    attempt.kind === 'pay' ? attempt.step : `${attempt.kind} of ${attempt.step}`,
    attempt.swapId,
    attempt.txId,
    attempt.adopted ? 'yes' : 'no',
    attempt.refused ?? '',
  ]);
  return renderTable(columns, rows, layout);
}
