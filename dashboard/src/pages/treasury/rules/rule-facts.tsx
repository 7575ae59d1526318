import type { TreasuryRule } from 'ferryman-client';
import type { ReactNode } from 'react';
import { isObject } from './rule-body.ts';

/** How members of rules are called where people read them. Another one has its own name. */
const titles: Readonly<Record<string, string>> = {
  note: 'Note',
  wallet: 'Wallet',
  schedule: 'Runs',
  from: 'Sells',
  to: 'Buys',
  amount: 'Amount of each swap',
  usd: 'Worth of each swap, in US dollars',
  receiver: 'Receiver',
  slippageBps: 'Slippage',
  minOut: 'Brings at least',
  assets: 'Keeps',
  bandBps: 'Does nothing within',
  tradeTo: 'Trades to the band’s',
  minimumTradeUsd: 'Least trade, in US dollars',
  maximumCostBps: 'Most that a trade may cost',
  cooldown: 'Waits after a trade',
  reserve: 'Leaves',
  minimum: 'Sells at least',
  chain: 'Coin of the chain',
  below: 'Buys if less than',
  upTo: 'Buys up to',
  highestPriceUsd: 'Highest price of a coin, in US dollars',
  payments: 'Pays',
  budgets: 'Budgets',
  providers: 'Providers',
  flow: 'Flow',
  pauseAfterFailures: 'Is paused after failures in a row',
  overlap: 'While an earlier run goes on',
  catchUp: 'What was missed is done later',
};

/** They stand in the head of the page. */
const elsewhere = new Set(['id', 'kind']);

/** A rule in words, member by member: the known ones first, in the order above. */
export function RuleFacts({ body }: { body: TreasuryRule['rule'] }) {
  const order = Object.keys(titles);
  const place = (name: string) => (name in titles ? order.indexOf(name) : order.length);
  const members = Object.entries(body)
    .filter(([name]) => !elsewhere.has(name))
    .toSorted(([one], [other]) => place(one) - place(other));
  return (
    <dl className="facts">
      {members.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{titles[name] ?? name}</dt>
          <dd>
            <Value name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  if (Array.isArray(value)) return <List items={value.map((one) => lineOf(one))} />;
  if (name.endsWith('Bps') && typeof value === 'number') return shareText(value);
  return lineOf(value);
}

const shownItems = 8;

function List({ items }: { items: readonly string[] }) {
  const list = (
    <ul>
      {[...items.entries()].map(([position, text]) => (
        <li key={position}>{text}</li>
      ))}
    </ul>
  );
  if (items.length <= shownItems) return list;
  return (
    <details>
      <summary>{items.length} entries</summary>
      {list}
    </details>
  );
}

/** A value in one line. What has a form of its own is read; anything else stands as JSON. */
function lineOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return JSON.stringify(value);
  const { chain, token, cron, timeZone, receiver, allow, deny, ...rest } = value;
  const known = [
    ...(typeof cron === 'string' ? [`${cron} by clocks of ${String(timeZone)}`] : []),
    ...(typeof token === 'string' ? [`${token} on ${String(chain)}`] : []),
    ...(typeof receiver === 'string' ? [`to ${receiver}`] : []),
    ...(Array.isArray(allow) ? [`only ${allow.join(', ')}`] : []),
    ...(Array.isArray(deny) ? [`never ${deny.join(', ')}`] : []),
  ];
  if (known.length === 0) return JSON.stringify(value);
  const others = Object.entries(rest).map(([name, one]) =>
    name === 'shareBps' ? shareText(Number(one)) : `${name} ${lineOf(one)}`,
  );
  return [...known, ...others].join(', ');
}

/** Basis points in percent, exactly: 50 is "0.5%". */
function shareText(bps: number): string {
  const whole = Math.floor(bps / 100);
  const rest = String(bps % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${whole}${rest === '' ? '' : `.${rest}`}%`;
}
