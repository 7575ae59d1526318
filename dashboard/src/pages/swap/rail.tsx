import type { Swap } from 'ferryman-client';
import { hasEnded } from 'ferryman-client';
import { stateText } from '../../parts/state-label.tsx';
import { stateTone } from '../../parts/swap-states.ts';

type State = Swap['state'];

/** The way of a swap that goes well. */
const way: readonly State[] = [
  'requested',
  'quoted',
  'executing',
  'confirming',
  'settling',
  'settled',
];

/** A state beside the way stands after the stage that it interrupts. */
const after: Readonly<Partial<Record<State, State>>> = {
  awaiting_approval: 'quoted',
  awaiting_deposit: 'quoted',
  claiming: 'settling',
  refunding: 'settling',
};

/** The stages of a swap, and how far it is. */
export function Rail({ swap }: { swap: Swap }) {
  const stages = stagesOf(swap);
  const position = stages.indexOf(swap.state);
  return (
    <ol className="rail" aria-label="Stages">
      {stages.map((stage, index) => (
        <li
          key={stage}
          className={
            index < position
              ? 'done'
              : index === position
                ? `tone-${stateTone(stage)} ${hasEnded(swap) ? 'ended' : ''}`
                : undefined
          }
          aria-current={index === position ? 'step' : undefined}
        >
          {stateText(stage)}
        </li>
      ))}
    </ol>
  );
}

function stagesOf({ state, payment, legs, order }: Swap): readonly State[] {
  if (way.includes(state)) return way;
  const before = after[state];
  if (before !== undefined) {
    const index = way.indexOf(before) + 1;
    return [...way.slice(0, index), state, ...way.slice(index)];
  }
  // It ended beside the way, or waits for a person: what is known is whether it paid.
  const reached =
    legs.length > 0 || payment?.status === 'final' ? 'settling' : wayTo(payment, order);
  return [...way.slice(0, way.indexOf(reached) + 1), state];
}

function wayTo(payment: Swap['payment'], order: Swap['order']): State {
  if (payment) return 'executing';
  return order ? 'quoted' : 'requested';
}
