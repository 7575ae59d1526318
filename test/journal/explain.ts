import type { SqlClient, SqlParameter } from '../../src/journal/sql-client.ts';

/** A node of a plan, with what running it has read. */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Runs a statement by the generic plan, as the journal does. */
export async function explain(
  client: SqlClient,
  { text, parameters }: { text: string; parameters: readonly SqlParameter[] },
): Promise<Plan> {
  await client.query(`prepare explained as ${text}`);
  try {
    const given = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`;
    const [row] = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) execute explained${given}`,
    );
    if (!row) throw new Error('no plan');
    return row['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('deallocate explained');
  }
}

function literal(value: SqlParameter): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `'{${value.map((one) => `"${one}"`).join(',')}}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Blocks of 8 kB. */
export const blocksOf = (plan: Plan): number =>
  plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
