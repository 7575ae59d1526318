import { spawn } from 'node:child_process';

/**
 * Sees to it that a child process ends when this process does, even by SIGKILL: a shell waits for the end of a pipe
 * that only we hold open, and then kills the child.
 * @returns a function that calls this off; to be called as soon as the child has ended, since its id may be used again
 */
export function endWithUs(pid: number): () => void {
  const reaper = spawn('/bin/sh', ['-c', `cat >/dev/null; kill -9 ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Its own process group, so that Ctrl-C in the terminal does not reach it before us.
    detached: true,
  });
  reaper.unref();
  return () => {
    reaper.kill('SIGKILL');
  };
}
