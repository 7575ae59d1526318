import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { cliProgram } from '../support/cli-process.ts';

/** More than pipe and buffers hold: the command is writing when its reader has gone. */
const line = `${'x'.repeat(1_000)}\n`;
let api: AnsweringServer;
beforeAll(async () => {
  api = await startAnsweringServer((_, response) => {
    response.setHeader('content-type', 'text/csv').end(line.repeat(5_000));
  });
});
afterAll(() => api.close());

it('a reader that stops early, such as head, ends a command without a word', async () => {
  const script = 'set -o pipefail; "$0" "$1" swap export | head -n 1; echo $? >&2';
  const shell = spawn('bash', ['-c', script, process.execPath, cliProgram], {
    cwd: tmpdir(),
    env: { ...process.env, FERRYMAN_API_URL: api.url, XDG_CONFIG_HOME: '/nonexistent' },
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    shell[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  await once(shell, 'close');
  expect(said).toEqual({ stdout: line, stderr: '0\n' });
});
