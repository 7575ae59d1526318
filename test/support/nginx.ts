import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithUs } from '../../sandbox/evm/end-with-us.ts';
import { freePort } from '../../sandbox/evm/free-port.ts';
import { until } from './until.ts';

export interface Nginx {
  /** Over TLS. */
  url: string;
  /** A PEM file of the authority that certifies the address. */
  caFile: string;
  close(): Promise<void>;
}

const run = promisify(execFile);

/** Debian's, which `scripts/setup` sees to; users other than root may not have it in their path. */
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/**
 * Runs nginx with a block `server` as a page shows it.
 * @param replaced what of it is of this machine: each text is in the block, and gives way to another
 * @param given where it listens; default: any free port
 */
export async function startNginx(
  block: string,
  replaced: (own: { port: number; folder: string }) => Readonly<Record<string, string>>,
  given?: number,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-nginx-'));
  const port = given ?? (await freePort());
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.crt')],
  ]);
  let server = block;
  for (const [text, own] of Object.entries(replaced({ port, folder }))) {
    if (!server.includes(text)) throw new Error(`the page does not say "${text}"`);
    server = server.replaceAll(text, own);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr;
events { worker_connections 512; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${server}
}
`,
  );
  const log = join(folder, 'error.log');
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', log], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const ended = once(child, 'exit');
  if (child.pid !== undefined) child.once('exit', endWithUs(child.pid, folder));
  await until(async () => {
    if (child.exitCode !== null)
      throw new Error(`nginx: ${told}${await readFile(log, 'utf8').catch(() => '')}`);
    return listens(port);
  });
  return {
    url: `https://localhost:${port}`,
    caFile: join(folder, 'tls.crt'),
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
