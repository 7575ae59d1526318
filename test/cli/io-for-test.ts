import type { CliIo } from '../../src/cli/cli-io.ts';
import { run } from '../../src/cli/run.ts';

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
  /** What standard output says as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests look at.
  json(): any;
}

export interface CliWorld {
  folder: string;
  environment?: Record<string, string>;
  /** Answers of a person at a terminal, in order; absent: nobody is there. */
  answers?: string[];
  /** Width of the terminal that standard output is; absent: it is none. */
  columns?: number;
  /** What is piped into standard input. */
  input?: string;
}

/** Runs a command line in this process. */
export async function ferryman(parameters: string[], world: CliWorld): Promise<CliResult> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const answers = [...(world.answers ?? [])];
  let code = 0;
  const io: CliIo = {
    print: (text) => void stdout.push(text),
    tell: (text) => void stderr.push(text),
    environment: world.environment ?? {},
    folder: world.folder,
    interactive: world.answers !== undefined,
    columns: world.columns,
    ask: async (question) => {
      stderr.push(question);
      return answers.shift() ?? '';
    },
    askSecret: async (question) => {
      stderr.push(question);
      return answers.shift() ?? '';
    },
    readInput: async () => world.input,
    // Weak on purpose: the tests open many keystores.
    keystoreCost: 2 ** 14,
    signal: new AbortController().signal,
    exitWith: (given) => {
      code = given;
    },
  };
  await run(parameters, io);
  return {
    code,
    stdout: stdout.join('\n'),
    stderr: stderr.join('\n'),
    json: () => JSON.parse(stdout.join('\n')),
  };
}
