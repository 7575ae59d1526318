import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** Makes a private folder that is removed when this process ends, even by `kill -9`. */
export async function makeTemporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  // The shell waits for the end of its input: the kernel closes it when this process ends. Second
  // try: a server that dies with this process may still write there. Detached: the terminal's
  // signals must not reach it.
  const script = 'cat >/dev/null; rm -rf -- "$0" || { sleep 1; rm -rf -- "$0"; }';
  const reaper = spawn('/bin/sh', ['-c', script, path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.on(
    'error',
    () => undefined /* without a shell, only a killed process leaves the folder behind */,
  );
  reaper.unref();
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true });
      reaper.kill('SIGKILL');
    },
  };
}
