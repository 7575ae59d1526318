import type { Servers } from './servers.ts';

/*
 * Makes many swaps out of a few, by SQL: the rows of a swap in all tables that belong to it, again and again, with ids of their own. Nothing
 * here names a table but `swaps`, so that it goes on working when the journal changes: what belongs to a swap is found by foreign keys.
 */

/** Ids of transactions of copied rows begin so; the stand-ins are told that these wait in the pool for ever. */
export const copiedPrefix = '0x9eeeed';

/** Tables that swaps refer to and share with one another. */
const shared: ReadonlySet<string> = new Set(['wallets', 'proofs', 'swaps']);

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

export interface SwapCopier {
  /** Copies each template so many times more, or until the time is over. Returns how many swaps that made. */
  copy(countEach: number, until?: number): Promise<number>;
}

/** Rows that one statement makes. */
const chunk = 5_000;

/** @param templates ids of swaps, whose processes have been stopped */
export async function createSwapCopier(
  servers: Servers,
  databaseUrl: string,
  templates: readonly string[],
): Promise<SwapCopier> {
  const sql = <Found extends object>(text: string, values?: readonly unknown[]) =>
    servers.sql<Found>(databaseUrl, text, values);
  const keys = await sql<ForeignKey>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1])::text as column
     from pg_constraint where contype = 'f'`,
  );
  const statements: string[] = [];
  for (const id of templates) {
    const rows = await rowsOf(id);
    const replace = replacerFor(rows);
    for (const [table, found] of rows) {
      const columns = await columnsOf(table);
      const unique = await uniqueColumns(table, columns, found);
      for (const row of found) statements.push(insertion(table, row, columns, unique, replace));
    }
  }
  let made = 0;

  /** All rows that belong to a swap, by table: those that refer to its rows, and those that its rows refer to and nobody else does. */
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
          if (key.parent === table && typeof row.id === 'string') todo.push([key.child, key.column, row.id]);
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

  /** Columns that no two rows may have alike and that hold no id: they get a number, or their default. */
  async function uniqueColumns(table: string, columns: readonly Column[], rows: readonly Row[]): Promise<Set<string>> {
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
      await sql('set session_replication_role = replica');
      const first = made + 1;
      const end = made + countEach;
      while (made < end && performance.now() < until) {
        const last = Math.min(end, made + chunk);
        await sql('begin');
        for (const statement of statements) await sql(statement, [made + 1, last]);
        await sql('commit');
        made = last;
      }
      await sql('set session_replication_role = origin');
      await sql('analyze');
      return (made - first + 1) * templates.length;
    },
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const txId = /^0x[0-9a-f]{64}$/;

function isId(value: unknown): boolean {
  return typeof value === 'string' && (uuid.test(value) || txId.test(value));
}

/** Gives an SQL expression for a text in which ids of the template, its transactions, keys and receiver are those of the copy `n`. */
function replacerFor(rows: ReadonlyMap<string, readonly Row[]>): (text: string) => string {
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
  return (text) =>
    [...tokens].reduce(
      (expression, [token, other]) =>
        text.includes(token) ? `replace(${expression}, ${literal(token)}, ${other})` : expression,
      literal(text),
    );
}

function otherUuid(value: string): string {
  return `md5(${literal(`${value}/`)} || n)::uuid::text`;
}

function otherHex(value: string, prefix: string, digits: number): string {
  const random = `md5(${literal(`${value}/`)} || n) || md5(${literal(`${value}-`)} || n)`;
  return `${literal(prefix)} || substr(${random}, 1, ${digits + 2 - prefix.length})`;
}

function insertion(
  table: string,
  row: Row,
  columns: readonly Column[],
  unique: ReadonlySet<string>,
  replace: (text: string) => string,
): string {
  const given = columns.filter(
    ({ name, isGenerated, hasDefault }) => !isGenerated && !(hasDefault && unique.has(name)) && row[name] !== null,
  );
  const values = given.map(({ name, type }) => {
    const value = row[name];
    // Copies come due at their own times, and nobody works on them.
    if (name === 'due_at') return `now() + random() * interval '30 seconds'`;
    if (/^(claimed|locked)_(by|until)$/.test(name)) return 'null';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (name === 'nonce') return `(${literal(text)}::${type} + n)`;
    // Far enough apart for all templates.
    if (unique.has(name) && typeof value === 'number') return `(${literal(text)}::${type} + n * 1000)`;
    if (type.endsWith('[]')) return `array(select jsonb_array_elements_text(${literal(text)}::jsonb))::${type}`;
    const isNumbered = unique.has(name) && replace(text) === literal(text);
    return `(${replace(text)}${isNumbered ? ` || '/' || n` : ''})::${type}`;
  });
  const names = given.map(({ name }) => `"${name}"`);
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from generate_series($1::int, $2::int) n`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
