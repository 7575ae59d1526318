import { Link, type LinkProps } from '@tanstack/react-router';

interface StateLinksProps<State extends string> {
  label: string;
  states: readonly State[];
  chosen: State | undefined;
  /** The page that shows the rows of a state. */
  page: Pick<LinkProps, 'to' | 'params'>;
}

/** Links to a page's rows of each state, and to all of them. */
export function StateLinks<State extends string>({
  label,
  states,
  chosen,
  page,
}: StateLinksProps<State>) {
  return (
    <nav className="choice" aria-label={label}>
      {[undefined, ...states].map((name) => (
        <Link
          key={name ?? 'all'}
          {...page}
          search={name ? { state: name } : {}}
          resetScroll={false}
          activeOptions={{ exact: true }}
          aria-current={name === chosen}
        >
          {name ?? 'all'}
        </Link>
      ))}
    </nav>
  );
}
