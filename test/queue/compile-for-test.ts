import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface CompiledProject {
  /** Holds `src/….js` as a build would. */
  folder: string;
  remove(): Promise<void>;
}

/** Compiles the project as it is into a folder of its own, for tests that need another process to run it. */
export async function compileForTest(): Promise<CompiledProject> {
  const root = join(import.meta.dirname, '..', '..');
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-build-'));
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  await promisify(execFile)(compiler, ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', folder], { cwd: root });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
