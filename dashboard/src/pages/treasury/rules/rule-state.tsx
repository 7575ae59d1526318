import type { TreasuryRule } from 'ferryman-client';
import { Time } from '../../../parts/time.tsx';
import { RuleActor } from './rule-actor.tsx';

/** Whether the rule is followed; if not, who paused it and why. */
export function RuleState({ rule: { paused } }: { rule: TreasuryRule }) {
  if (!paused) return <span className="label tone-good">running</span>;
  return (
    <span className="note">
      <span className="label tone-person">paused</span> <Time at={paused.at} /> by{' '}
      <RuleActor actor={paused.by} />: {paused.reason}
    </span>
  );
}
