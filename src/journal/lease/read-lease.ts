import type { ChainName, Family, TokenAddress } from '../../core/swap/chains.ts';
import type { LeaseId, StepId, SwapId } from '../../core/swap/ids.ts';
import type { LeaseRequest } from '../../ports/stores/signing-records.ts';
import { isOfLeaseKind } from '../family-conditions.ts';
import { didSameStep } from '../rows/lost-attempt-row.ts';
import { type StopRow, selectRule, selectStop } from '../rows/stop-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { selectExternalNonce } from './account-for-nonces.ts';
import { boundRows, usedOfCaps } from './cap-use.ts';
import { type ExternalUse, selectExternalUse } from './select-external-use.ts';
import { selectOccupying } from './select-occupying.ts';

/**
 * All facts that a lease is judged by, read at one moment. Amounts and nonces in lists are decimal
 * strings.
 */
export interface LeaseFacts {
  /** Of the wallet. */
  family: Family;
  address: string;
  /** Of the swap's open order, if the request names this one or none. */
  provider: string | null;
  stop: StopRow | null;
  /** One lease at most, with a row for each swap that it serves. */
  holds: readonly Hold[];
  /** The swap's open step of the kind, if there is one. */
  stepId: StepId | null;
  isLeased: boolean;
  /** Of the open step, or of the one to create. */
  generation: number;
  isOccupied: boolean;
  /** Whether the account was compared with its chain since the last journal rollback. */
  isCompared: boolean;
  /** A lost attempt of the same step: signed before a journal rollback. */
  lost: { chain: ChainName; txId: string } | null;
  externalNonce: bigint | null;
  /** The next nonce to lease on EVM. */
  nonce: bigint | null;
  /** On TON: whether a transaction with this seqno or a later one is proven. */
  isSeqnoTaken: boolean | null;
  funds: readonly Funds[];
  /** The allowance that a payment needs. Null: the account has none. */
  needed?: NeededAllowance | null;
  /** The allowance that an approve or revoke sets. */
  set?: SetAllowance;
  /** How much of each bound of the request other payments use, in its order and unit. */
  caps?: readonly string[];
}

export interface Hold {
  leaseId: LeaseId;
  nonce: string | null;
  swapId: SwapId | null;
  isExpired: boolean;
}

interface Funds {
  token: TokenAddress;
  balance: string;
  /** By steps that were not included at the block of the balance. */
  reserved: string;
}

export interface NeededAllowance {
  isApproving: boolean;
  confirmed: string | null;
  /** By payments that are signed and were not included at the block of the allowance. */
  signed: string;
}

export interface SetAllowance {
  isApproving: boolean;
  /** Whether a payment that needs it is signed and not included. */
  isInUse: boolean;
  /** The sum of the amounts of orders with this spender whose payment has no lease yet. */
  openNeeds: string;
  externalUse: ExternalUse | null;
}

const holds = `
  select coalesce(json_agg(json_build_object('leaseId', l.id, 'nonce', l.nonce::text, 'swapId', st.swap_id,
    'isExpired', l.held_until <= clock_timestamp())), '[]')
  from leases l join lease_steps ls on ls.lease_id = l.id and ls.live join steps st on st.id = ls.step_id
  where l.wallet_id = $1 and l.chain = $2 and l.state = 'held'`;

const lost = `
  select json_build_object('chain', lost.chain, 'txId', lost.tx_id)
  from swaps s join lost_attempts lost on ${didSameStep('lost', 's', '$5')}
  where s.id = $3 limit 1`;

/**
 * The next nonce of an EVM account. First the lowest voided one from the chain's next nonce ($6) up
 * to the journal's that no other lease has. Else the larger of the two: the chain is ahead at an
 * account's first lease, and after external transactions were accounted for.
 */
const nextNonce = `
  coalesce((
    select min(v.nonce) from leases v
    where v.wallet_id = wc.wallet_id and v.chain = wc.chain and v.state = 'void'
      and v.nonce >= $6 and v.nonce < wc.next_nonce
      and not exists (select from leases l where l.chain = v.chain and l.key = v.key and l.state <> 'void')
  ), greatest(wc.next_nonce, $6))`;

const isSeqnoTaken = `
  exists (select from leases where wallet_id = $1 and chain = $2 and nonce >= $6 and state in ('consumed', 'dead'))`;

/** `balance@block − reservations not included by that block`. */
const funds = `
  select coalesce(json_agg(json_build_object('token', asked.token, 'balance', coalesce(a.balance, 0)::text,
    'reserved', coalesce((
      select sum(r.amount) from reservations r
      where r.wallet_id = $1 and r.chain = $2 and r.token = asked.token and not r.released
        and (r.included_block is null or r.included_block > a.block)
    ), 0)::text)), '[]')
  from unnest($8::text[]) as asked(token)
  left join assets a on a.wallet_id = $1 and a.chain = $2 and a.token = asked.token`;

const ofAllowance = 'wallet_id = $1 and chain = $2 and token = $9 and spender = $10';

const needed = `,
  (select json_build_object('isApproving', al.approve_step is not null, 'confirmed', al.confirmed::text, 'signed', (
     select coalesce(sum(amount), 0)::text from allowance_needs
     where ${ofAllowance} and state = 'signed' and (included_block is null or included_block > al.confirmed_block)))
   from allowances al where ${ofAllowance}) as needed`;

const set = `,
  json_build_object(
    'isApproving', exists (select from allowances where ${ofAllowance} and approve_step is not null),
    'isInUse', exists (
      select from allowance_needs where ${ofAllowance} and state = 'signed' and included_block is null),
    'openNeeds', (select coalesce(sum(amount), 0)::text from allowance_needs where ${ofAllowance} and state = 'open'),
    'externalUse', (select row_to_json(found) from (${selectExternalUse('$1', '$2', '$9', '$10')}) found)) as set`;

/** One row of `LeaseFacts`, or none if the wallet does not exist. */
const read = (allowance: string): string => `
  select w.family, w.address, o.provider,
    (select row_to_json(stop) from (${selectStop('$1::uuid', '$2::text', 'o.provider', selectRule('$3'))}) stop) as stop,
    (${holds}) as holds,
    own.id as "stepId", coalesce(own.leased, false) as "isLeased",
    coalesce(own.generation,
      1 + coalesce((select max(generation) from steps where swap_id = $3 and kind = $5), 0)) as generation,
    exists (${selectOccupying('$1::uuid', '$2::text')}) as "isOccupied",
    coalesce(wc.compared_epoch, 0) = (select epoch from journal_instance) as "isCompared",
    (${lost}) as lost,
    case when ${isOfLeaseKind('w.family', 'nonce', 'seqno')} and $6::bigint is not null then (${selectExternalNonce(
      {
        walletId: '$1',
        chain: '$2',
        account: '$7::text',
        chainNonce: '$6',
      },
    )}) end as "externalNonce",
    case when ${isOfLeaseKind('w.family', 'nonce')} then ${nextNonce} end as nonce,
    case when ${isOfLeaseKind('w.family', 'seqno')} then ${isSeqnoTaken} end as "isSeqnoTaken",
    (${funds}) as funds${allowance}
  from wallets w
  left join wallet_chain wc on wc.wallet_id = w.id and wc.chain = $2
  left join orders o on o.swap_id = $3 and o.open and (o.id = $4 or $4::uuid is null)
  left join lateral (
    select st.id, st.generation, exists (select from lease_steps ls where ls.step_id = st.id and ls.live) as leased
    from steps st where st.swap_id = $3 and st.kind = $5 and st.outcome = 'open' limit 1
  ) own on true
  where w.id = $1`;

const [readPlain, readNeeded, readSet] = [read(''), read(needed), read(set)];
const [readPlainCaps, readNeededCaps] = [
  read(`, ${usedOfCaps('$9')} as caps`),
  read(`${needed}, ${usedOfCaps('$11')} as caps`),
];

/** In one statement, after the swap, the account and the allowance are locked. */
export async function readLease(
  session: SqlSession,
  request: LeaseRequest,
): Promise<LeaseFacts | undefined> {
  const { walletId, chain, swapId, orderId, kind, chainNonce, account, reserve, need, sets, caps } =
    request;
  const tokens = reserve.map(({ token }) => token);
  const allowance = need ?? sets;
  const plain = caps ? readPlainCaps : readPlain;
  const needing = caps ? readNeededCaps : readNeeded;
  const [facts] = await session.query<LeaseFacts>(sets ? readSet : need ? needing : plain, [
    walletId,
    chain,
    swapId,
    orderId ?? null,
    kind,
    chainNonce ?? null,
    account,
    tokens,
    ...(allowance ? [allowance.token, allowance.spender] : []),
    ...(caps ? [boundRows(caps)] : []),
  ]);
  return facts;
}
