import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A program in `dist/`, by its path without `.js`. `npm run build` makes it, which `npm test` does
 * first.
 */
export function builtProgram(path: string): string {
  return join(projectRoot(), 'dist', `${path}.js`);
}

/** The folder of package.json. This file itself may be one that was built. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
