// Builds dist/: each program in one file with all that it uses, of this project and of its packages; what several use, or what is loaded
// only when asked for, is in a few files beside them. Loading a thousand small modules took most of the time in which a program starts.
// Types are not checked here, but by `npm run check`.
import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'rolldown';

const root = join(import.meta.dirname, '..');
const output = join(root, 'dist');

/** The image is built without tests and scripts. */
function programsIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.ts'));
  return files.map((file) => `${folder}/${basename(file, '.ts')}`);
}

const benchPrograms = ['main', 'report', 'stand-ins/main', 'floor/main', 'sandbox/main'].map((path) => `bench/${path}`);

const programs = [
  'src/index',
  'src/cli/main',
  ...programsIn('workers'),
  ...programsIn('scripts'),
  ...programsIn('test/programs'),
  ...['test/chaos/main', ...benchPrograms].filter((path) => existsSync(join(root, `${path}.ts`))),
];

/** The sandbox apart: images leave it out. */
function folderOf({ moduleIds }) {
  return moduleIds.some((id) => id.startsWith(join(root, 'sandbox/'))) ? 'sandbox' : 'src/chunks';
}

process.stderr.write('building dist/\n');
for (const folder of ['src', 'workers', 'sandbox', 'scripts', 'test', 'bench']) {
  await rm(join(output, folder), { recursive: true, force: true });
}
const built = await build({
  cwd: root,
  input: Object.fromEntries(programs.map((path) => [path, `${path}.ts`])),
  platform: 'node',
  // PGlite and @ton/sandbox read WebAssembly from beside themselves, litesvm its machine code, and pino looks there for what it starts
  // in threads. The engines of Bitcoin are the sandbox's alone, and what one of them is told before it is loaded has to reach all of it.
  external: [
    '@electric-sql/pglite',
    /^@electric-sql\/pglite\//,
    /^litesvm/,
    /^@ton\/sandbox/,
    /^bcoin/,
    /^bitcore-lib/,
    'pino',
  ],
  transform: { target: 'node20.19' },
  output: {
    dir: output,
    chunkFileNames: (chunk) => `${folderOf(chunk)}/[name]-[hash].js`,
    sourcemap: true,
    // Errors of packages are told apart by the names of their classes.
    keepNames: true,
  },
  logLevel: 'warn',
});

await writeFile(join(output, 'third-party-licenses.txt'), await licensesOf(built.output));

/** What is copied into the programs is copied with its license. */
async function licensesOf(chunks) {
  const modules = chunks.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  const texts = await Promise.all([...new Set(folders)].sort().map(licenseOf));
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [`${name} ${version}, ${license}\n`, ...texts].join('\n');
}
