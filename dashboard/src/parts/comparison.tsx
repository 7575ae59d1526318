import type { ReactNode } from 'react';

/** What is called `name`, as it was and as it is now. */
export interface Compared {
  name: string;
  before: ReactNode;
  now: ReactNode;
}

interface ComparisonProps {
  /** Over the two columns. */
  before: string;
  now: string;
  rows: readonly Compared[];
}

/** Two of a kind side by side, such as an old order and a new offer. */
export function Comparison({ before, now, rows }: ComparisonProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          <th scope="col">{before}</th>
          <th scope="col">{now}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td className="whole">{row.before}</td>
            <td className="whole">{row.now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
