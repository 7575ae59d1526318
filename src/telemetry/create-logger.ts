import { type DestinationStream, type Logger, pino } from 'pino';
import { scrubFacts, scrubText } from './scrub.ts';

export interface LoggerOptions {
  level: string;
  /** Where lines of JSON go; default: standard error, so that standard output is for data. */
  destination?: DestinationStream;
}

/**
 * Structured logs: a constant message, facts beside it, no secrets in either. Children are bound to
 * swap, chain, request.
 */
export function createLogger({ level, destination = process.stderr }: LoggerOptions): Logger {
  const keep = (error: unknown): unknown => error;
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (facts) => scrubFacts(facts) as Record<string, unknown>,
      },
      // Errors are cut down by the formatter above, before the serializer that would spread out
      // their members.
      serializers: { err: keep },
    },
    // Once more over the whole line: messages and the facts of child loggers do not pass the
    // formatter.
    { write: (line) => destination.write(scrubText(line)) },
  );
}
