import { pino } from 'pino';
import { expect, it } from 'vitest';
import { decideApproval } from '../../src/executor/decide-approval.ts';
import { aSnapshot, aSwap } from '../support/snapshot.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

/** What is sealed when a person decides on an item of a swap. */
async function sealedBy(state: 'approved' | 'rejected', rule: string, seal?: object) {
  const sealed: unknown[] = [];
  const approval = {
    id: 'a-1',
    state,
    swap: { id: 's-1' },
    item: { kind: 'finding', rule, what: 'unsealed' },
  };
  const context = {
    jobSeals: trustingSeals,
    journal: {
      decideApproval: async () => ({ kind: 'done', approval, version: 2 }),
      snapshot: async () => aSnapshot({ swap: aSwap(seal ? { seal: seal as never } : {}) }),
      sealSwaps: async (seals: readonly unknown[]) => sealed.push(...seals),
    },
    queue: { dispatch: async () => undefined },
    logger: pino({ level: 'silent' }),
    outages: { succeeded: () => undefined, failed: () => undefined },
  };
  await decideApproval(context as never, { by: 'API key key_2' } as never);
  return sealed;
}

it('seals the job that a person approves though it had no seal', async () => {
  expect(await sealedBy('approved', 'G13')).toEqual([
    { id: 's-1', seal: expect.objectContaining({ by: 'approved by API key key_2' }) },
  ]);
});

it('seals nothing that a person rejects, or approves for another reason, or that has a seal', async () => {
  expect(await sealedBy('rejected', 'G13')).toEqual([]);
  expect(await sealedBy('approved', 'G09')).toEqual([]);
  expect(await sealedBy('approved', 'G13', { version: 1 })).toEqual([]);
});
