import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'rolldown';
import { bcoinBundled } from './bcoin-bundled.mjs';
import { licensesOf } from './licenses.mjs';
import { root } from './root.mjs';

/**
 * Bundles each program with its dependencies into one file. Shared and lazily loaded code goes to a
 * few files beside them. Loading a thousand small modules took most of a program's start.
 */
export async function bundle({ input, output, chunks, plugins = [] }) {
  const folder = join(root, output);
  const built = await build({
    cwd: root,
    input,
    platform: 'node',
    // PGlite and @ton/sandbox load WebAssembly from their own folder, litesvm its native code, and
    // pino its worker threads. The sandbox is a separate package, and playwright-core is for
    // pictures of the dashboard. The last two are optional.
    external: [
      '@electric-sql/pglite',
      /^@electric-sql\/pglite\//,
      /^litesvm/,
      /^@ton\/sandbox/,
      /^bitcore-lib/,
      'pino',
      'ferryman-sandbox',
      'playwright-core',
      'bufferutil',
      'utf-8-validate',
    ],
    plugins: [bcoinBundled, ...plugins],
    // Its main file is CommonJS, of which nothing that is unused can be left out.
    resolve: { alias: { bullmq: join(root, 'node_modules/bullmq/dist/esm/index.js') } },
    transform: { target: 'node20.19' },
    output: {
      dir: folder,
      chunkFileNames: `${chunks}/[name]-[hash].js`,
      sourcemap: true,
      // Packages identify errors by class name.
      keepNames: true,
    },
    logLevel: 'warn',
  });
  requireNoImportOfPrograms(built.output);
  await writeFile(join(folder, 'third-party-licenses.txt'), await licensesOf(built.output));
}

/** Shared code in the chunk of a program would run that program wherever it is imported. */
function requireNoImportOfPrograms(output) {
  const isProgram = ({ isEntry, fileName }) => isEntry && !/(^|\/)index\.js$/.test(fileName);
  const programs = new Set(output.filter(isProgram).map(({ fileName }) => fileName));
  for (const { fileName, imports = [], dynamicImports = [] } of output)
    for (const imported of [...imports, ...dynamicImports])
      if (programs.has(imported))
        throw new Error(`${fileName} imports ${imported}, and would run it`);
}
