import { type DestinationStream, type Logger, pino } from 'pino';
import { currentCall } from '../ports/call-context.ts';
import { limitRepeats } from './limit-repeats.ts';
import { prettyLine } from './pretty-line.ts';
import { scrubFacts, scrubText } from './scrub.ts';

export interface LoggerOptions {
  level: string;
  /** `auto`, the default: `pretty` if standard error is a terminal, else `json`. */
  format?: 'auto' | 'json' | 'pretty';
  /** Receives the lines. Default: standard error, since standard output is for data. */
  destination?: DestinationStream;
}

/**
 * Structured logs: a constant message with structured facts, no secrets in either. Child loggers
 * are bound to swap, chain, role; lines of an API request have its id. A line that repeats quickly
 * is counted instead of written.
 */
export function createLogger({ level, format = 'auto', destination }: LoggerOptions): Logger {
  const keep = (error: unknown): unknown => error;
  const sink = destination ?? process.stderr;
  const isPretty =
    format === 'pretty' ||
    (format === 'auto' && destination === undefined && process.stderr.isTTY === true);
  // https://no-color.org
  const hasColours = process.stderr.isTTY === true && !process.env.NO_COLOR;
  const form = (line: string): string => (isPretty ? prettyLine(line, hasColours) : line);
  const write = limitRepeats((line) => sink.write(form(line)));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: (facts) => {
        const { requestId } = currentCall();
        return requestId === undefined || 'requestId' in facts ? {} : { requestId };
      },
      formatters: {
        level: (label) => ({ level: label }),
        log: (facts) => scrubFacts(facts) as Record<string, unknown>,
      },
      // The formatter above reduces errors before a serializer could list their members.
      serializers: { err: keep },
    },
    // Scrubs the whole line again: messages and the facts of child loggers skip the formatter.
    { write: (line) => write(scrubText(line)) },
  );
}
