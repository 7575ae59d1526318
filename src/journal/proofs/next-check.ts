/**
 * SQL: when a proven lease is compared with its chain again: 30 seconds after its proof, and then
 * at ages that grow sixfold, for about two hours. A wrong endpoint is usually right by then; later,
 * many endpoints have pruned the history.
 * @param done SQL expression: how often it was compared
 */
export function nextCheck(done: string): string {
  return `case when ${done} < 4 then now() + interval '30 seconds' * power(6, ${done}) end`;
}
