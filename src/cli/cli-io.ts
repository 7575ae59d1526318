import type { Environment } from '../config/layers.ts';
import type { ExitCode } from './exit-code.ts';

/**
 * All that a command touches of the world outside: data on standard output, everything else on
 * standard error.
 */
export interface CliIo {
  /** One piece of data; a line end is added. */
  print(text: string): void;
  /** Progress, notes, questions. */
  tell(text: string): void;
  environment: Environment;
  /** Working folder. */
  folder: string;
  /** Whether a person sees standard error and can answer. */
  interactive: boolean;
  /** Width of the terminal that standard output is; `undefined` where it is none. */
  columns: number | undefined;
  /** Asks a person for something that is not shown while typed. */
  askSecret(question: string): Promise<string>;
  /** All of standard input, where it is not a person. `undefined` where it is. */
  readInput(): Promise<string | undefined>;
  /** scrypt's `n` for new keystores. Default: that of the keystore (131,072). */
  keystoreCost?: number;
  /** Aborted by Ctrl-C; a command that does not use it is ended by Ctrl-C as usual. */
  readonly signal: AbortSignal;
  /** What the process ends with, unless an error says otherwise. */
  exitWith(code: ExitCode): void;
}
