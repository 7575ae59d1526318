import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The folder of the repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** What a package is built from, and what npm reads. */
const sources = [
  '.npmrc',
  'LICENSE',
  'README.md',
  'client',
  'package.json',
  'sandbox',
  'scripts',
  'src',
  'tsconfig.json',
  'tsconfig.package.json',
  'workers',
];

export interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The paths of the tarballs. */
export interface PackedPackages {
  ferryman: string;
  sandbox: string;
  client: string;
}

/**
 * Packs all packages from a copy of the sources, as in a fresh clone: the build of a package
 * replaces `dist/`, which other tests run.
 */
export async function packPackages(folder: string): Promise<PackedPackages> {
  const [clone, packed] = [join(folder, 'clone'), join(folder, 'packed')];
  await mkdir(clone);
  await mkdir(packed);
  const isSource = (path: string): boolean => !['dist', 'node_modules'].includes(basename(path));
  for (const path of sources) {
    await cp(join(repository, path), join(clone, path), { recursive: true, filter: isSource });
  }
  await symlink(join(repository, 'node_modules'), join(clone, 'node_modules'));
  await execute('npm', ['run', 'pack', '--', '--pack-destination', packed], { cwd: clone });
  const tarballs = await readdir(packed);
  const tarball = (pattern: RegExp): string => {
    const name = tarballs.find((name) => pattern.test(name));
    if (name === undefined) throw new Error(`not packed: ${pattern}`);
    return join(packed, name);
  };
  return {
    ferryman: tarball(/^ferryman-\d/),
    sandbox: tarball(/^ferryman-sandbox-/),
    client: tarball(/^ferryman-client-/),
  };
}

/** The paths in a tarball, without the folder that npm puts around them. */
export async function filesOf(tarball: string): Promise<string[]> {
  const { stdout } = await execute('tar', ['-tzf', tarball]);
  return stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
}

/**
 * Unpacks a package into `node_modules` of a folder, beside links to what it depends on, and to
 * nothing else.
 */
export async function installPackage(folder: string, tarball: string): Promise<Manifest> {
  const modules = join(folder, 'node_modules');
  const unpacked = join(folder, 'unpacked', basename(tarball));
  await mkdir(unpacked, { recursive: true });
  await execute('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
  const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as Manifest;
  await cp(unpacked, join(modules, manifest.name), { recursive: true });
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const target = join(modules, name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(join(repository, 'node_modules', name), target).catch(
      (cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'EEXIST') throw cause;
      },
    );
  }
  return manifest;
}
