import type { Family } from '../../core/swap/chains.ts';
import type {
  AllowanceFilter,
  AllowanceOverview,
  OverviewPage,
} from '../../ports/stores/overview-store.ts';
import { type AllowanceRow, allowanceFromRow } from '../rows/allowance-row.ts';
import type { SqlSession } from '../sql-client.ts';

interface OverviewRow extends AllowanceRow {
  wallet: string;
  family: Family;
  chain: string;
  token: string;
  spender: string;
  open_needs: bigint;
}

const ofFilter = `($1::uuid is null or wallet_id = $1) and ($2::text is null or chain = $2)
  and ($3::text is null or token = $3) and ($4::text is null or spender = $4)`;

/** A signed need counts as in `allowanceColumns`. */
const select = `
  with named as (
    select wallet_id, chain, token, spender from allowances where ${ofFilter}
    union select wallet_id, chain, token, spender from allowance_needs
    where state <> 'released' and ${ofFilter}
  )
  select w.name as wallet, w.family, named.chain, named.token, named.spender,
    al.confirmed as allowance_confirmed, al.confirmed_block as allowance_block, al.approve_step,
    approving.swap_id as approve_swap, needs.open_needs, needs.signed_needs
  from named join wallets w on w.id = named.wallet_id
  left join allowances al using (wallet_id, chain, token, spender)
  left join steps approving on approving.id = al.approve_step
  cross join lateral (
    select coalesce(sum(n.amount) filter (where n.state = 'open'), 0) as open_needs,
      coalesce(sum(n.amount) filter (where n.state = 'signed'
        and (n.included_block is null or al.confirmed_block is null or n.included_block > al.confirmed_block)), 0) as signed_needs
    from allowance_needs n
    where (n.wallet_id, n.chain, n.token, n.spender) = (named.wallet_id, named.chain, named.token, named.spender)
  ) needs
  where $5::text is null or (w.name, w.family, named.chain, named.token, named.spender)
    > ($5, $6::text, $7::text, $8::text, $9::text)
  order by w.name, w.family, named.chain, named.token, named.spender limit $10::int`;

export async function allowances(
  session: SqlSession,
  { walletId, chain, token, spender }: AllowanceFilter = {},
  { limit, after }: OverviewPage = {},
): Promise<AllowanceOverview[]> {
  const rows = await session.query<OverviewRow>(select, [
    walletId ?? null,
    chain ?? null,
    token ?? null,
    spender ?? null,
    ...(after ?? [null, null, null, null, null]),
    limit ?? null,
  ]);
  return rows.map((row) => ({
    wallet: row.wallet,
    family: row.family,
    chain: row.chain,
    ...allowanceFromRow(row, { token: row.token, spender: row.spender }),
    openNeeds: row.open_needs,
  }));
}
