import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'rolldown';
import { bcoinBundled } from './bcoin-bundled.mjs';
import { licensesOf } from './licenses.mjs';
import { root } from './root.mjs';

/**
 * Writes programs with all that they use, of this project and of its packages, in a file each; what
 * several use, or what is loaded only when asked for, is in a few files beside them. Loading a
 * thousand small modules took most of the time in which a program starts.
 */
export async function bundle({ input, output, chunks }) {
  const folder = join(root, output);
  const built = await build({
    cwd: root,
    input,
    platform: 'node',
    // PGlite and @ton/sandbox read WebAssembly from beside themselves, litesvm its machine code,
    // and pino looks there for what it starts in threads. The sandbox is a package of its own. The
    // last two of all are wanted only where they are installed.
    external: [
      '@electric-sql/pglite',
      /^@electric-sql\/pglite\//,
      /^litesvm/,
      /^@ton\/sandbox/,
      /^bitcore-lib/,
      'pino',
      'ferryman-sandbox',
      'bufferutil',
      'utf-8-validate',
    ],
    plugins: [bcoinBundled],
    transform: { target: 'node20.19' },
    output: {
      dir: folder,
      chunkFileNames: `${chunks}/[name]-[hash].js`,
      sourcemap: true,
      // Errors of packages are told apart by the names of their classes.
      keepNames: true,
    },
    logLevel: 'warn',
  });
  await writeFile(join(folder, 'third-party-licenses.txt'), await licensesOf(built.output));
}
