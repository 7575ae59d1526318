// Builds dist/, sandbox/dist/ and client/dist/: programs, the sandbox and the client, each with all
// that it uses. Types are not checked here, but by `npm run check`. What npm packs is built alone,
// with its types:
//   node scripts/build.mjs                  everything, for work in the repository
//   node scripts/build.mjs --pack ferryman  what the package ferryman has
//   node scripts/build.mjs --pack sandbox   what the package ferryman-sandbox has
//   node scripts/build.mjs --pack client    what the package ferryman-client has
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { bundle } from './build/bundle.mjs';
import { writeDeclarations } from './build/declarations.mjs';
import { root } from './build/root.mjs';

/** The image has no tests and scripts. No package of Ferryman has the sandbox or the tests. */
function programsIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.ts'));
  return files.map((file) => `${folder}/${basename(file, '.ts')}`);
}

const shipped = ['src/index', 'src/cli/main', ...programsIn('workers')];

const development = [
  ...programsIn('scripts'),
  ...programsIn('test/programs'),
  'test/chaos/main',
  ...['main', 'report', 'stand-ins/main', 'floor/main', 'sandbox/main'].map(
    (path) => `bench/${path}`,
  ),
].filter((path) => existsSync(join(root, `${path}.ts`)));

const folders = ['src', 'workers', 'sandbox', 'scripts', 'test', 'bench'];

async function buildFerryman(programs) {
  process.stderr.write('building dist/\n');
  for (const folder of folders)
    await rm(join(root, 'dist', folder), { recursive: true, force: true });
  await bundle({
    input: Object.fromEntries(programs.map((path) => [path, `${path}.ts`])),
    output: 'dist',
    chunks: 'src/chunks',
  });
}

/** Built alone, so that the package's chunks contain nothing of the tests. */
async function buildSandbox() {
  if (!existsSync(join(root, 'sandbox/index.ts'))) return;
  process.stderr.write('building sandbox/dist/\n');
  await rm(join(root, 'sandbox/dist'), { recursive: true, force: true });
  await bundle({ input: { index: 'sandbox/index.ts' }, output: 'sandbox/dist', chunks: 'chunks' });
}

/** One file without dependencies, for Node and browsers. */
async function buildClient() {
  if (!existsSync(join(root, 'client/src/index.ts'))) return;
  process.stderr.write('building client/dist/\n');
  await rm(join(root, 'client/dist'), { recursive: true, force: true });
  await build({
    cwd: root,
    input: { index: 'client/src/index.ts' },
    platform: 'neutral',
    transform: { target: 'node20.19' },
    output: { dir: join(root, 'client/dist'), sourcemap: true },
    logLevel: 'warn',
  });
}

/** The dashboard's files, each beside a compressed one. */
async function buildDashboard() {
  if (!existsSync(join(root, 'dashboard/vite.config.ts'))) return;
  process.stderr.write('building dist/dashboard/\n');
  const { build: buildPages } = await import('vite');
  await buildPages({ configFile: join(root, 'dashboard/vite.config.ts'), logLevel: 'warn' });
  const assets = join(root, 'dist/dashboard/assets');
  for (const file of readdirSync(assets)) {
    const content = await readFile(join(assets, file));
    await writeFile(join(assets, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
}

const [flag, name] = process.argv.slice(2);
if (flag === undefined) {
  await buildFerryman([...shipped, ...development]);
  await buildSandbox();
  await buildClient();
  await buildDashboard();
} else if (flag === '--pack' && name === 'ferryman') {
  await buildFerryman(shipped);
  await buildDashboard();
  await writeDeclarations({
    project: 'tsconfig.package.json',
    entry: 'src/index.d.ts',
    output: 'dist',
  });
} else if (flag === '--pack' && name === 'sandbox') {
  await buildSandbox();
  const project = 'sandbox/tsconfig.package.json';
  await writeDeclarations({ project, entry: 'index.d.ts', output: 'sandbox/dist' });
} else if (flag === '--pack' && name === 'client') {
  await buildClient();
  const project = 'client/tsconfig.package.json';
  await writeDeclarations({ project, entry: 'src/index.d.ts', output: 'client/dist' });
} else {
  process.stderr.write('usage: node scripts/build.mjs [--pack ferryman|sandbox|client]\n');
  process.exitCode = 2;
}
