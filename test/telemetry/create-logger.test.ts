import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createLogger } from '../../src/telemetry/create-logger.ts';

/** The line that `log` writes. */
function lineOf(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  log(createLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) } }));
  return lines.join('');
}

const key = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const transaction = `0x02f8b0${'ab'.repeat(120)}`;
const apiKey = `fm_${'A'.repeat(43)}`;

describe('the log', () => {
  it('has a level by name, a time, a constant message and facts', () => {
    const line = lineOf((logger) =>
      logger.child({ swap: 's-1' }).info({ state: 'settled', fee: 5n }, 'swap changed state'),
    );
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      swap: 's-1',
      state: 'settled',
      fee: '5',
      msg: 'swap changed state',
    });
  });

  it('keeps hashes and addresses, which are what one searches for', () => {
    const txId = `0x${'cd'.repeat(32)}`;
    expect(lineOf((logger) => logger.info({ txId }, 'sent'))).toContain(txId);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a password', { keystorePassword: 'hunter22' }],
    ['a nested phrase', { wallet: { phrase: 'hunter22' } }],
    ['a private key in a list', { keys: [{ privateKey: `hunter22${key}` }] }],
    ['bytes of a transaction', { attempt: { bytes: 'hunter22' } }],
    ['a raw answer', { raw: { note: 'hunter22' } }],
    ['a header', { headers: { Authorization: 'Bearer hunter22' } }],
    ['a typed array', { key: new TextEncoder().encode('hunter22') }],
    [
      'a URL with a key in its path',
      { reason: 'POST https://rpc.example/v3/hunter22?key=hunter22 failed' },
    ],
    [
      'a URL with a password that has an @',
      { reason: 'bitcoind+http://ferry:x@hunter22@node.example:8332' },
    ],
    ['a URL with a password', { reason: 'postgres://ferry:hunter22@db.example:5432/ferryman' }],
    ['an API key in a text', { reason: `not accepted: ${apiKey}hunter22` }],
    ['a transaction in a text', { reason: `eth_sendRawTransaction ${transaction}` }],
    [
      'an error with a cause that quotes its request',
      {
        err: new FerrymanError('RPC_UNAVAILABLE', 'no answer', {
          cause: Object.assign(
            new Error(`URL: https://rpc.example/hunter22 Body: ${transaction}`),
            {
              request: { url: 'hunter22', body: transaction },
            },
          ),
        }),
      },
    ],
  ])('does not show %s', (_what, facts) => {
    const line = lineOf((logger) => logger.warn(facts, 'something happened'));
    expect(line).not.toContain('hunter22');
    expect(line).not.toContain(transaction.slice(12));
    expect(line).not.toContain(Array.from(new TextEncoder().encode('hunter22')).join(','));
    expect(() => JSON.parse(line)).not.toThrow();
  });

  it('does not show them in messages and child facts either', () => {
    const line = lineOf((logger) =>
      logger
        .child({ endpoint: 'https://rpc.example/hunter22' })
        .error(new Error('at https://rpc.example/hunter22')),
    );
    expect(line).not.toContain('hunter22');
    expect(line).toContain('https://rpc.example');
  });

  it('says what an error was, with its code and causes', () => {
    const err = new FerrymanError('JOURNAL_UNAVAILABLE', 'away', {
      cause: new Error('connection refused'),
    });
    const logged = JSON.parse(lineOf((logger) => logger.error({ err }, 'effect failed')));
    expect(logged.err).toMatchObject({
      type: 'FerrymanError',
      code: 'JOURNAL_UNAVAILABLE',
      message: 'away',
      stack: expect.any(String),
      cause: { message: 'connection refused' },
    });
  });
});
