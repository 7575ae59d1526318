import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { AdmissionItem } from '../../src/core/approvals/admission-item.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { AdmittedItem } from '../../src/ports/stores/approval-store.ts';
import { judgeAdmitted } from '../../src/signer/judge-admitted.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

const [swap, another] = ['swap-1', 'swap-2'] as SwapId[];
const now = Date.UTC(2026, 10, 26);
const item: AdmissionItem = { kind: 'receiver', chain: 'ETH', address: '0x01' };
const held = { rule: 'G10', severity: 'hold', message: 'new', item } as const;

/** Whether a sealed approval that the journal names lets a swap pass. */
async function passes(approval: Partial<AdmittedItem>, isSealed = true): Promise<boolean> {
  const { verdict } = await judgeAdmitted(
    {
      jobSeals: { ...trustingSeals, isSealed: async () => isSealed },
      logger: pino({ level: 'silent' }),
      clock: { now: () => now },
    } as never,
    swap!,
    (admitted) => (admitted ? { kind: 'allow' } : { kind: 'hold', findings: [held] }) as never,
    async () => [{ approvalId: 'a-1', swapId: swap!, item, scope: 'once', by: 'x', ...approval }],
  );
  return verdict.kind === 'allow';
}

it.each<[string, Partial<AdmittedItem>, boolean]>([
  ['of this swap', {}, true],
  ['of another swap', { swapId: another! }, false],
  ['for ever', { swapId: another!, scope: 'permanent' }, true],
  ['until later', { swapId: another!, scope: 'until', until: now + 1 }, true],
  ['until now', { scope: 'until', until: now }, false],
  ['until a time that nobody said', { scope: 'until' }, false],
])(
  'an approval %s counts by what is sealed, whatever the journal finds',
  async (_, approval, is) => {
    expect(await passes(approval)).toBe(is);
    expect(await passes(approval, false)).toBe(false);
  },
);
