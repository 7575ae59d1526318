import { describe, expect, it } from 'vitest';
import { createGate } from '../../src/executor/gate.ts';

function deferred() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('gate', () => {
  it('runs tasks of one key one after another, in order, and goes on after a failure', async () => {
    const gate = createGate();
    const first = deferred();
    const log: string[] = [];
    const failing = gate.run('wallet', async () => {
      await first.opened;
      log.push('first');
      throw new Error('first fails');
    });
    const second = gate.run('wallet', async () => {
      log.push('second');
      return 2;
    });
    first.open();
    await expect(failing).rejects.toThrow('first fails');
    await expect(second).resolves.toBe(2);
    expect(log).toEqual(['first', 'second']);
  });

  it('does not make one key wait for another', async () => {
    const gate = createGate();
    const blocked = deferred();
    const waiting = gate.run('wallet:ETH', () => blocked.opened);
    await expect(gate.run('wallet:POLYGON', async () => 'through')).resolves.toBe('through');
    blocked.open();
    await waiting;
  });
});
