import { expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { SwapState } from '../../src/core/swap/swap.ts';
import { awaitEnd } from '../../src/executor/await-end.ts';
import type { SwapStore, SwapView } from '../../src/ports/stores/swap-store.ts';

const id = '01932b6e-0000-7000-8000-000000000001' as SwapId;

/** A journal in which each reading, of either kind, finds the next state. */
function passingThrough(...states: SwapState[]) {
  const reads: string[] = [];
  const next = (read: string): SwapState | undefined => {
    reads.push(read);
    return states.shift();
  };
  const journal: Pick<SwapStore, 'findSwap' | 'stateOf'> = {
    stateOf: async () => next('state'),
    async findSwap() {
      const state = next('view');
      return state && ({ swap: { id, state } } as SwapView);
    },
  };
  return { journal, reads };
}

it('reads no more than the state of a swap that goes on', async () => {
  const { journal, reads } = passingThrough('requested', 'executing', 'settled', 'settled');
  const { swap } = await awaitEnd(journal, id, { poll: 0 });
  expect(swap.state).toBe('settled');
  expect(reads).toEqual(['state', 'state', 'state', 'view']);
});

it('waits on when a person lets the swap go on while it is read', async () => {
  const { journal } = passingThrough('needs_review', 'executing', 'failed', 'failed');
  const { swap } = await awaitEnd(journal, id, { poll: 0 });
  expect(swap.state).toBe('failed');
});

it('refuses an id of no swap', async () => {
  const { journal } = passingThrough();
  await expect(awaitEnd(journal, id, { poll: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
