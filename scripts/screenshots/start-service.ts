import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startCli } from '../../test/support/cli-process.ts';

/** What `ferryman up --json` prints on the sandbox, in part. */
const started = z.object({
  apiUrl: z.string(),
  apiKey: z.string(),
  controlUrl: z.string(),
  /** Sandbox wallets by family. */
  wallets: z.record(z.string(), z.object({ name: z.string() })),
});

export type Started = Readonly<z.infer<typeof started>>;

export interface RunningService extends Started {
  stop(): Promise<void>;
}

/** Starts the built service on a sandbox of its own, in a folder without a configuration. */
export async function startService(): Promise<RunningService> {
  const cwd = await mkdtemp(join(tmpdir(), 'ferryman-screenshots-'));
  const removeFolder = () => rm(cwd, { recursive: true, force: true });
  const unset = Object.keys(process.env).filter((name) => name.startsWith('FERRYMAN_'));
  const env = Object.fromEntries(unset.map((name) => [name, '']));
  try {
    const up = ['up', '--json', '--port', '0'];
    const service = await startCli(up, { cwd, env, nodeOptions: [] });
    return {
      ...started.parse(service.announced),
      async stop() {
        await service.stop();
        await removeFolder();
      },
    };
  } catch (cause) {
    await removeFolder();
    throw cause;
  }
}
