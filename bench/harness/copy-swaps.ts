/*
 * Makes many swaps out of a few, by SQL: the rows of a swap in all tables that belong to it, again
 * and again, with ids of their own. What belongs to a swap is found by foreign keys, so that it
 * goes on working when the journal changes; named are only `swaps`, what swaps share, and what
 * counts them.
 */

/**
 * Ids of transactions of copied rows begin so; the stand-ins are told that these wait in the pool
 * for ever.
 */
export const copiedPrefix = '0x9eeeed';

/** Tables that swaps refer to and share with one another. */
const shared: ReadonlySet<string> = new Set(['wallets', 'lanes', 'proofs', 'swaps']);

/** Of them, what each account has rows of its own in. */
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

/** Runs a statement, always on the same connection. */
type Sql = <Found extends object>(
  text: string,
  values?: readonly (string | number | readonly string[])[],
) => Promise<Found[]>;

interface CopyOptions {
  /** So many copies of a template are of one account; absent: all are of the template's. */
  swapsPerAccount?: number;
  /** From so many copies at once on, the indexes are made anew after them. */
  largeCopy?: number;
}

export interface SwapCopier {
  /**
   * Copies each template so many times more, or until the time is over; indexes and statistics of
   * large copies take about as long again. Returns how many swaps that made.
   */
  copy(countEach: number, until?: number): Promise<number>;
}

/** Rows that one statement makes. */
const chunk = 5_000;

/**
 * From so many copies on it takes less time to make the indexes anew after them than to keep them
 * up.
 */
const defaultLargeCopy = 50_000;

/** A lane counts its swaps by triggers, and copies are made without them. */
const countLanes = `
  update lanes set used = coalesce(counted.used, 0), waiting = coalesce(counted.waiting, 0)
  from lanes lane left join (
    select wallet_id, chain, count(*) filter (where has_slot)::int as used, count(*) filter (where not has_slot)::int as waiting
    from lane_swaps group by wallet_id, chain
  ) counted on counted.wallet_id = lane.wallet_id and counted.chain = lane.chain
  where lanes.wallet_id = lane.wallet_id and lanes.chain = lane.chain`;

/** @param templates ids of swaps, whose processes have been stopped */
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

  /**
   * Statements that make the accounts of the copies from one number to another; those that are
   * there already stay.
   */
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
   * All rows that belong to a swap, by table: those that refer to its rows, and those that its rows
   * refer to and nobody else does.
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

  /**
   * Columns that no two rows may have alike and that hold no id: they get a number, or their
   * default.
   */
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

  /**
   * Whoever inserts leaves the indexes as they are; then they are made anew, which is how Postgres
   * mends those that were left unfinished.
   */
  async function withoutIndexes(insert: () => Promise<void>): Promise<void> {
    await sql(`set maintenance_work_mem = '256MB'`);
    await sql(
      'update pg_index set indisready = false where indrelid = any($1::text[]::regclass[])',
      [[...tables]],
    );
    await insert();
    for (const table of tables) await sql(`reindex table ${table}`);
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
      // What is measured next is the journal, not how the server tidies up after these.
      for (const table of tables)
        await sql(`alter table ${table} set (autovacuum_enabled = false)`);
      await sql('set session_replication_role = replica');
      await (countEach * templates.length < largeCopy ? insert() : withoutIndexes(insert));
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
 * Ids of the template, its transactions, keys and receiver, and SQL expressions for those of the
 * copy `n`.
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

/** Gives an SQL expression for a text in which each token is replaced. */
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

/** The beginning of a statement that makes a row for each number `n`. */
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
    // Nobody works on them; and their proofs fit no transaction that the stand-ins could show
    // again.
    if (/^((claimed|locked)_(by|until)|check_at)$/.test(name)) return 'null';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (name === 'nonce') return `(${literal(text)}::${type} + n)`;
    // Far enough apart for all templates.
    if (unique.has(name) && typeof value === 'number')
      return `(${literal(text)}::${type} + n * 1000)`;
    if (type.endsWith('[]'))
      return `array(select jsonb_array_elements_text(${literal(text)}::jsonb))::${type}`;
    // The key of a lease names its account, which others have too.
    const isNumbered = unique.has(name) && (name === 'key' || replace(text) === literal(text));
    return `(${replace(text)}${isNumbered ? ` || '/' || n` : ''})::${type}`;
  });
  const names = given.map(({ name }) => `"${name}"`);
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
