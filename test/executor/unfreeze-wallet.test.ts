import { describe, expect, it } from 'vitest';
import type { SigningLogContext } from '../../src/executor/context.ts';
import { inspectWallet, unfreezeWallet } from '../../src/executor/unfreeze-wallet.ts';
import type { SigningLogEntry } from '../../src/ports/signing-log.ts';

const wallet = {
  id: 'w-1',
  name: 'treasury',
  family: 'evm',
  address: '0xaa',
  frozenReason: 'someone else signs',
};
/** Of the same name, as the journal allows for each family. */
const namesake = {
  ...wallet,
  id: 'w-2',
  family: 'tron',
  address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
};
const request = { name: 'treasury', by: 'ada', reason: 'it was me' };

/** A frozen wallet, and a signing log of which the journal knows nothing. */
function world(entries: readonly Partial<SigningLogEntry>[], adopted = false, wallets = [wallet]) {
  const told = {
    lost: adopted ? [...entries] : ([] as Partial<SigningLogEntry>[]),
    released: [] as string[],
  };
  const context = {
    journal: {
      recognize: async (positions: readonly unknown[]) => ({
        instanceId: 'mine',
        unknown: positions.slice(told.lost.length),
        openLosses: adopted ? 0 : told.lost.length,
        epoch: 0n,
        log: 'unknown',
        missingLogs: [],
      }),
      importLosses: async () => ({ imported: 0, refused: [], failed: [] }),
      async recordLosses(losses: readonly SigningLogEntry[]) {
        told.lost.push(...losses);
      },
      wallets: async () => wallets,
      lostAttempts: async () => told.lost.map((entry) => ({ ...entry, adopted })),
      async unfreezeWallet({ walletId }: { walletId: string }) {
        told.released.push(walletId);
      },
    },
    keystoreWallets: async () => [],
    signingLog: {
      newest: async () => entries,
      async *entries() {
        yield* entries;
      },
      instance: async () => 'mine',
      log: async () => undefined,
      droppedUpTo: async () => 0n,
    },
    chains: new Map(),
    logger: { warn: () => undefined, error: () => undefined },
  } as unknown as SigningLogContext;
  return { context, told };
}

describe('releasing a frozen wallet', () => {
  const own = { chain: 'ETH', txId: '0x1', account: '0xAA' };

  it('shows what it was frozen for', async () => {
    const { context, told } = world([]);
    expect(await unfreezeWallet(context, request)).toMatchObject({
      wallet: { frozenReason: 'someone else signs' },
    });
    expect(told.released).toEqual(['w-1']);
  });

  it('does not release it for what only this call has found to be forgotten: nobody has seen it', async () => {
    const { context, told } = world([own]);
    await expect(unfreezeWallet(context, request)).rejects.toMatchObject({
      code: 'JOURNAL_WENT_BACK',
    });
    expect(told).toMatchObject({ lost: [own], released: [] });
  });

  it('releases it where a person has answered for that, or another wallet is concerned', async () => {
    const { context, told } = world([own], true);
    await unfreezeWallet(context, request);
    expect(told.released).toEqual(['w-1']);
    const others = world([{ ...own, account: '0xbb' }]);
    await unfreezeWallet(others.context, request);
    expect(others.told.released).toEqual(['w-1']);
  });

  it('releases no freeze that only this call has made', async () => {
    const { context, told } = world([], false, [{ ...wallet, frozenReason: 'mistrusted' }]);
    const asked: unknown[] = [];
    let reads = 0;
    Object.assign(context.journal, {
      // The look at the signing log freezes it, as another process may.
      wallets: async () => [{ ...wallet, frozenReason: reads++ === 0 ? 'seen' : 'new' }],
      unfreezeWallet: async ({ frozenReason }: { frozenReason?: string }) =>
        void asked.push(frozenReason),
    });
    await unfreezeWallet(context, request);
    expect(asked).toEqual(['seen']);
    Object.assign(context.journal, {
      wallets: async () => [{ ...wallet, frozenReason: reads++ === 2 ? undefined : 'new' }],
    });
    await expect(unfreezeWallet(context, request)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    expect(asked).toEqual(['seen']);
    expect(told.released).toEqual([]);
  });

  it('asks whose it is where wallets of two families have the name, and then takes that one', async () => {
    const { context, told } = world([], false, [wallet, namesake]);
    const refusal = {
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/evm 0xaa.*tron TQn9.*family/),
    };
    await expect(inspectWallet(context, 'treasury')).rejects.toMatchObject(refusal);
    await expect(unfreezeWallet(context, request)).rejects.toMatchObject(refusal);
    expect(told.released).toEqual([]);
    expect(await inspectWallet(context, 'treasury', 'tron')).toMatchObject({ wallet: namesake });
    expect(await unfreezeWallet(context, { ...request, family: 'tron' })).toMatchObject({
      wallet: namesake,
    });
    expect(told.released).toEqual(['w-2']);
  });

  it('takes no wallet of another family than the one asked for', async () => {
    const { context, told } = world([]);
    await expect(unfreezeWallet(context, { ...request, family: 'solana' })).rejects.toMatchObject({
      code: 'UNKNOWN_WALLET',
      message: expect.stringContaining('solana'),
    });
    expect(told.released).toEqual([]);
  });
});
