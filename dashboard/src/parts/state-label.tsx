import type { Swap } from 'ferryman-client';

export type Tone = 'good' | 'bad' | 'person' | 'running' | 'quiet';

const tones: Readonly<Record<Swap['state'], Tone>> = {
  requested: 'running',
  quoted: 'running',
  executing: 'running',
  confirming: 'running',
  settling: 'running',
  claiming: 'running',
  refunding: 'running',
  awaiting_approval: 'person',
  awaiting_deposit: 'person',
  needs_review: 'person',
  settled: 'good',
  refunded: 'quiet',
  failed: 'bad',
  cancelled: 'quiet',
  expired: 'quiet',
};

export function stateTone(state: Swap['state']): Tone {
  return tones[state];
}

export function stateText(state: Swap['state']): string {
  return state.replaceAll('_', ' ');
}

/** A state in words; its colour only repeats them. */
export function StateLabel({ state }: { state: Swap['state'] }) {
  return <span className={`label tone-${tones[state]}`}>{stateText(state)}</span>;
}

const funds: Readonly<Record<Swap['fundsState'], { text: string; tone: Tone }>> = {
  untouched: { text: 'untouched', tone: 'quiet' },
  in_flight: { text: 'in flight', tone: 'running' },
  moved: { text: 'moved', tone: 'running' },
  returned: { text: 'returned', tone: 'quiet' },
  unknown: { text: 'unknown', tone: 'bad' },
};

/** Where the money is, in a word. */
export function FundsLabel({ funds: state }: { funds: Swap['fundsState'] }) {
  const { text, tone } = funds[state];
  return <span className={`label tone-${tone}`}>{text}</span>;
}
