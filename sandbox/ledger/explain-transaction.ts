import { ContractFunctionExecutionError, getAddress, type Hash, parseAbi, slice, zeroAddress } from 'viem';
import type { SandboxChainName } from '../endpoints.ts';
import { arrivalOf } from './arrival.ts';
import type { SentTransaction } from './find-transactions.ts';
import type { LedgerClient } from './ledger-client.ts';
import { differenceOf, type LedgerSheet } from './ledger-sheet.ts';
import type { LedgerDifference, LedgerRoute } from './ledger-types.ts';

interface ExplainTools {
  readonly sheet: LedgerSheet;
  readonly client: LedgerClient;
  readonly chain: SandboxChainName;
  readonly routes: readonly LedgerRoute[];
  readonly otherTxs: readonly Hash[];
}

const APPROVE_SELECTOR = '0x095ea7b3';
const gatewayAbi = parseAbi(['function fixedFee() view returns (uint256)']);

/** Books what one transaction cost in the native coin beside the amount, and says if nothing explains it. */
export async function explainTransaction(sent: SentTransaction, tools: ExplainTools): Promise<LedgerDifference[]> {
  const { sheet, client, chain, routes, otherTxs } = tools;
  const { hash, account, value, gasFee } = sent;
  const native = { chain, account, token: zeroAddress };
  sheet.move(chain, account, zeroAddress, -gasFee);

  const route = routes.find(({ from, sourceTx }) => from === chain && sourceTx === hash);
  if (route === undefined) {
    if (value === 0n && isWithdrawal(hash, chain, routes)) return [];
    if (otherTxs.includes(hash) || isApproval(sent, chain, routes)) return [];
    return [differenceOf({ ...native, expected: 0n, actual: value, note: `unexplained transaction ${hash}` })];
  }
  const nativeFee = value - (route.fromToken === zeroAddress ? BigInt(route.amountIn) : 0n);
  sheet.move(chain, account, zeroAddress, -nativeFee);
  const declared = route.kind === 'on-chain' ? 0n : await readFixedFee(client, sent);
  if (nativeFee === declared) return [];
  const note = `native value beyond the amount, in ${hash}`;
  return [differenceOf({ ...native, expected: declared, actual: nativeFee, note })];
}

/** Whether an account has sent the refund's or the claim's transaction itself: that costs gas only. */
function isWithdrawal(hash: Hash, chain: SandboxChainName, routes: readonly LedgerRoute[]): boolean {
  return routes.some((route) => {
    const arrival = arrivalOf(route);
    return (route.kind === 'refund' || route.kind === 'claim') && arrival.chain === chain && arrival.tx === hash;
  });
}

function isApproval(sent: SentTransaction, chain: SandboxChainName, routes: readonly LedgerRoute[]): boolean {
  const { account, to, input, value } = sent;
  if (to === null || value !== 0n || input.length < 10 || slice(input, 0, 4) !== APPROVE_SELECTOR) return false;
  const token = getAddress(to);
  return routes.some(
    (route) => route.from === chain && getAddress(route.account) === account && getAddress(route.fromToken) === token,
  );
}

/** What the called gateway says that it takes; nothing if it is no gateway. */
async function readFixedFee(client: LedgerClient, { to }: SentTransaction): Promise<bigint> {
  if (to === null) return 0n;
  try {
    return await client.readContract({ address: to, abi: gatewayAbi, functionName: 'fixedFee' });
  } catch (error) {
    if (error instanceof ContractFunctionExecutionError) return 0n;
    throw error;
  }
}
