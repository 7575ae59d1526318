import type { SignedPayment } from '../ports/signing-log.ts';
import type { LostAttempt } from '../ports/stores/recovery-store.ts';
import { renderTable } from './render-table.ts';

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

export function showLosses(lost: readonly LostAttempt[]): string {
  const rows = lost.map((attempt) => [
    new Date(attempt.signedAt).toISOString(),
    attempt.chain,
    attempt.nonce?.toString() ?? '',
    attempt.account,
    attempt.kind === 'pay' ? attempt.step : `${attempt.kind} of ${attempt.step}`,
    attempt.swapId,
    attempt.txId,
    attempt.adopted ? 'yes' : 'no',
    attempt.refused ?? '',
  ]);
  return renderTable(columns, rows);
}

/** The lost attempts as JSON-able data: amounts as integer strings, times in ISO 8601. */
export function lossesJson(lost: readonly LostAttempt[]): unknown[] {
  return lost.map(({ nonce, signedAt, sequence, payment, ...attempt }) => ({
    ...attempt,
    ...(nonce === undefined ? {} : { nonce: nonce.toString() }),
    signedAt: new Date(signedAt).toISOString(),
    sequence: sequence.toString(),
    ...(payment ? { payment: paymentJson(payment) } : {}),
  }));
}

function paymentJson({ from, to }: SignedPayment): unknown {
  return {
    from: { ...from, amount: from.amount.toString() },
    to: {
      ...to,
      minOut: to.minOut.toString(),
      expectedOut: to.expectedOut.toString(),
      destinationAnchor: to.destinationAnchor.toString(),
    },
  };
}
