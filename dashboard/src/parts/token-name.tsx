import { Copied } from './copied.tsx';

/** A token by its symbol, and its address: symbols can be copied by other contracts. */
export function TokenName({ symbol, token }: { symbol: string | undefined; token: string }) {
  return (
    <>
      {symbol ?? ''}{' '}
      <span className="token-address">
        <Copied text={token} keep={4} />
      </span>
    </>
  );
}
