/**
 * SQL: the rows of a query as one JSON value, so that one statement reads several queries at one
 * moment. The query must return large numbers as text: JSON numbers are floats.
 */
export function jsonRows(query: string): string {
  return `(select coalesce(json_agg(one), '[]') from (${query}) one)`;
}
