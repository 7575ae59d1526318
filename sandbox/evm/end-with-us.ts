import { spawn } from 'node:child_process';

/**
 * Sees to it that a child process ends when this process does, even by SIGKILL: a shell waits for
 * the end of a pipe that only we hold open, then kills the child and removes its folder.
 * @returns a function that calls this off; to be called as soon as the child has ended, since its
 *   id may be used again
 */
export function endWithUs(pid: number, folder: string): () => void {
  const reaper = spawn(
    '/bin/sh',
    ['-c', 'cat >/dev/null; kill -9 "$0"; rm -rf -- "$1"', `${pid}`, folder],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      // Its own process group, so that Ctrl-C in the terminal does not reach it before us.
      detached: true,
    },
  );
  reaper.unref();
  return () => {
    reaper.kill('SIGKILL');
  };
}
