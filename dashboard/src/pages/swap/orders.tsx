import type { Order, Swap } from 'ferryman-client';
import { Amount } from '../../parts/amount.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Masked } from '../../parts/masked.tsx';
import { Time } from '../../parts/time.tsx';

/** What the routing service answered, word for word: amounts are not read as numbers. */
export function Orders({ orders, swap }: { orders: readonly Order[]; swap: Swap }) {
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">Orders</h2>
      {orders.length === 0 ? <p className="empty">No order was quoted.</p> : null}
      <ol className="orders">
        {orders.map((order) => (
          <li key={order.id}>
            <p>
              <strong>{order.provider}</strong> ({order.swapType}), quoted{' '}
              <Time at={order.quotedAt} />: expects{' '}
              <Amount value={order.expectedOut} symbol={swap.to.symbol} />, at least{' '}
              <Amount value={order.minOut} symbol={swap.to.symbol} />
              {order.open ? '' : ' · closed'}
            </p>
            {order.masked ? (
              <p className="quiet">
                The answers of the routing service: <Masked />
              </p>
            ) : (
              <>
                <Answer label="Quote" text={order.quoteAnswer} archive={order.archive} />
                <Answer label="Transaction" text={order.swapAnswer} archive={order.archive} />
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Answer({
  label,
  text,
  archive,
}: {
  label: string;
  text: string | undefined;
  archive: string | undefined;
}) {
  if (text === undefined)
    return archive ? <p className="quiet">{`${label}: moved to the archive ${archive}`}</p> : null;
  return (
    <details>
      <summary>{label} as the routing service answered it</summary>
      <CodeBlock label={label} text={indented(text)} />
    </details>
  );
}

/** Indents JSON without reading its numbers, so that every digit stays. */
function indented(json: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]|\s+/g, (token) => {
    if (token === '{' || token === '[') {
      depth += 1;
      return token + line();
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return line() + token;
    }
    if (token === ',') return token + line();
    if (token === ':') return ': ';
    return token.startsWith('"') ? token : '';
  });
}
