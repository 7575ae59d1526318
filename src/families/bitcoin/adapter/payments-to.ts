import type { TokenAddress } from '../../../core/swap/chains.ts';
import type { DepositTarget, IncomingPayment, PaymentScan } from '../../../ports/payments.ts';
import { memoText } from '../../shared/payments/memo-text.ts';
import { shareTargets } from '../../shared/payments/share-targets.ts';
import { bitcoinAddressOf } from '../formats/address.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { isDataScript, readMemoScript } from '../formats/memo.ts';
import { requireNative } from './balances.ts';
import type { Endpoint, IncludedTransaction, SeenTransaction } from './endpoint.ts';
import { headAt, readTip } from './head.ts';
import { transfersOf } from './received.ts';
import type { Wallet, Wallets } from './wallets.ts';

/**
 * Confirmed outputs to the targets' addresses. Unconfirmed ones do not count, because they may be
 * replaced. Each output is a separate payment with the memo of its transaction. Throws
 * `UNKNOWN_TOKEN`, `RPC_UNAVAILABLE`.
 */
export async function paymentsTo(
  endpoint: Endpoint,
  chain: BitcoinChain,
  wallets: Wallets,
  targets: readonly DepositTarget[],
): Promise<PaymentScan[]> {
  if (targets.length === 0) return [];
  for (const { token } of targets) requireNative(chain, token);
  const tip = await readTip(endpoint);
  const head = headAt(tip, chain);
  const through = { number: tip.number, time: tip.medianTime * 1_000 };
  return shareTargets(targets, head.final, async (distinct) => {
    const receivers = await Promise.all(
      distinct.map(async (target) => ({ ...target, wallet: await wallets.of(target.account) })),
    );
    const found = await endpoint.paymentsTo(
      receivers.map(({ wallet: { account: address, script }, after }) => ({
        address,
        script,
        after,
      })),
      head,
    );
    return receivers.map((receiver, index) => {
      const { transactions, until, isWhole } = found[index] ?? {
        transactions: [],
        until: receiver.after,
        isWhole: false,
      };
      const payments = transactions.flatMap((one) => paymentsIn(one, chain, receiver, head.final));
      return {
        payments: payments.sort(inOrder),
        until,
        isCut: until < head.final,
        ...(isWhole ? { through } : {}),
      };
    });
  });
}

function paymentsIn(
  transaction: IncludedTransaction,
  chain: BitcoinChain,
  { wallet, token }: { wallet: Wallet; token: TokenAddress },
  final: bigint,
): IncomingPayment[] {
  const memo = memoOf(transaction);
  const payer = payerOf(transaction, chain);
  const labels = {
    ...(memo === undefined ? {} : { memo }),
    ...(payer === undefined ? {} : { payer }),
  };
  return transfersOf(transaction, wallet, token, final).map((transfer) => ({
    ...transfer,
    ...labels,
    at: transaction.time * 1_000,
  }));
}

/** The content of the only data output. With several, it is unknown which one is the memo. */
function memoOf({ outputs }: SeenTransaction): string | undefined {
  const [data, ...others] = outputs.filter(({ script }) => isDataScript(script));
  const memo = data && others.length === 0 ? readMemoScript(data.script) : undefined;
  return memo && memoText(memo);
}

/** The address of all spent coins. `undefined` if they are of several. */
function payerOf({ spends }: SeenTransaction, { network }: BitcoinChain): string | undefined {
  const [payer, ...others] = new Set(spends.map(({ script }) => bitcoinAddressOf(script, network)));
  return others.length === 0 ? payer : undefined;
}

/** Servers order the transactions of a block differently. */
function inOrder(one: IncomingPayment, other: IncomingPayment): number {
  const blocks = Number(one.block.number - other.block.number);
  if (blocks !== 0) return blocks;
  return one.txId === other.txId ? one.index - other.index : one.txId < other.txId ? -1 : 1;
}
