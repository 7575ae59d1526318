import {
  accountIn,
  type BookedLeg,
  type OwnTransaction,
  takenBy,
  tokenOfLeg,
} from '../../core/books/make-postings.ts';
import type { Family } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { StepKind, StepOutcome } from '../../core/swap/swap.ts';
import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type { SwapToBook } from '../../ports/stores/book-store.ts';
import { wallets } from '../operations/wallets.ts';
import { shareOf } from '../proofs/apply-proof.ts';
import { jobFromStored, type StoredJob } from '../rows/stored-job.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';

interface TransactionRow {
  source: string;
  kind: StepKind;
  outcome: StepOutcome;
  family: Family;
  chain: string;
  tx_id: string;
  account: string;
  wallet: string;
  fee_paid: bigint;
  block: bigint;
  place: number;
  shares: number;
  is_gone: boolean;
  is_shared: boolean;
  count: number;
  booked_payment: bigint;
  booked_fee: bigint;
}

const isBooked = (source: string) =>
  `exists (select from book_postings b where b.source = ${source})`;

/**
 * What the newest proof of a lease says, null if it has none. A proof that comes after another payment
 * closes no step and makes no attempt final, so that a person decides: the money has moved all the same.
 */
const finding = `(case when l.state in ('consumed', 'expired', 'dead') then (
    select p.evidence->'finding' from proofs p where p.id = l.proof_id) end)`;
const isFinal = `coalesce(f.finding->>'txId' = a.tx_id, f.finding is null and a.status = 'final')`;
/** @param message which of the attempt's messages is the step's, if it shares the attempt */
const outcomeOf = (step: string, message: string) => `case
    when f.finding->>'txId' is distinct from a.tx_id or a.kind = 'cancel' then ${step}.outcome
    when coalesce(f.finding->'results'->>${message}, f.finding->>'succeeded')::boolean then 'landed'
    else 'reverted_final' end`;
const block = `coalesce(a.block_number, (f.finding->'block'->>'number')::bigint, 0) as block`;
const paid = `coalesce(a.fee_paid, (f.finding->>'feePaid')::numeric, 0) as fee_paid, ${block}`;

/** What is booked of an attempt for the swap of a step. */
const bookedOf = (step: string) => `lateral (
    select count(*)::int as count, coalesce(sum(b.amount) filter (where b.kind = 'payment'), 0) as payment,
      coalesce(sum(b.amount) filter (where b.kind = 'network-fee'), 0) as fee
    from book_postings b
    where b.swap_id = ${step}.swap_id and starts_with(b.source, 'step ' || a.id || ' ' || ${step}.id)
  )`;

/**
 * Final attempts, and those that were so when they were booked. Only an attempt that serves several
 * steps has a row for each of them.
 */
const fromSteps = `
  from steps st
  join lease_steps ls on ls.step_id = st.id
  join leases l on l.id = ls.lease_id
  join attempts a on a.lease_id = l.id
  join lateral (select ${finding} as finding) f on true
  join ${bookedOf('st')} booked on ${isFinal} or booked.count > 0
  left join attempt_steps own on own.attempt_id = a.id and own.step_id = st.id`;
const servesStep =
  '(own.step_id is not null or not exists (select from attempt_steps any_step where any_step.attempt_id = a.id))';

/** A step of the same attempt that the books do not show as the newest proof does. */
const otherStepToBook = `
  select from attempt_steps other
  join steps s on s.id = other.step_id
  join ${bookedOf('s')} b on true
  where other.attempt_id = a.id and other.step_id <> st.id and (
    (b.fee <> 0) <> ${isFinal}
    or (b.payment <> 0) <> (
      ${isFinal} and s.kind in ('swap', 'deposit') and ${outcomeOf('s', 'other.message')} = 'landed'))`;

/** Transactions of the swap's steps, each with the swap's part of its fee. */
const transactionsText = `
  select 'step ' || a.id || ' ' || st.id as source, st.kind, ${outcomeOf('st', 'own.message')} as outcome, a.family,
    a.chain, a.tx_id, l.account, w.name as wallet, ${paid}, (
      select count(*)::int from attempt_steps other where other.attempt_id = a.id and other.message < own.message
    ) as place, greatest(1, (
      select count(*)::int from attempt_steps other where other.attempt_id = a.id)) as shares,
    not ${isFinal} as is_gone, exists (${otherStepToBook}) as is_shared,
    booked.count, booked.payment as booked_payment, booked.fee as booked_fee
  ${fromSteps} join wallets w on w.id = l.wallet_id
  where st.swap_id = $1 and ${servesStep} order by st.position, a.seq`;

/** CPFP children of those transactions: at most one of them has landed. */
const boostsText = `
  select distinct b.tx_id, a.chain, l.account, not ${isFinal} as is_gone, ${block}
  ${fromSteps} join boosts b on b.attempt_id = a.id
  where st.swap_id = $1 order by 1`;

const legSource = `'leg ' || leg.chain || ' ' || leg.tx_id || ' ' || leg.index || ' ' || extract(epoch from leg.created_at)`;

interface LegRow {
  source: string;
  chain: string;
  tx_id: string;
  token: string;
  amount: bigint;
  role: 'payout' | 'refund';
  withdrawn: boolean;
  anchor: bigint | null;
}

/** Attributed legs that are not booked, and booked ones that a person has withdrawn since. */
const legsText = `
  select case when leg.released then 'withdrawn ' else '' end || ${legSource} as source, leg.chain, leg.tx_id, leg.token,
    leg.amount, leg.role, leg.released as withdrawn,
    (select min(o.destination_anchor) from orders o where o.swap_id = leg.swap_id) as anchor
  from legs leg
  where leg.swap_id = $1 and leg.level <> 'disputed' and leg.released = ${isBooked(legSource)}
    and not (leg.released and ${isBooked(`'withdrawn ' || ${legSource}`)})
  order by leg.created_at, leg.tx_id, leg.index`;

const manualText = `
  select 'deposit ' || p.order_id || ' ' || p.tx_id || ' ' || p.index as source, p.tx_id, p.payer, p.amount
  from swaps s join orders o on o.swap_id = s.id join deposit_payments p on p.order_id = o.id
  where s.id = $1 and s.job->>'flow' = 'deposit-by-hand' and p.final and p.on_chain
    and not ${isBooked(`'deposit ' || p.order_id || ' ' || p.tx_id || ' ' || p.index`)}
  order by p.seen_at, p.tx_id, p.index`;

interface ManualRow {
  source: string;
  tx_id: string;
  payer: string | null;
  amount: bigint;
}

export function bookFacts(client: SqlClient, swapId: SwapId): Promise<SwapToBook> {
  return client.transaction((session) => readFacts(session, swapId));
}

async function readFacts(session: SqlSession, swapId: SwapId): Promise<SwapToBook> {
  const [swap] = await session.query<{ job: StoredJob }>('select job from swaps where id = $1', [
    swapId,
  ]);
  if (!swap) throw noSuchSwap(swapId);
  const job = jobFromStored(swap.job);
  const own = (await wallets(session)).map(({ name, family, address }) => ({
    ...{ name, family, address },
  }));
  const rows = await session.query<TransactionRow>(transactionsText, [swapId]);
  const boosts = await session.query<{
    tx_id: string;
    chain: string;
    account: string;
    is_gone: boolean;
    block: bigint;
  }>(boostsText, [swapId]);
  const legRows = await session.query<LegRow>(legsText, [swapId]);
  const manual = await session.query<ManualRow>(manualText, [swapId]);
  const legs = legRows.map((row) => ({ row, leg: legOf(row, job) }));
  const received = legs.flatMap(({ row: { anchor }, leg: { role, family, chain, txId } }) => {
    const receiver = role === 'refund' ? job.refundAddress : job.receiver;
    const { account, wallet } = accountIn({ own }, family, receiver);
    const from =
      role === 'payout' && chain === job.to.chain && anchor !== null ? { from: anchor } : {};
    return wallet === undefined
      ? []
      : [{ chain, txId, account, ...from, isGone: false, isReceived: true }];
  });
  const fresh = rows.filter((row) => isToBook(transactionOf(row), job));
  const sent = [...fresh, ...(fresh.length > 0 ? boosts : [])].map(
    ({ chain, tx_id: txId, account, block: from, is_gone: isGone }) => ({
      ...{ chain, txId, account, from, isGone },
      isReceived: false,
    }),
  );
  const isSent = (one: { chain: string; txId: string; account: string }): boolean =>
    sent.some(({ chain, txId }) => chain === one.chain && txId === one.txId);
  const isOpen = new Set(fresh.flatMap((row) => (row.is_shared ? [row.tx_id] : [])));
  return {
    job,
    own,
    transactions: fresh.map(transactionOf),
    legs: legs.map(({ leg }) => leg),
    manualPayments: manual.map(({ source, tx_id: txId, payer, amount }) => ({
      ...{ source, txId, amount },
      ...(payer === null ? {} : { payer }),
    })),
    touched: distinct([...sent, ...received.filter((one) => !isSent(one))]).filter(
      ({ txId }) => !isOpen.has(txId),
    ),
  };
}

function transactionOf(row: TransactionRow): OwnTransaction {
  const { source, kind, outcome, family, chain, account, wallet, place, shares } = row;
  return {
    ...{ source, kind, outcome, family, chain, account, wallet },
    txId: row.tx_id,
    fee: shareOf(row.fee_paid, place, shares),
    isGone: row.is_gone,
    booked: { count: row.count, payment: row.booked_payment, fee: row.booked_fee },
  };
}

/** Whether the books do not have it, or have it otherwise than the newest proof. */
function isToBook(transaction: OwnTransaction, job: SwapToBook['job']): boolean {
  const { count, payment, fee } = transaction.booked;
  const taken = takenBy(transaction, job);
  return count === 0 || payment !== taken.payment || fee !== taken.fee;
}

function legOf(row: LegRow, job: SwapToBook['job']): BookedLeg {
  const { source, chain, tx_id: txId, token, amount, role, withdrawn: isWithdrawn } = row;
  return { ...tokenOfLeg(job, { chain, token }), source, txId, amount, role, isWithdrawn };
}

function distinct<One extends { chain: string; txId: string; account: string }>(
  all: readonly One[],
): One[] {
  return [...new Map(all.map((one) => [`${one.chain} ${one.txId} ${one.account}`, one])).values()];
}
