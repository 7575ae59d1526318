import type { Chain } from 'ferryman-client';
import { Copied } from './copied.tsx';
import { isMasked } from './masked.tsx';
import { useChains } from './use-chains.ts';

/** A transaction or account: its short form, which copies it, and its page in the explorer. */
export function ChainLink({
  chain,
  id,
  kind,
}: {
  chain: string;
  id: string;
  kind: keyof NonNullable<Chain['explorer']>;
}) {
  const { data } = useChains();
  const page = data?.chains.find(({ name }) => name === chain)?.explorer?.[kind];
  return (
    <span className="chain-link">
      <Copied text={id} />
      {page?.startsWith('https://') && !isMasked(id) ? (
        <a
          href={page.replace('{id}', encodeURIComponent(id))}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open the ${kind} in the explorer of ${chain}`}
        >
          ↗
        </a>
      ) : null}
    </span>
  );
}
