import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Of the thread, which is told the engine's module and the folder. */
const program = `
  const { workerData } = require('node:worker_threads');
  const { PGlite } = require(workerData.engine);
  PGlite.create(workerData.folder).then((pglite) => pglite.close());
`;

/**
 * Makes the embedded engine's files in `folder`, where there are none, in a thread of its own:
 * making them takes 450 MB more than using them, and only with a thread all of that is given back.
 */
export async function createCluster(folder: string): Promise<void> {
  if (await hasCluster(folder)) return;
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const worker = new Worker(program, { eval: true, workerData: { engine, folder } });
  // What fails in the thread is thrown here by `once`.
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`making the journal's files ended with ${code}`);
}

/** Every data folder of Postgres has this file. */
async function hasCluster(folder: string): Promise<boolean> {
  return await access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}
