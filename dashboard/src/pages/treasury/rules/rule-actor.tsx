import { Actor } from '../../../parts/audit-cells.tsx';

/** Who changed or paused a rule: an API key, a file of the operator, or Ferryman itself. */
export function RuleActor({ actor }: { actor: string }) {
  return actor.startsWith('API key ') ? <Actor actor={actor} /> : actor;
}
