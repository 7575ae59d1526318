import { expect, it } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { inCall } from '../../src/ports/call-context.ts';
import { createLogger, type LoggerOptions } from '../../src/telemetry/create-logger.ts';
import { limitRepeats } from '../../src/telemetry/limit-repeats.ts';
import { prettyLine } from '../../src/telemetry/pretty-line.ts';

function loggerWith(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { logger: createLogger({ level: 'debug', destination, ...options }), lines };
}

it('is JSON where no terminal is, and readable where it is asked for', () => {
  const json = loggerWith();
  json.logger.warn({ swap: 's-1' }, 'effect failed');
  expect(JSON.parse(json.lines[0] ?? '')).toMatchObject({ swap: 's-1', msg: 'effect failed' });
  const pretty = loggerWith({ format: 'pretty' });
  pretty.logger.warn({ swap: 's-1', reason: 'no route' }, 'effect failed');
  expect(pretty.lines[0]).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} WARN {2}effect failed swap=s-1 reason="no route"\n$/,
  );
});

it('shows an error with its code, and its stack below', () => {
  const { logger, lines } = loggerWith({ format: 'pretty' });
  logger.error({ err: new FerrymanError('JOURNAL_UNAVAILABLE', 'away') }, 'request failed');
  const [head = '', ...stack] = (lines[0] ?? '').split('\n');
  expect(head).toContain('ERROR request failed code=JOURNAL_UNAVAILABLE error=away');
  expect(stack[0]).toMatch(/^ {4}at /);
});

it('has colours only on a terminal, and leaves what is no JSON alone', () => {
  const line = '{"level":"warn","time":"2026-11-02T10:00:00.000Z","msg":"m","a":1}\n';
  expect(prettyLine(line, false)).toBe('10:00:00.000 WARN  m a=1\n');
  expect(prettyLine(line, true)).toContain('\u001b[33mWARN');
  expect(prettyLine('plain\n', true)).toBe('plain\n');
});

it('names the API request in every line that is written for it', async () => {
  const { logger, lines } = loggerWith();
  const swaps = logger.child({ swap: 's-1' });
  await inCall({ requestId: 'r-1' }, async () => {
    await Promise.resolve();
    swaps.info('deep below');
    swaps.info({ requestId: 'r-2' }, 'its own');
  });
  swaps.info('outside');
  expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['r-1', 'r-2', undefined]);
});

it.each(['json', 'pretty'] as const)('removes secrets from every form: %s', (format) => {
  const { logger, lines } = loggerWith({ format });
  const apiKey = `fm_${'A'.repeat(43)}`;
  const facts = {
    keystorePassword: 'hunter22',
    reason: `${apiKey} at https://rpc.example/v3/hunter22?key=hunter22`,
  };
  logger.child({ url: 'postgres://ferry:hunter22@db/x' }).warn(facts, `failed with ${apiKey}`);
  expect(lines.join('')).not.toContain('hunter22');
  expect(lines.join('')).not.toContain(apiKey);
  expect(lines.join('')).toContain('rpc.example');
});

it('writes ten equal lines in ten seconds, counts the others, and says so', () => {
  const lines: string[] = [];
  let now = 0;
  const write = limitRepeats(
    (line) => lines.push(line),
    () => now,
  );
  const line = (swap: string, time = now) =>
    `{"level":"warn","time":"${time}","swap":"${swap}","requestId":"r-${Math.random()}","msg":"m"}\n`;
  for (let count = 0; count < 25; count++) write(line('s-1', count));
  // Another swap is another line.
  write(line('s-2'));
  expect(lines.length).toBe(11);
  now = 10_000;
  write(line('s-1'));
  expect(JSON.parse(lines[11] ?? '')).toMatchObject({
    msg: 'equal log lines were dropped',
    dropped: 15,
  });
  expect(lines.length).toBe(13);
});
