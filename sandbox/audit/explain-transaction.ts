import { getAddress, slice, zeroAddress } from 'viem';
import type { SandboxChainName } from '../endpoints.ts';
import type { TransactionId } from '../notation.ts';
import { arrivalOf } from './arrival.ts';
import type { AuditReader, SentTransaction } from './audit-reader.ts';
import { type AuditSheet, differenceOf } from './audit-sheet.ts';
import type { AuditDifference, BookedRoute } from './audit-types.ts';

interface ExplainTools {
  readonly sheet: AuditSheet;
  readonly reader: AuditReader;
  readonly chain: SandboxChainName;
  readonly routes: readonly BookedRoute[];
  readonly otherTxs: readonly TransactionId[];
}

const APPROVE_SELECTOR = '0x095ea7b3';

/**
 * Books the native cost of one transaction besides the amount.
 * @returns a difference if nothing explains the transaction
 */
export async function explainTransaction(
  sent: SentTransaction,
  tools: ExplainTools,
): Promise<AuditDifference[]> {
  const { sheet, reader, chain, routes, otherTxs } = tools;
  const { id, account, to, value, fee, isTakenIn = false } = sent;
  const native = { chain, account, token: zeroAddress };
  sheet.move(chain, account, zeroAddress, -fee);
  if (isTakenIn) return [];

  const paid = routes.filter(({ from, sourceTx }) => from === chain && sourceTx === id);
  const [route] = paid;
  if (route === undefined) {
    if (value === 0n && isWithdrawal(id, chain, routes)) return [];
    if (otherTxs.includes(id) || isApprove(sent, chain, routes)) return [];
    return [
      differenceOf({
        ...native,
        expected: 0n,
        actual: value,
        note: `unexplained transaction ${id}`,
      }),
    ];
  }
  const amounts = paid
    .filter(({ fromToken }) => fromToken === zeroAddress)
    .map(({ amountIn }) => BigInt(amountIn));
  const nativeFee = value - amounts.reduce((sum, amount) => sum + amount, 0n);
  sheet.move(chain, account, zeroAddress, -nativeFee);
  const isFree = route.kind === 'on-chain' || route.kind === 'deposit' || to === null;
  const declared = isFree ? 0n : await reader.readFixedFee(to);
  if (nativeFee === declared) return [];
  const note = `native value beyond the amount, in ${id}`;
  return [differenceOf({ ...native, expected: declared, actual: nativeFee, note })];
}

/** Whether the account itself sent the refund or claim transaction, which costs only gas. */
function isWithdrawal(
  id: TransactionId,
  chain: SandboxChainName,
  routes: readonly BookedRoute[],
): boolean {
  return routes.some((route) => {
    const arrival = arrivalOf(route);
    return (
      (route.kind === 'refund' || route.kind === 'claim') &&
      arrival.chain === chain &&
      arrival.tx === id
    );
  });
}

function isApprove(
  sent: SentTransaction,
  chain: SandboxChainName,
  routes: readonly BookedRoute[],
): boolean {
  const { account, to, input, value } = sent;
  if (to === null || value !== 0n || input.length < 10 || slice(input, 0, 4) !== APPROVE_SELECTOR)
    return false;
  const token = getAddress(to);
  return routes.some(
    (route) => route.from === chain && route.account === account && route.fromToken === token,
  );
}
