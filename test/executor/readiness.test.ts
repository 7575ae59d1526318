import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { readiness } from '../../src/executor/readiness.ts';

const well = async (): Promise<undefined> => undefined;
const silent = (): Promise<never> => new Promise(() => undefined);

function parts(answers: {
  journal: () => Promise<unknown>;
  queue: () => Promise<unknown>;
  chain: () => Promise<unknown>;
  openLosses?: number;
  unknown?: { chain: string; txId: string }[];
}) {
  const { openLosses = 0, unknown = [] } = answers;
  return {
    journal: {
      ping: answers.journal,
      async recognize() {
        await answers.journal();
        return { instanceId: 'one', unknown, openLosses };
      },
    },
    ledger: { newest: async () => [], instance: async () => 'one' },
    queue: { ping: answers.queue },
    chains: new Map([['ETH', { head: answers.chain }]]),
  } as unknown as ExecutorContext;
}

describe('readiness', () => {
  it('is there when every part answers, without codes', async () => {
    const asked = parts({ journal: well, queue: async () => true, chain: well });
    expect(await readiness(asked)).toEqual({
      ok: true,
      checks: { journal: 'ok', queue: 'ok', ledger: 'ok', 'chain ETH': 'ok' },
    });
  });

  it('says of each part that fails why it does', async () => {
    const failing = async (): Promise<never> => {
      throw new FerrymanError('RPC_WRONG_CHAIN', 'another chain');
    };
    expect(await readiness(parts({ journal: well, queue: async () => false, chain: failing }))).toEqual({
      ok: false,
      checks: { journal: 'ok', queue: 'failing', ledger: 'ok', 'chain ETH': 'failing' },
      codes: { queue: 'REDIS_UNAVAILABLE', 'chain ETH': 'RPC_WRONG_CHAIN' },
    });
  });

  it('is not there while the journal has forgotten what was signed', async () => {
    const asked = parts({ journal: well, queue: async () => true, chain: well, openLosses: 1 });
    expect(await readiness(asked)).toMatchObject({ ok: false, codes: { ledger: 'JOURNAL_WENT_BACK' } });
  });

  it('tells of what the journal has forgotten without storing it: whoever asks changes nothing', async () => {
    const asked = parts({
      journal: well,
      queue: async () => true,
      chain: well,
      unknown: [{ chain: 'ETH', txId: '0x1' }],
    });
    expect(await readiness(asked)).toMatchObject({ ok: false, codes: { ledger: 'JOURNAL_WENT_BACK' } });
  });

  it('does not wait for a part that says nothing', async () => {
    expect(await readiness(parts({ journal: silent, queue: silent, chain: silent }), 1)).toMatchObject({
      ok: false,
      codes: { journal: 'JOURNAL_UNAVAILABLE', queue: 'REDIS_UNAVAILABLE', 'chain ETH': 'RPC_UNAVAILABLE' },
    });
  });
});
