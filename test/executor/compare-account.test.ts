import { describe, expect, it } from 'vitest';
import type { WalletId } from '../../src/core/swap/ids.ts';
import { compareAccount } from '../../src/executor/compare-account.ts';
import type { SigningLogContext } from '../../src/executor/context.ts';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import type { SignedHistory } from '../../src/ports/signed-history.ts';
import type { LostWithin } from '../../src/ports/stores/recovery-store.ts';

const wallet = { id: 'w-1' as WalletId, address: 'T1' };
const compared = { walletId: 'w-1', chain: 'TRON', account: 'T1', epoch: 2n };

/** Compares an account with a chain that shows `history` for the time of possible losses. */
async function compare(
  lost: LostWithin | undefined,
  history: SignedHistory,
  more: Partial<Pick<ChainAdapter, 'accounts'>> = {},
) {
  const told = { asked: [] as unknown[], compared: [] as unknown[] };
  const journal = {
    lostWithin: async () => lost,
    compareAccount: async (account: unknown) => void told.compared.push(account),
  };
  const adapter = {
    chain: { name: 'TRON' },
    accounts: {
      kind: 'listed',
      async signedWithin(question: unknown) {
        told.asked.push(question);
        return history;
      },
    },
    ...more,
  } as unknown as ChainAdapter;
  const failure = await compareAccount(
    { journal } as unknown as SigningLogContext,
    adapter,
    wallet,
    2n,
  ).catch((error: unknown) => error);
  return { ...told, failure };
}

describe('an account whose chain counts nothing', () => {
  const lost = { from: 10, until: 20 };

  it('is compared by what it has signed within the time', async () => {
    const {
      asked,
      compared: [first],
    } = await compare(lost, { kind: 'whole', txIds: ['a'] });
    expect(asked).toEqual([{ account: 'T1', from: 10, until: 20 }]);
    expect(first).toEqual({ ...compared, signed: { from: 10, txIds: ['a'], isCut: false } });
  });

  it('is compared by what could be looked through, which is said', async () => {
    const {
      compared: [first],
    } = await compare(lost, { kind: 'cut', txIds: [] });
    expect(first).toEqual({ ...compared, signed: { from: 10, txIds: [], isCut: true } });
  });

  it('is not compared while something that was lost may still land', async () => {
    const { compared: all, failure } = await compare(lost, { kind: 'open', retryAfter: 3_000 });
    expect(all).toEqual([]);
    expect(failure).toMatchObject({ code: 'JOURNAL_WENT_BACK', next: 'retry', retryAfter: 3_000 });
  });

  it('has nothing to be compared where nothing was lost, or it was never used', async () => {
    const { asked, compared: all } = await compare(undefined, { kind: 'whole', txIds: ['a'] });
    expect(asked).toEqual([]);
    expect(all).toEqual([compared]);
  });
});

it('is compared by its number where its chain counts, in the pool before blocks', async () => {
  const history = { kind: 'whole', txIds: [] } as const;
  const counting = { kind: 'counted', nextNonce: async () => 4n } as const;
  expect((await compare(undefined, history, { accounts: counting })).compared).toEqual([
    { ...compared, chainNonce: 4n },
  ]);
  const pooled = { ...counting, pendingNonce: async () => 5n };
  expect((await compare(undefined, history, { accounts: pooled })).compared).toEqual([
    { ...compared, chainNonce: 5n },
  ]);
});
