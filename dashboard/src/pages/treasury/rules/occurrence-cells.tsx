import type { TreasuryOccurrence } from 'ferryman-client';
import { SwapLink } from '../../../parts/swap-link.tsx';
import { exactTime } from '../../../parts/time.tsx';
import type { Tone } from '../../../parts/tone.ts';

type State = TreasuryOccurrence['state'];

const occurrenceTones: Readonly<Record<State, Tone>> = {
  missed: 'person',
  skipped: 'quiet',
  acting: 'running',
  submitted: 'running',
  done: 'good',
  failed: 'bad',
};

export function OccurrenceState({ state }: Pick<TreasuryOccurrence, 'state'>) {
  return <span className={`label tone-${occurrenceTones[state]}`}>{state}</span>;
}

/** Why nothing was done, or what went wrong. */
export function OccurrenceReason({ code, message, missed }: TreasuryOccurrence) {
  if (code === undefined && !missed) return '–';
  return (
    <div className="meaning">
      {code === undefined ? null : <code>{code}</code>} {message}
      {missed && missed.count > 1 ? `; ${missed.count} times since ${exactTime(missed.from)}` : ''}
    </div>
  );
}

const shown = 3;

export function OccurrenceSwaps({ swaps }: Pick<TreasuryOccurrence, 'swaps'>) {
  if (swaps.length === 0) return '–';
  const links = swaps.map((id) => <SwapLink key={id} id={id} />);
  if (swaps.length <= shown) return <span className="links">{links}</span>;
  return (
    <details className="wide">
      <summary>{swaps.length} swaps</summary>
      <span className="links">{links}</span>
    </details>
  );
}
