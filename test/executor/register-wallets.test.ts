import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../src/core/operator/audit-entry.ts';
import type { WalletId } from '../../src/core/swap/ids.ts';
import { registerWallets } from '../../src/executor/register-wallets.ts';
import type { AuditAct } from '../../src/ports/stores/audit-store.ts';
import type { Wallet, WalletDraft } from '../../src/ports/stores/wallet-store.ts';

const draft: WalletDraft = {
  name: 'treasury',
  family: 'evm',
  address: `0x${'Ab'.repeat(20)}`,
  keyRef: 'treasury',
};
const known = (address: string): Wallet => ({ ...draft, address, id: 'one' as WalletId });

/** A journal that finds out at the last moment that another process has made the wallet. */
function takenMeanwhile(address: string) {
  let isTaken = false;
  return {
    recordAct: async () => ({}) as AuditEntry,
    wallets: async () => (isTaken ? [known(address)] : []),
    async createWallet(): Promise<Wallet> {
      isTaken = true;
      throw new Error('duplicate key');
    },
  };
}

describe('the keystore’s wallets at a start', () => {
  test('are made known to a journal that does not know them', async () => {
    const made: WalletDraft[] = [];
    const acts: AuditAct[] = [];
    const journal = {
      wallets: async () => [],
      recordAct: async (act: AuditAct) => {
        acts.push(act);
        return {} as AuditEntry;
      },
      async createWallet(wallet: WalletDraft) {
        // What cannot be recorded is not done.
        expect(acts).toHaveLength(1);
        made.push(wallet);
        return known(wallet.address);
      },
    };
    await registerWallets(journal, [draft]);
    expect(made).toEqual([draft]);
    const { family, address } = draft;
    expect(acts).toMatchObject([
      {
        ...{ actor: 'Ferryman', action: 'registerWallet', subject: 'wallet treasury' },
        data: { family, address },
      },
    ]);
  });

  test('may have been made known by a process that was quicker', async () => {
    await registerWallets(takenMeanwhile(draft.address.toLowerCase()), [draft]);
  });

  test('are refused where the journal knows another account under the name', async () => {
    const other = `0x${'cd'.repeat(20)}`;
    const refusal = { code: 'CONFIG_INVALID', message: expect.stringContaining(other) };
    await expect(registerWallets(takenMeanwhile(other), [draft])).rejects.toMatchObject(refusal);
  });

  test('leave the journal’s own failure as it is', async () => {
    const journal = {
      recordAct: async () => ({}) as AuditEntry,
      wallets: async () => [],
      createWallet: () => Promise.reject(new Error('disk full')),
    };
    await expect(registerWallets(journal, [draft])).rejects.toThrow('disk full');
  });
});
