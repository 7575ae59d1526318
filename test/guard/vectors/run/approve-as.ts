import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { decideApproval } from '../../../../src/executor/decide-approval.ts';
import { hour } from '../../../journal/suite/fixture.ts';
import { trustingSeals } from '../../../support/trusting-seals.ts';
import { withWorld } from './with-world.ts';

/**
 * Somebody approves what a swap of the submitter is held for. Throws `APPROVAL_OF_OWN_SWAP`.
 */
export function approveAs(approver: string, { submitter }: { submitter: string }): Promise<void> {
  return withWorld(async (world) => {
    const { journal } = world;
    const { swap } = await journal.submit({
      ...{ idempotencyKey: randomUUID(), bodyHash: 'hash-1' },
      ...{ job: world.job(), by: submitter },
    });
    await world.quote(swap.id);
    const item = { kind: 'target', chain: world.chain, address: '0x01' } as const;
    const known = { facts: {}, simulation: [], block: '7', policy: 'sha256:0' };
    await journal.hold({
      ...{ swapId: swap.id, version: await world.version(swap.id) },
      ...{ state: 'awaiting_approval', fundsState: 'untouched', within: hour },
      reason: { code: 'APPROVAL_NEEDED', message: 'E02: the policy does not name the target' },
      items: [{ item, rule: 'E02', message: 'the policy does not name the target', known }],
    });
    const [approval] = await journal.listApprovals({ swapId: swap.id, limit: 1 });
    const context = {
      journal,
      jobSeals: trustingSeals,
      queue: { dispatch: async () => 'served' },
      logger: pino({ level: 'silent' }),
    } as unknown as Parameters<typeof decideApproval>[0];
    await decideApproval(context, {
      ...{ kind: 'approve', scope: 'once', id: approval?.id ?? '', by: approver },
      reason: 'a vector',
    });
  });
}
