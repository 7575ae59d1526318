import { spawn } from 'node:child_process';

/**
 * Ends a child process when this process ends, even by SIGKILL. A shell waits for the end of a pipe
 * that only this process holds open, then kills the child and removes its folder.
 * @returns a function that cancels this. Call it as soon as the child has ended, because its pid
 *   may be reused.
 */
export function endWithUs(pid: number, folder: string): () => void {
  const reaper = spawn(
    '/bin/sh',
    ['-c', 'cat >/dev/null; kill -9 "$0"; rm -rf -- "$1"', `${pid}`, folder],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      // Its own process group, so that Ctrl-C in the terminal does not kill it before this process.
      detached: true,
    },
  );
  reaper.unref();
  return () => {
    reaper.kill('SIGKILL');
  };
}
