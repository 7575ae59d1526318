/**
 * SQL: the rows of a query as one JSON value, so that a statement reads several queries at one
 * moment. Numbers of arbitrary size have to be text in the query: those of JSON are floats.
 */
export function jsonRows(query: string): string {
  return `(select coalesce(json_agg(one), '[]') from (${query}) one)`;
}
