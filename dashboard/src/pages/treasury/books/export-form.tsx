import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../parts/problem.tsx';
import { useSession } from '../../../session/session.ts';
import { type BookFormat, formatNames, formats } from './book-formats.ts';
import { type BookPeriod, isClosed, lastMonth, rangeOf } from './book-period.ts';
import { saveText } from './save-text.ts';

interface Wanted {
  period: BookPeriod;
  format: BookFormat;
}

/** Asks for period and form, and has the browser save the books, or shows where receipts are. */
export function ExportForm() {
  const { client } = useSession();
  const [wanted, setWanted] = useState<Wanted>(() => ({
    period: lastMonth(Date.now()),
    format: 'csv',
  }));
  const exporting = useMutation({
    mutationFn: async ({ period, format }: Wanted) => {
      const text = await client.treasury.books({ ...rangeOf(period), format });
      if (format !== 'receipts') saveText(fileOf({ period, format }), text);
      return { period, format, size: new Blob([text]).size };
    },
  });
  const { period, format } = wanted;
  const setPeriod = (change: Partial<BookPeriod>) => {
    setWanted({ ...wanted, period: { ...period, ...change } });
    exporting.reset();
  };
  return (
    <section aria-labelledby="export">
      <h2 id="export">Export</h2>
      <form
        className="filters"
        aria-label="Export"
        onSubmit={(event) => {
          event.preventDefault();
          exporting.mutate(wanted);
        }}
      >
        <label>
          First day
          <input
            type="date"
            required
            max={period.last}
            value={period.first}
            onChange={(event) => setPeriod({ first: event.target.value })}
          />
        </label>
        <label>
          Last day
          <input
            type="date"
            required
            min={period.first}
            value={period.last}
            onChange={(event) => setPeriod({ last: event.target.value })}
          />
        </label>
        <label>
          Form
          <select
            value={format}
            onChange={(event) => {
              setWanted({ ...wanted, format: event.target.value as BookFormat });
              exporting.reset();
            }}
          >
            {formatNames.map((name) => (
              <option key={name} value={name}>
                {formats[name].title}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="primary" disabled={exporting.isPending}>
          {exporting.isPending ? 'Exporting…' : 'Export'}
        </button>
      </form>
      <p>{formats[format].holds}</p>
      {isClosed(period, Date.now()) ? null : (
        <p className="hint">This period is not over: a later export of it has more.</p>
      )}
      {exporting.error ? <Problem error={exporting.error} /> : null}
      <p role="status">{exporting.data ? <Outcome {...exporting.data} /> : ''}</p>
    </section>
  );
}

function Outcome({ period, format, size }: Wanted & { size: number }) {
  if (format === 'receipts')
    return (
      <a
        href={`/v1/treasury/books?${new URLSearchParams({ ...rangeOf(period), format })}`}
        target="_blank"
        rel="noreferrer"
      >
        Open the receipts to print them
      </a>
    );
  return `${fileOf({ period, format })} is saved: ${size} bytes.`;
}

/** Such as `2026-10-01-to-2026-10-31-books.csv`. */
function fileOf({ period: { first, last }, format }: Wanted): string {
  return `${first}-to-${last}-${formats[format].file}`;
}
