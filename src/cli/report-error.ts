import { type Command, CommanderError } from 'commander';
import { type ErrorCode, errorCodes } from '../errors/codes.ts';
import { type Fault, FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { CliIo } from './cli-io.ts';
import { type ExitCode, exitCodeOfError, exitCodes } from './exit-code.ts';
import { widthOf } from './layout.ts';
import { optionOf } from './option-of.ts';
import { hanging } from './wrap-text.ts';

interface Reporting {
  io: CliIo;
  /** The command that ran; `undefined` if the command line was not understood. */
  command: Command | undefined;
  /** Whether standard output gets the error as JSON too. */
  json: boolean;
}

/**
 * Reports the error that ended a command: for a person on standard error and, with `--json`, as a
 * problem (RFC 9457) on standard output. Sets the exit code.
 */
export function reportError(cause: unknown, { io, command, json }: Reporting): void {
  const error = asError(cause, io);
  const isHelp = cause instanceof CommanderError && cause.exitCode === 0;
  const exitCode = isHelp ? exitCodes.ok : codeOf(error, io);
  io.exitWith(exitCode);
  if (isHelp) return;
  if (json) io.print(JSON.stringify(problemOf(error, exitCode, command), null, 2));
  // Commander has written its own errors already.
  if (cause instanceof CommanderError) return;
  for (const line of linesOf(error, command))
    io.tell(io.columns === undefined ? line : hanging(line, widthOf(io)));
  const isBug = !(cause instanceof FerrymanError) && error.code === 'INTERNAL';
  if (isBug && cause instanceof Error && cause.stack) io.tell(cause.stack);
}

function asError(cause: unknown, { signal }: CliIo): FerrymanError {
  if (cause instanceof CommanderError) {
    const said = cause.message.replace(/^error: /, '').replaceAll('\n', ' ');
    const message = said === '(outputHelp)' ? 'a command is missing' : said;
    return new FerrymanError('USAGE', message, { cause });
  }
  return signal.aborted
    ? new FerrymanError('INTERRUPTED', 'interrupted', { cause })
    : toFerrymanError(cause);
}

function codeOf(error: FerrymanError, { signal }: CliIo): ExitCode {
  return signal.aborted && error.code === 'INTERRUPTED'
    ? exitCodes.interrupted
    : exitCodeOfError(error);
}

/** Codes whose messages say what to do: their meaning would repeat it. */
const selfExplaining: ReadonlySet<ErrorCode> = new Set([
  'API_UNAVAILABLE',
  'CONFIG_INVALID',
  'IDEMPOTENCY_CONFLICT',
  'INPUT_NEEDED',
  'INTERRUPTED',
  'INVALID_JOB',
  'INVALID_REQUEST',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'SWAP_ENDED',
  'UNAUTHORIZED',
  'UNKNOWN_CHAIN',
  'UNKNOWN_TOKEN',
  'UNKNOWN_WALLET',
  'USAGE',
]);

function linesOf(error: FerrymanError, command: Command | undefined): string[] {
  const faults = error.faults.map((fault) => `${placeOf(fault, error, command)}: ${fault.message}`);
  const headline = headlineOf(error);
  // If the message is nothing but the faults, the first fault becomes the headline.
  const [first, ...others] = headline === undefined ? faults : [headline, ...faults];
  const { requestId } = error.details;
  return [
    error.code === 'INTERRUPTED' ? 'interrupted' : `error ${error.code}: ${first}`,
    ...others.map((line) => `  ${line}`),
    ...(selfExplaining.has(error.code) ? [] : [`  ${errorCodes[error.code].meaning}`]),
    ...(requestId === undefined ? [] : [`  request ${requestId}`]),
  ];
}

/** The members of the API's problems, and beside them what a command adds. */
function problemOf(error: FerrymanError, exitCode: ExitCode, command: Command | undefined) {
  const { code, message, faults, details, next } = error;
  const { status, meaning } = errorCodes[code];
  const { requestId, stage, fundsState } = details;
  return {
    type: `urn:ferryman:error:${code}`,
    title: meaning,
    status,
    detail: message,
    code,
    next,
    exitCode,
    ...(requestId === undefined ? {} : { requestId }),
    ...(stage === undefined ? {} : { stage }),
    ...(fundsState === undefined ? {} : { fundsState }),
    ...(faults.length === 0
      ? {}
      : {
          errors: faults.map((fault) => ({
            pointer: fault.pointer,
            place: placeOf(fault, error, command),
            detail: fault.message,
          })),
        }),
  };
}

/** Faults of the configuration point to its settings; the API's to what was typed. */
function placeOf(fault: Fault, { code }: FerrymanError, command: Command | undefined): string {
  return optionOf(fault, code === 'CONFIG_INVALID' ? undefined : command);
}

/** The message without its list of faults; `undefined` if the message is nothing but faults. */
function headlineOf({ message, faults: [first] }: FerrymanError): string | undefined {
  const list = first === undefined ? -1 : message.indexOf(first.message);
  if (list === 0) return undefined;
  if (list < 0) return message;
  const [headline = message] = message.slice(0, list).split(/:\s/);
  return headline;
}
