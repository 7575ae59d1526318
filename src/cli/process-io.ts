import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { CliIo } from './cli-io.ts';

/** The command line's I/O on this process. */
export function processIo(): CliIo {
  let interrupt: AbortController | undefined;
  // A reader that stops reading early, such as `head`, is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    tell: (text) => void process.stderr.write(`${text}\n`),
    environment: process.env,
    folder: process.cwd(),
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    get columns() {
      return process.stdout.isTTY ? process.stdout.columns : undefined;
    },
    ask,
    askSecret,
    readInput,
    get signal() {
      if (!interrupt) {
        const controller = new AbortController();
        process.once('SIGINT', () => controller.abort());
        interrupt = controller;
      }
      return interrupt.signal;
    },
    exitWith(code) {
      process.exitCode = code;
    },
  };
}

async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } finally {
    reader.close();
  }
}

async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}

async function readInput(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
