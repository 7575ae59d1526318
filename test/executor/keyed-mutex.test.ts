import { describe, expect, it } from 'vitest';
import { createKeyedMutex } from '../../src/executor/keyed-mutex.ts';

function deferred() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('mutex', () => {
  it('runs tasks of one key one after another, in order, and goes on after a failure', async () => {
    const mutex = createKeyedMutex();
    const first = deferred();
    const log: string[] = [];
    const failing = mutex.run('wallet', async () => {
      await first.opened;
      log.push('first');
      throw new Error('first fails');
    });
    const second = mutex.run('wallet', async () => {
      log.push('second');
      return 2;
    });
    first.open();
    await expect(failing).rejects.toThrow('first fails');
    await expect(second).resolves.toBe(2);
    expect(log).toEqual(['first', 'second']);
  });

  it('does not make one key wait for another', async () => {
    const mutex = createKeyedMutex();
    const blocked = deferred();
    const waiting = mutex.run('wallet:ETH', () => blocked.opened);
    await expect(mutex.run('wallet:POLYGON', async () => 'through')).resolves.toBe('through');
    blocked.open();
    await waiting;
  });
});
