import { Link } from '@tanstack/react-router';

/** The page of a swap, by the beginning of its id. */
export function SwapLink({ id }: { id: string }) {
  return (
    <Link to="/swaps/$id" params={{ id }} className="mono">
      {id.slice(0, 8)}
    </Link>
  );
}
