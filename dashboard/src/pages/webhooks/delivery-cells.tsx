import type { Delivery } from 'ferryman-client';
import { exactTime, Time } from '../../parts/time.tsx';

const tones = { pending: 'running', delivered: 'good', failed: 'bad' } as const;

export function DeliveryState({ state, nextTryAt }: Pick<Delivery, 'state' | 'nextTryAt'>) {
  return (
    <>
      <span className={`label tone-${tones[state]}`}>{state}</span>
      {nextTryAt === undefined ? null : (
        <>
          , next try <Time at={nextTryAt} />
        </>
      )}
    </>
  );
}

export function DeliveryAttempts({ attempts }: Pick<Delivery, 'attempts'>) {
  const last = attempts.at(-1);
  if (!last) return <span className="quiet">not sent yet</span>;
  return (
    <details>
      <summary>
        {attempts.length}, last {answerText(last)}
      </summary>
      <ol className="meaning">
        {attempts.map((one) => (
          <li key={`${one.attempt} ${one.at}`}>
            {exactTime(one.at)}, {one.durationMs} ms: {answerText(one)}
            {one.error === undefined ? null : <p className="quiet">{one.error}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}

function answerText({ status }: Delivery['attempts'][number]): string {
  return status === undefined ? 'without an answer' : `answered ${status}`;
}
