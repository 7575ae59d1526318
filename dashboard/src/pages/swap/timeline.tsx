import type { Swap, SwapEvent } from 'ferryman-client';
import { ChainLink } from '../../parts/chain-link.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { exactTime } from '../../parts/time.tsx';
import { describeEvent } from './event-text.ts';

/** What happened, in order. Each event shows its data when it is opened. */
export function Timeline({ events, swap }: { events: readonly SwapEvent[]; swap: Swap }) {
  const start = Date.parse(events[0]?.at ?? swap.createdAt);
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol className="timeline">
        {withoutRepeats(events, swap).map(({ first, line, all }) => (
          <li key={first.seq}>
            <time dateTime={first.at} title={exactTime(first.at)} className="quiet">
              {sinceText(Date.parse(first.at) - start)}
            </time>
            <details>
              <summary>
                {line.text}
                {all.length > 1 ? <span className="quiet"> ({all.length} times)</span> : null}
              </summary>
              <CodeBlock
                label={`Data of event ${first.seq}`}
                text={all
                  .map(({ type, at, data }) => JSON.stringify({ type, at, ...data }, null, 2))
                  .join('\n')}
              />
            </details>
            <span className="links">
              {line.transactions.map(({ chain, id }) => (
                <ChainLink key={id} chain={chain} kind="transaction" id={id} />
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Row {
  first: SwapEvent;
  line: ReturnType<typeof describeEvent>;
  all: SwapEvent[];
}

/** Events that follow one another and say the same are one row. */
function withoutRepeats(events: readonly SwapEvent[], swap: Swap): readonly Row[] {
  const rows: Row[] = [];
  for (const event of events) {
    const line = describeEvent(event, swap);
    const last = rows.at(-1);
    if (last && JSON.stringify(last.line) === JSON.stringify(line)) last.all.push(event);
    else rows.push({ first: event, line, all: [event] });
  }
  return rows;
}

/** Since the submission, such as "+12.3 s". */
function sinceText(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 100) return `+${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 100) return `+${minutes} min ${Math.floor(seconds % 60)} s`;
  return `+${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
