import { isNativeToken } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { DepositTarget, IncomingPayment, PaymentsSeen } from '../../../ports/payments.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import { createLookBack, type Entry, type LookBack } from '../../shared/payments/look-back.ts';
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

/**
 * Of one account in one look: a page has a few dozen transactions, and each payment takes a
 * question or more for its name.
 */
const limits = { pages: 16, entries: 200 };

interface Arrived extends Arrival, Entry {
  said: Said;
}

/** What an arrival says of itself. */
interface Said {
  memo: string | undefined;
  payer: string | undefined;
}

type Place = AccountInformation['lastTransaction'];
export type TonLookBack = LookBack<Arrived, Place>;

export function createTonLookBack(): TonLookBack {
  return createLookBack(limits);
}

/**
 * Payments in coins, which arrive in the account of a target, and in jettons, which arrive in its
 * jetton wallet. Throws `UNKNOWN_TOKEN`; `RPC_UNAVAILABLE` too where the endpoint has not the whole
 * history from where the look begins, or not the whole way of what arrived.
 */
export async function paymentsTo(
  endpoint: Endpoint,
  chain: TonChain,
  origins: Origins,
  lookBack: TonLookBack,
  targets: readonly DepositTarget[],
): Promise<PaymentsSeen[]> {
  if (targets.length === 0) return [];
  const newest = await readNewest(endpoint);
  return shareTargets(targets, newest.endLt - 1n, (distinct) =>
    mapBounded(distinct, (target) => lookAt(endpoint, chain, origins, lookBack, target, newest)),
  );
}

/**
 * How far the look goes is told by the account's own transactions, each of which names the one
 * before: what it does later has a later logical time. The masterchain's time is none that could be
 * told: a shard's block that it has not taken in yet may be of an earlier one.
 */
async function lookAt(
  endpoint: Endpoint,
  chain: TonChain,
  origins: Origins,
  lookBack: TonLookBack,
  { account, token, after }: DepositTarget,
  { endLt: final, time }: BlockHeader,
): Promise<SharedLook> {
  const owner = requireAccount(account);
  const isNative = isNativeToken(chain, token);
  const address = isNative ? owner : await readJettonWallet(endpoint, chain, token, owner);
  const { lastTransaction: last, time: stateTime } = await readAccount(endpoint, address);
  // The account may be told by another server, which has not got as far as the masterchain that was
  // asked for.
  const through = { number: final - 1n, time: Math.min(time, stateTime) * 1_000 };
  if (last.lt <= after) return { payments: [], until: after, through };
  const arrivedWith = isNative ? coinsArrived : jettonsArrived;
  const upTo = last.lt < final ? last.lt : final - 1n;
  const { entries, until } = await lookBack({
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
    const { transaction, said } = arrived;
    const origin = await origins.of(endpoint, transaction);
    switch (origin.kind) {
      case 'found': {
        const { memo, payer } = said;
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

function withoutHistory({ host }: Endpoint, account: string, { lt }: Place): FerrymanError {
  const message = `${host} does not have the transactions of ${account} from ${lt} on back`;
  return new FerrymanError('RPC_UNAVAILABLE', message, { details: { host } });
}

/** What an account sends to itself pays nobody. */
function coinsArrived(transaction: TonTransaction, owner: string): Arrived[] {
  const { lt: number, received } = transaction;
  const amount = coinsIn(transaction);
  if (amount === 0n || received?.kind !== 'internal' || received.source === owner) return [];
  const memo = commentIn(readTonBody(received.body));
  return [{ transaction, number, amount, said: { memo, payer: received.source } }];
}

function jettonsArrived(transaction: TonTransaction, owner: string): Arrived[] {
  const amount = jettonsIn(transaction);
  if (amount === 0n) return [];
  const said = saidWithJettons(transaction, owner);
  return said.payer === owner ? [] : [{ transaction, number: transaction.lt, amount, said }];
}

/**
 * What the owner is told of jettons that have come; where nobody tells it, which whoever sends them
 * decides by what goes along, what the jetton wallet itself was told.
 */
function saidWithJettons({ received, sent }: TonTransaction, owner: string): Said {
  const told = sent
    .filter(({ destination }) => destination === owner)
    .map(({ body }) => readTonBody(body));
  const arrival = received?.kind === 'internal' ? readTonBody(received.body) : undefined;
  const said = [...told, ...(arrival ? [arrival] : [])].find(isWithPayload);
  return { memo: said && commentIn(readTonBody(said.forwardPayload)), payer: said?.sender };
}

function isWithPayload(
  body: TonBody,
): body is Extract<TonBody, { kind: 'jetton_notification' | 'jetton_internal_transfer' }> {
  return body.kind === 'jetton_notification' || body.kind === 'jetton_internal_transfer';
}

function commentIn(body: TonBody): string | undefined {
  return body.kind === 'comment' ? memoText(Buffer.from(body.text)) : undefined;
}
