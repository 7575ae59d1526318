/** How pg_dump and pg_restore reach a database: what is secret goes through the environment. */
export interface PostgresTarget {
  /** The URL without its password. */
  url: string;
  environment: Readonly<Record<string, string>>;
}

export function targetOf(databaseUrl: string): PostgresTarget {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password) || url.searchParams.get('password');
  url.password = '';
  url.searchParams.delete('password');
  return { url: url.href, environment: password ? { PGPASSWORD: password } : {} };
}
