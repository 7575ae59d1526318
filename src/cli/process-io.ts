import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { escapeUnprintable } from '../core/text/escape-unprintable.ts';
import type { CliIo, Screen } from './cli-io.ts';

/** The command line's I/O on this process. */
export function processIo(): CliIo {
  let interrupt: AbortController | undefined;
  // A reader that stops reading early, such as `head`, is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.stderr.on('error', () => undefined);
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    // Answers and errors may quote what others have written.
    tell: (text) => void process.stderr.write(`${escapeUnprintable(text)}\n`),
    environment: process.env,
    folder: process.cwd(),
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    get columns() {
      return process.stdout.isTTY ? process.stdout.columns : undefined;
    },
    get screen() {
      return process.stdout.isTTY && process.env.TERM !== 'dumb' ? screen : undefined;
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

const screen: Screen = {
  write: (text) => void process.stdout.write(text),
  size: () => ({ columns: process.stdout.columns ?? 80, rows: process.stdout.rows ?? 24 }),
  onResize(changed) {
    process.stdout.on('resize', changed);
    return () => void process.stdout.off('resize', changed);
  },
  atExit(restore) {
    // Without a handler these signals end the process at once, and nothing is restored.
    const end = (signal: NodeJS.Signals): void => {
      restore();
      process.exit(signal === 'SIGTERM' ? 143 : 129);
    };
    process.once('exit', restore);
    process.once('SIGTERM', end);
    process.once('SIGHUP', end);
    return () => {
      process.off('exit', restore);
      process.off('SIGTERM', end);
      process.off('SIGHUP', end);
    };
  },
};

async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(escapeUnprintable(question));
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
