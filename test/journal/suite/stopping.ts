import { describe, expect, it } from 'vitest';
import type { SwitchChange } from '../../../src/ports/stores/stop-store.ts';
import { newWorld, type Under } from './fixture.ts';

export function describeStopping(under: Under): void {
  describe('what stops a signature', () => {
    it('is a stop of anything that it would use, in any case of letters of its provider', async () => {
      const world = await newWorld(under());
      const { journal, wallet, chain } = world;
      const signature = {
        ...{ walletId: wallet.id, wallet: wallet.name, chain },
        ...{ providers: ['across', 'Symbiosis'], rules: ['sweep', 'dca'] },
      };
      const change = async (
        stop: Pick<SwitchChange, 'scope' | 'subject'>,
        stopped: boolean,
      ): Promise<void> => journal.setSwitch({ ...stop, stopped, by: 'test', reason: 'a drill' });
      expect(await journal.stopOfSignature(signature)).toBeUndefined();
      const stops = [
        { scope: 'chain', subject: chain },
        { scope: 'wallet', subject: wallet.name },
        { scope: 'lane', subject: `${wallet.name}@${chain}` },
        { scope: 'provider', subject: 'symbiosis' },
        { scope: 'rule', subject: 'dca' },
      ] as const;
      for (const stop of stops) {
        await change(stop, true);
        expect(await journal.stopOfSignature(signature)).toMatchObject({
          code: 'SIGNING_STOPPED',
          message: expect.stringContaining('a drill'),
        });
        await change(stop, false);
      }
      for (const stop of [
        { scope: 'chain', subject: 'ANOTHER' },
        { scope: 'provider', subject: 'lifi' },
        { scope: 'rule', subject: 'top-up' },
      ] as const) {
        await change(stop, true);
        expect(await journal.stopOfSignature(signature)).toBeUndefined();
        await change(stop, false);
      }
    });

    it('is a stop of its provider by any name that the provider has', async () => {
      const { journal, wallet, chain } = await newWorld(under());
      const names = [
        ['houdini_bridge', 'houdini'],
        ['HOUDINI', 'houdini_bridge'],
        ['SERVICE_STELLAR_API', 'other_stellar_api'],
      ] as const;
      const own = { walletId: wallet.id, wallet: wallet.name, chain, rules: [] };
      const isStopped = async (name: string): Promise<boolean> =>
        (await journal.stopOfSignature({ ...own, providers: [name] })) !== undefined;
      for (const [subject, other] of names) {
        const change = { scope: 'provider', subject, by: 'test', reason: 'a drill' } as const;
        await journal.setSwitch({ ...change, stopped: true });
        expect(await Promise.all([subject, other, `${other}x`].map(isStopped))).toEqual([
          ...[true, true, false],
        ]);
        await journal.setSwitch({ ...change, stopped: false });
        expect(await isStopped(other)).toBe(false);
      }
    });
  });
}
