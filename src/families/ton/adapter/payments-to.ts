import { isNativeToken } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { DepositTarget, IncomingPayment, PaymentScan } from '../../../ports/payments.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import {
  createHistoryScan,
  type Entry,
  type HistoryScan,
} from '../../shared/payments/history-scan.ts';
import { memoText } from '../../shared/payments/memo-text.ts';
import { type SharedLook, shareTargets } from '../../shared/payments/share-targets.ts';
import { readTonBody, type TonBody } from '../formats/body.ts';
import type { TonChain } from '../formats/chain.ts';
import type { AccountInformation, BlockHeader } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readNewest } from './head.ts';
import { readHistoryPage } from './history.ts';
import { readJettonWallet } from './jettons.ts';
import type { Origins } from './origins.ts';
import { readAccount } from './read-account.ts';
import { type Arrival, coinsIn, jettonsIn, transferOf, withoutOrigin } from './received.ts';
import { requireAccount } from './require-account.ts';
import type { TonTransaction } from './transaction.ts';

/** Per account and poll. A page has 32 transactions. Each payment costs one or more requests. */
const limits = { pages: 16, entries: 200 };

interface Arrived extends Arrival, Entry {
  labels: Labels;
}

/** Memo and payer of an arrival, as its messages report them. */
interface Labels {
  memo: string | undefined;
  payer: string | undefined;
}

type TransactionId = AccountInformation['lastTransaction'];
export type TonHistoryScan = HistoryScan<Arrived, TransactionId>;

export function createTonHistoryScan(): TonHistoryScan {
  return createHistoryScan(limits);
}

/**
 * Payments to deposit targets: coins arrive in the target's account, jettons in its jetton wallet.
 * Throws `UNKNOWN_TOKEN`, and `RPC_UNAVAILABLE` if the endpoint lacks a part of the history or of a
 * payment's trace.
 */
export async function paymentsTo(
  endpoint: Endpoint,
  chain: TonChain,
  origins: Origins,
  historyScan: TonHistoryScan,
  targets: readonly DepositTarget[],
): Promise<PaymentScan[]> {
  if (targets.length === 0) return [];
  const newest = await readNewest(endpoint);
  return shareTargets(targets, newest.endLt - 1n, (distinct) =>
    mapBounded(distinct, (target) =>
      readTarget(endpoint, chain, origins, historyScan, target, newest),
    ),
  );
}

/**
 * `until` is the logical time of one of the account's own transactions: its later ones have higher
 * ones. The masterchain's logical time would be wrong, because a shard block that it does not
 * include yet may have a lower one.
 */
async function readTarget(
  endpoint: Endpoint,
  chain: TonChain,
  origins: Origins,
  historyScan: TonHistoryScan,
  { account, token, after }: DepositTarget,
  { endLt: final, time }: BlockHeader,
): Promise<SharedLook> {
  const owner = requireAccount(account);
  const isNative = isNativeToken(chain, token);
  const address = isNative ? owner : await readJettonWallet(endpoint, chain, token, owner);
  const { lastTransaction: last, time: stateTime } = await readAccount(endpoint, address);
  // Behind a load balancer, the account's state may come from a server that lags the masterchain's.
  const through = { number: final - 1n, time: Math.min(time, stateTime) * 1_000 };
  if (last.lt <= after) return { payments: [], until: after, through };
  const arrivedWith = isNative ? coinsArrived : jettonsArrived;
  const upTo = last.lt < final ? last.lt : final - 1n;
  const { entries, until } = await historyScan({
    of: `${endpoint.host} ${address}`,
    after,
    final: upTo,
    async readPage(target = last) {
      const page = await readHistoryPage(endpoint, address, target, after);
      const oldest = page.at(-1);
      if (!oldest) throw withoutHistory(endpoint, address, target);
      return {
        entries: page.flatMap((transaction) => arrivedWith(transaction, owner)),
        rest: { from: oldest.previous.lt, next: oldest.previous },
      };
    },
  });
  const payments = await mapBounded(entries, async (arrived): Promise<IncomingPayment[]> => {
    const { transaction, labels } = arrived;
    const origin = await origins.of(endpoint, transaction);
    switch (origin.kind) {
      case 'found': {
        const { memo, payer } = labels;
        return [
          {
            ...transferOf(chain, origin.id, arrived, token, final),
            ...(memo === undefined ? {} : { memo }),
            ...(payer === undefined ? {} : { payer }),
            at: transaction.time * 1_000,
          },
        ];
      }
      case 'too_long':
        return [];
      case 'not_there':
        throw withoutOrigin(endpoint, arrived);
    }
  });
  return { payments: payments.flat(), until, ...(until < upTo ? { isCut: true } : { through }) };
}

function withoutHistory({ host }: Endpoint, account: string, { lt }: TransactionId): FerrymanError {
  const message = `${host} does not have the history of ${account} back from logical time ${lt}`;
  return new FerrymanError('RPC_UNAVAILABLE', message, { details: { host } });
}

/** A transfer to oneself is not a payment. */
function coinsArrived(transaction: TonTransaction, owner: string): Arrived[] {
  const { lt: number, received } = transaction;
  const amount = coinsIn(transaction);
  if (amount === 0n || received?.kind !== 'internal' || received.source === owner) return [];
  const memo = commentIn(readTonBody(received.body));
  return [{ transaction, number, amount, labels: { memo, payer: received.source } }];
}

function jettonsArrived(transaction: TonTransaction, owner: string): Arrived[] {
  const amount = jettonsIn(transaction);
  if (amount === 0n) return [];
  const labels = labelsOfJettons(transaction, owner);
  return labels.payer === owner ? [] : [{ transaction, number: transaction.lt, amount, labels }];
}

/**
 * Read from the notification to the owner. If the sender forwarded no coins, there is none, and
 * they are read from the transfer message to the jetton wallet.
 */
function labelsOfJettons({ received, sent }: TonTransaction, owner: string): Labels {
  const notifications = sent
    .filter(({ destination }) => destination === owner)
    .map(({ body }) => readTonBody(body));
  const arrival = received?.kind === 'internal' ? readTonBody(received.body) : undefined;
  const body = [...notifications, ...(arrival ? [arrival] : [])].find(isWithPayload);
  return { memo: body && commentIn(readTonBody(body.forwardPayload)), payer: body?.sender };
}

function isWithPayload(
  body: TonBody,
): body is Extract<TonBody, { kind: 'jetton_notification' | 'jetton_internal_transfer' }> {
  return body.kind === 'jetton_notification' || body.kind === 'jetton_internal_transfer';
}

function commentIn(body: TonBody): string | undefined {
  return body.kind === 'comment' ? memoText(Buffer.from(body.text)) : undefined;
}
