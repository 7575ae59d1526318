import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** A private folder that goes with this process at the latest, also when it is killed. */
export async function makeTemporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  // Waits for the end of its input, which the kernel closes when this process is gone. A server of ours that dies with us may still
  // be writing there, hence the second try. Away from the terminal's signals.
  const script = 'cat >/dev/null; rm -rf -- "$0" || { sleep 1; rm -rf -- "$0"; }';
  const reaper = spawn('/bin/sh', ['-c', script, path], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  reaper.on('error', () => undefined /* without a shell only a killed process leaves it behind */);
  reaper.unref();
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true });
      reaper.kill('SIGKILL');
    },
  };
}
