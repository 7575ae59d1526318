import { describe, expect, it } from 'vitest';
import { createWalletList } from '../../src/executor/wallet-list.ts';
import type { Wallet } from '../../src/ports/stores/wallet-store.ts';

function world() {
  const wallets: Wallet[] = [];
  const state = { now: 10_000, reads: 0 };
  const journal = {
    async wallets() {
      state.reads += 1;
      return [...wallets];
    },
  };
  const list = createWalletList(journal, { now: () => state.now });
  const add = (name: string): void => void wallets.push({ name } as Wallet);
  return { state, list, add };
}

describe('the list of wallets', () => {
  it('is read once for all who ask within a second', async () => {
    const { state, list, add } = world();
    add('treasury');
    expect(await list.recent()).toEqual([{ name: 'treasury' }]);
    add('reserve');
    state.now += 999;
    expect(await list.recent()).toHaveLength(1);
    expect(state.reads).toBe(1);
    state.now += 1;
    expect(await list.recent()).toHaveLength(2);
  });

  it('is read at once for who looks for a new one, and known to all from then on', async () => {
    const { state, list, add } = world();
    await list.recent();
    add('treasury');
    expect(await list.current()).toHaveLength(1);
    expect(await list.recent()).toHaveLength(1);
    expect(state.reads).toBe(2);
  });

  it('is read again by a clock that was set back', async () => {
    const { state, list } = world();
    await list.recent();
    state.now -= 5_000;
    await list.recent();
    expect(state.reads).toBe(2);
  });
});
