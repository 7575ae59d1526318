import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Runs in the worker thread, which receives the engine's module and the folder. */
const program = `
  const { workerData } = require('node:worker_threads');
  const { PGlite } = require(workerData.engine);
  PGlite.create(workerData.folder).then((pglite) => pglite.close());
`;

/**
 * Creates the embedded engine's files in `folder` if it has none. Creating them takes 450 MB more
 * than using them; only a separate thread gives all of that memory back.
 */
export async function createCluster(folder: string): Promise<void> {
  if (await hasCluster(folder)) return;
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const worker = new Worker(program, { eval: true, workerData: { engine, folder } });
  // `once` throws here what fails in the thread.
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0)
    throw new Error(`cannot create the journal's files in ${folder}: exit code ${code}`);
}

/** Every data folder of Postgres contains this file. */
async function hasCluster(folder: string): Promise<boolean> {
  return await access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}
