import { type DestinationStream, type Logger, pino } from 'pino';
import { scrubFacts, scrubText } from './scrub.ts';

export interface LoggerOptions {
  level: string;
  /** Receives lines of JSON. Default: standard error, since standard output is for data. */
  destination?: DestinationStream;
}

/**
 * Structured logs: a constant message with structured facts, no secrets in either. Child loggers
 * are bound to swap, chain, request.
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
      // The formatter above reduces errors before a serializer could list their members.
      serializers: { err: keep },
    },
    // Scrubs the whole line again: messages and the facts of child loggers skip the formatter.
    { write: (line) => destination.write(scrubText(line)) },
  );
}
