import type { Environment } from '../config/layers.ts';
import type { ExitCode } from './exit-code.ts';

/** A terminal that understands the escape sequences of xterm. */
export interface Screen {
  write(text: string): void;
  /** As it is now: a person may change the size. */
  size(): { columns: number; rows: number };
  /** Calls back at each change of the size. Returns a function that ends this. */
  onResize(changed: () => void): () => void;
  /** Registers what is to be done at the end of the process, however it ends but by `kill -9`. */
  atExit(restore: () => void): () => void;
}

/** The I/O of a command: data goes to standard output, everything else to standard error. */
export interface CliIo {
  /** Writes data to standard output and adds a line end. */
  print(text: string): void;
  /** Writes progress, notes or questions to standard error. */
  tell(text: string): void;
  environment: Environment;
  /** The profile that `--profile` names. */
  profileName?: string | undefined;
  /** Working folder. */
  folder: string;
  /** Whether a person sees standard error and can answer. */
  interactive: boolean;
  /** Width of the terminal; `undefined` if standard output is not a terminal. */
  columns: number | undefined;
  /** Standard output, if it is a terminal on which a view can be redrawn. */
  readonly screen?: Screen | undefined;
  /** Asks the user for a line of text. */
  ask(question: string): Promise<string>;
  /** Asks the user for text without echoing it. */
  askSecret(question: string): Promise<string>;
  /** All of standard input; `undefined` if it is a terminal. */
  readInput(): Promise<string | undefined>;
  /** scrypt's `n` for new keystores. Default: that of the keystore (131,072). */
  keystoreCost?: number;
  /** Aborted by Ctrl-C. Ctrl-C still ends a command that never reads this member. */
  readonly signal: AbortSignal;
  /** Sets the exit code of the process; an error overrides it. */
  exitWith(code: ExitCode): void;
}
