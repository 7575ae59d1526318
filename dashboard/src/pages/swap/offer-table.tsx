import type { Preview, Swap } from 'ferryman-client';
import { Amount } from '../../parts/amount.tsx';
import { type Compared, Comparison } from '../../parts/comparison.tsx';

const verdicts: Readonly<Record<Preview['steps'][number]['verdict'], string>> = {
  allow: 'allowed',
  hold: 'held for a person',
  requote: 'needs a new quote',
  reject: 'rejected',
};

/** The old order and the new offer side by side, and what the guard says of the new transactions. */
export function OfferTable({ swap, preview }: { swap: Swap; preview: Preview }) {
  const { order, to } = swap;
  const { offer, steps } = preview;
  const rows: readonly Compared[] = [
    { name: 'Provider', before: order?.provider ?? '–', now: offer?.provider ?? 'none offers it' },
    {
      name: 'Expected',
      before: order ? <Amount value={order.expectedOut} symbol={to.symbol} /> : '–',
      now: offer ? <Amount value={offer.expectedOut} symbol={to.symbol} /> : '–',
    },
    {
      name: 'At least',
      before: order ? <Amount value={order.minOut} symbol={to.symbol} /> : '–',
      now: offer ? <Amount value={offer.minOut} symbol={to.symbol} /> : '–',
    },
    {
      name: 'Fees at most',
      before: '–',
      now: <Amount value={preview.fees.network} symbol={preview.fees.symbol} />,
    },
  ];
  const findings = steps.flatMap((step) => step.findings);
  return (
    <>
      <Comparison before="Old order" now="New offer" rows={rows} />
      <p>
        Guard:{' '}
        {steps.length === 0
          ? 'there is no transaction to judge yet'
          : steps
              .map(
                ({ kind, verdict, rules }) =>
                  `${kind} ${verdicts[verdict]}, by ${rules.length} rules`,
              )
              .join(', ')}
      </p>
      {findings.length > 0 ? (
        <ul className="findings">
          {findings.map(({ rule, message }) => (
            <li key={`${rule} ${message}`}>
              <code>{rule}</code> {message}
            </li>
          ))}
        </ul>
      ) : null}
      {preview.waitsFor.map(({ kind, message }) => (
        <p key={`${kind} ${message}`} className="quiet">
          It would wait: {message}
        </p>
      ))}
    </>
  );
}
