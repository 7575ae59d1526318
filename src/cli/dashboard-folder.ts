import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the dashboard was built to in this package, or `undefined` if it was not. */
export function dashboardFolder(): string | undefined {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const built = join(folder, 'dist/dashboard');
  return existsSync(join(built, 'index.html')) ? built : undefined;
}
