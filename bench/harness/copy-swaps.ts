/*
 * Multiplies a few swaps by SQL: copies the rows of a swap in all its tables, with new ids. Foreign
 * keys tell which rows belong to a swap, so this survives changes of the schema. It names only
 * `swaps`, the tables that swaps share, and the counters.
 */

import type { Sql } from './sql.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Prefix of transaction ids in copied rows. The stand-ins report these as pending for ever. */
export const copiedPrefix = '0x9eeeed';

/** Tables that swaps refer to and share with each other. */
const shared: ReadonlySet<string> = new Set(['wallets', 'lanes', 'proofs', 'swaps']);

/** Those of them with rows per account. */
const ofAccounts = ['wallets', 'wallet_chain', 'lanes', 'assets'];

interface ForeignKey {
  child: string;
  column: string;
  parent: string;
}

interface Column {
  name: string;
  type: string;
  isGenerated: boolean;
  hasDefault: boolean;
}

type Row = Record<string, unknown>;

interface CopyOptions {
  /** Number of copies of a template per account; default: all belong to the template's account. */
  swapsPerAccount?: number;
  /** Number of simultaneous copies from which indexes are rebuilt after the copy. */
  largeCopy?: number;
}

export interface SwapCopier {
  /**
   * Copies each template `countEach` times, or until the time is over. Indexes and statistics of
   * large copies take about as long again.
   * @returns the number of new swaps
   */
  copy(countEach: number, until?: number): Promise<number>;
}

/** Rows per statement. */
const chunk = 5_000;

/** From this number of copies on, rebuilding the indexes is faster than updating them. */
const defaultLargeCopy = 50_000;

/** Triggers maintain the counts of a lane, and copies bypass triggers. */
const countLanes = `
  update lanes set used = coalesce(counted.used, 0), waiting = coalesce(counted.waiting, 0)
  from lanes lane left join (
    select wallet_id, chain, count(*) filter (where has_slot)::int as used, count(*) filter (where not has_slot)::int as waiting
    from lane_swaps group by wallet_id, chain
  ) counted on counted.wallet_id = lane.wallet_id and counted.chain = lane.chain
  where lanes.wallet_id = lane.wallet_id and lanes.chain = lane.chain`;

/** @param templates ids of swaps whose processes have stopped */
export async function createSwapCopier(
  sql: Sql,
  templates: readonly string[],
  { swapsPerAccount, largeCopy = defaultLargeCopy }: CopyOptions = {},
): Promise<SwapCopier> {
  const keys = await sql<ForeignKey>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1])::text as column
     from pg_constraint where contype = 'f'`,
  );
  const statements: string[] = [];
  const accountStatements = new Map<string, string[]>();
  const tables = new Set<string>();
  for (const id of templates) {
    const rows = await rowsOf(id);
    const tokens = tokensOf(rows);
    const [wallet] = await sql<Wallet>(
      'select wallets.id, name, address from wallets join swaps on swaps.wallet_id = wallets.id where swaps.id = $1',
      [id],
    );
    if (swapsPerAccount !== undefined && wallet) {
      for (const [token, other] of accountTokens(wallet, `(n / ${swapsPerAccount})`))
        tokens.set(token, other);
      accountStatements.set(wallet.id, await insertAccounts(wallet));
    }
    const replace = replacerOf(tokens);
    for (const [table, found] of rows) {
      if (found.length > 0) tables.add(table);
      const columns = await columnsOf(table);
      const unique = await uniqueColumns(table, columns, found);
      for (const row of found) {
        const into = insertion(table, row, columns, unique, replace);
        statements.push(`${into} from generate_series($1::int, $2::int) n`);
      }
    }
  }
  let made = 0;

  /** Statements that create the accounts of a range of copies. Existing accounts stay. */
  async function insertAccounts(wallet: Wallet): Promise<string[]> {
    const replace = replacerOf(accountTokens(wallet, 'n'));
    const inserts: string[] = [];
    for (const table of ofAccounts) {
      const columns = await columnsOf(table);
      const key = table === 'wallets' ? 'id' : 'wallet_id';
      const found = await sql<{ row: Row }>(
        `select to_jsonb(t) as row from ${table} t where ${key} = $1`,
        [wallet.id],
      );
      for (const { row } of found) {
        const into = insertion(table, row, columns, new Set(), replace);
        const numbers = `generate_series($1::int / ${swapsPerAccount}, $2::int / ${swapsPerAccount}) n`;
        inserts.push(`${into} from ${numbers} on conflict do nothing`);
      }
    }
    return inserts;
  }

  /**
   * All rows that belong to a swap, by table: rows that refer to its rows, and rows that only its
   * rows refer to.
   */
  async function rowsOf(id: string): Promise<Map<string, Row[]>> {
    const found = new Map<string, Map<string, Row>>();
    const todo: [string, string, string][] = [['swaps', 'id', id]];
    for (let next = todo.shift(); next; next = todo.shift()) {
      const [table, column, value] = next;
      const rows = await sql<{ row: Row; place: string }>(
        `select to_jsonb(t) as row, ctid::text as place from ${table} t where ${column}::text = $1`,
        [value],
      );
      const known = found.get(table) ?? new Map<string, Row>();
      found.set(table, known);
      for (const { row, place } of rows) {
        if (known.has(place)) continue;
        known.set(place, row);
        for (const key of keys) {
          if (key.parent === table && typeof row.id === 'string')
            todo.push([key.child, key.column, row.id]);
          const referred = row[key.column];
          if (key.child === table && !shared.has(key.parent) && typeof referred === 'string') {
            todo.push([key.parent, 'id', referred]);
          }
        }
      }
    }
    return new Map([...found].map(([table, rows]) => [table, [...rows.values()]]));
  }

  function columnsOf(table: string): Promise<Column[]> {
    return sql<Column>(
      `select attname::text as name, format_type(atttypid, atttypmod) as type,
         (attidentity <> '' or attgenerated <> '') as "isGenerated", atthasdef as "hasDefault"
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    );
  }

  /** Unique columns without an id: they get a number or their default. */
  async function uniqueColumns(
    table: string,
    columns: readonly Column[],
    rows: readonly Row[],
  ): Promise<Set<string>> {
    const indexes = await sql<{ names: string[] }>(
      `select array(select attname::text from pg_attribute
         where attrelid = indrelid and attnum = any(indkey::int2[]) and attnum > 0) as names
       from pg_index where indrelid = $1::regclass and indisunique`,
      [table],
    );
    const isOther = (name: string): boolean => rows.some((row) => isId(row[name]));
    return new Set(
      indexes
        .filter(({ names }) => !names.some(isOther))
        .flatMap(({ names }) => names.filter((name) => !/^(chain|family|kind|state)$/.test(name)))
        .filter((name) => columns.some((column) => column.name === name)),
    );
  }

  return {
    async copy(countEach, until = Number.POSITIVE_INFINITY) {
      const before = made;
      const end = made + countEach;
      const insert = async (): Promise<void> => {
        while (made < end && performance.now() < until) {
          const last = Math.min(end, made + chunk);
          await sql('begin');
          for (const statement of [...accountStatements.values()].flat())
            await sql(statement, [made + 1, last]);
          for (const statement of statements) await sql(statement, [made + 1, last]);
          await sql('commit');
          made = last;
        }
      };
      // The next measurement must not include the server's cleanup after the copies.
      for (const table of tables)
        await sql(`alter table ${table} set (autovacuum_enabled = false)`);
      await sql('set session_replication_role = replica');
      await (countEach * templates.length < largeCopy
        ? insert()
        : withoutIndexes(sql, tables, insert));
      await sql('set session_replication_role = origin');
      await sql(countLanes);
      await sql('analyze');
      await sql('checkpoint');
      return (made - before) * templates.length;
    },
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const txId = /^0x[0-9a-f]{64}$/;

function isId(value: unknown): boolean {
  return typeof value === 'string' && (uuid.test(value) || txId.test(value));
}

interface Wallet {
  id: string;
  name: string;
  address: string;
}

/**
 * The ids of the template, its transactions, keys and receiver, with SQL expressions for those of
 * the copy `n`.
 */
function tokensOf(rows: ReadonlyMap<string, readonly Row[]>): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const row of [...rows.values()].flat()) {
    if (typeof row.id === 'string' && uuid.test(row.id)) tokens.set(row.id, otherUuid(row.id));
    for (const name of ['quote_id', 'tx_id', 'idem_key', 'receiver']) {
      const value = row[name];
      if (typeof value !== 'string') continue;
      if (uuid.test(value)) tokens.set(value, otherUuid(value));
      else if (txId.test(value)) tokens.set(value, otherHex(value, copiedPrefix, 64));
      else if (name === 'receiver') tokens.set(value, otherHex(value, '0x', 40));
      else tokens.set(value, `${literal(`${value}/`)} || n`);
    }
  }
  return tokens;
}

/** @param account an SQL expression: the number of the account */
function accountTokens({ id, name, address }: Wallet, account: string): Map<string, string> {
  return new Map([
    [id, otherUuid(id, account)],
    [name, `${literal(`${name}/`)} || ${account}`],
    [address, otherHex(address, '0x', 40, account)],
  ]);
}

/** Returns a function from a text to an SQL expression with all tokens replaced. */
function replacerOf(tokens: ReadonlyMap<string, string>): (text: string) => string {
  return (text) =>
    [...tokens].reduce(
      (expression, [token, other]) =>
        text.includes(token) ? `replace(${expression}, ${literal(token)}, ${other})` : expression,
      literal(text),
    );
}

/** @param number an SQL expression */
function otherUuid(value: string, number = 'n'): string {
  return `md5(${literal(`${value}/`)} || ${number})::uuid::text`;
}

function otherHex(value: string, prefix: string, digits: number, number = 'n'): string {
  const random = `md5(${literal(`${value}/`)} || ${number}) || md5(${literal(`${value}-`)} || ${number})`;
  return `${literal(prefix)} || substr(${random}, 1, ${digits + 2 - prefix.length})`;
}

/** The beginning of a statement that inserts a row for each number `n`. */
function insertion(
  table: string,
  row: Row,
  columns: readonly Column[],
  unique: ReadonlySet<string>,
  replace: (text: string) => string,
): string {
  const given = columns.filter(
    ({ name, isGenerated, hasDefault }) =>
      !isGenerated && !(hasDefault && unique.has(name)) && row[name] !== null,
  );
  const values = given.map(({ name, type }) => {
    const value = row[name];
    // No worker holds a copy, and its proofs match no transaction of the stand-ins.
    if (/^((claimed|locked)_(by|until)|check_at)$/.test(name)) return 'null';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (name === 'nonce') return `(${literal(text)}::${type} + n)`;
    // Steps that keep the copies of all templates apart.
    if (unique.has(name) && typeof value === 'number')
      return `(${literal(text)}::${type} + n * 1000)`;
    if (type.endsWith('[]'))
      return `array(select jsonb_array_elements_text(${literal(text)}::jsonb))::${type}`;
    // The key of a lease contains its account, which other columns have too.
    const isNumbered = unique.has(name) && (name === 'key' || replace(text) === literal(text));
    return `(${replace(text)}${isNumbered ? ` || '/' || n` : ''})::${type}`;
  });
  const names = given.map(({ name }) => `"${name}"`);
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
