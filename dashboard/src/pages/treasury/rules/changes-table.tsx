import { Comparison } from '../../../parts/comparison.tsx';
import type { RuleChange } from './rule-changes.ts';

/** What was changed in a rule, as it was and as it is. */
export function ChangesTable({
  before,
  now,
  changes,
}: {
  before: string;
  now: string;
  changes: readonly RuleChange[];
}) {
  return (
    <Comparison
      before={before}
      now={now}
      rows={changes.map((change) => ({
        name: change.pointer === '' ? 'the rule' : change.pointer,
        before: change.before ?? '–',
        now: change.now ?? '–',
      }))}
    />
  );
}
