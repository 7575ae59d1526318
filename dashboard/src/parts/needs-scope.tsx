import { type Scope, useSession } from '../session/session.ts';

/** Stands where a page needs more than the key allows. */
export function NeedsScope({ scope, what }: { scope: Scope; what: string }) {
  const { name, keyId, scopes } = useSession();
  return (
    <p className="empty">
      Only keys with the scope <code>{scope}</code> see {what}. Your key {name ?? keyId} has{' '}
      {scopes.join(', ')}. Ask an administrator for another key.
    </p>
  );
}
