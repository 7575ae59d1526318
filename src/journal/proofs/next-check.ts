/**
 * SQL: when a proven lease is compared with its chain again: half a minute after its proof, and
 * then at ages that grow sixfold, for some two hours. An endpoint that was wrong once is right by
 * then; later many have thrown the history away. A closed lease costs a few questions.
 * @param done SQL expression: how often it was compared
 */
export function nextCheck(done: string): string {
  return `case when ${done} < 4 then now() + interval '30 seconds' * power(6, ${done}) end`;
}
