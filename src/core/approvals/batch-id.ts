/**
 * Names the batch of payments that a treasury rule asked for at an instant, such as
 * `salaries@2026-01-31T09:00:00.000Z`.
 * @param batch `instant`: when the rule was due, in milliseconds since the epoch
 */
export function batchId({ ruleId, instant }: { ruleId: string; instant: number }): string {
  return `${ruleId}@${new Date(instant).toISOString()}`;
}
