import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../src/api/endpoint.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { createWebhook, newWebhookId } from '../../src/executor/webhooks/manage-webhooks.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { readRule } from '../../src/treasury/read-rule.ts';
import { ruleHash } from '../../src/treasury/seals.ts';
import { sealer } from '../support/intake-keys.ts';

/** When the rules were applied. */
const ruleAt = 1_700_000_000_000;
const native = { chain: 'ETH', token: 'native' } as const;

/** Something that paths of one kind name. */
interface Kind {
  make(): Promise<string>;
  /** Whether it is still as it was made: a request may have ended or deleted it. */
  isThere(id: string): Promise<boolean>;
}

/**
 * Finds or makes what the path of a call names; an empty text where it names nothing. A caller that
 * compares the journal looks at it again afterwards.
 */
export function createSubjects(
  journal: Journal,
  { keyId, swapId, submit }: { keyId: string; swapId: SwapId; submit(): Promise<SwapId> },
): (endpoint: Pick<Endpoint, 'path'>) => Promise<string> {
  const always = (id: string): Kind => ({ make: async () => id, isThere: async () => true });
  const newRule = async (): Promise<string> => {
    const id = `rule-${randomUUID()}`;
    const body = readRule({
      ...{ id, kind: 'recurring', wallet: 'main', amount: '1', slippageBps: 50 },
      schedule: { cron: '0 9 * * 1', timeZone: 'Europe/Zurich' },
      ...{ from: native, to: native, receiver: '0xf02DC103E62cF4A2C007324d8Bb95513edABf875' },
    });
    await journal.applyRule({
      ...{ id, after: 0, body, hash: ruleHash(body), author: 'a test', reason: 'a test' },
      ...{ at: ruleAt, seal: 'none' },
    });
    return id;
  };
  const kinds: Record<string, Kind> = {
    swaps: always(swapId),
    wallets: always('main'),
    treasury: {
      make: newRule,
      isThere: async (id) => (await journal.findRule(id))?.paused === undefined,
    },
    keys: {
      make: async () => (await createApiKey({ journal, sealer }, ['view'])).id,
      isThere: async (id) => (await journal.findApiKeyById(id))?.revokedAt === undefined,
    },
    webhooks: {
      async make() {
        const id = newWebhookId();
        const hook = { id, url: 'https://example.com/hook', form: 'standard' } as const;
        const rights = { topics: ['swap.settled'], createdBy: 'a test' };
        await createWebhook({ journal, sealer }, { ...hook, ...rights });
        return id;
      },
      isThere: async (id) => (await journal.findWebhook(id))?.enabled === true,
    },
    approvals: {
      async make() {
        const what = randomUUID();
        // A request may have ended any other swap.
        const held = await submit();
        const version = (await journal.snapshot(held))?.swap.version ?? 0;
        await journal.hold({
          ...{ swapId: held, version, fundsState: 'untouched', within: 3_600_000 },
          reason: { code: 'APPROVAL_NEEDED', message: 'a test' },
          items: [
            {
              ...{ item: { kind: 'finding', rule: 'G08', what }, rule: 'G08', message: what },
              known: { facts: {}, simulation: [], block: '1', policy: 'sha256:0' },
            },
          ],
        });
        const [made] = await journal.listApprovals({ swapId: held, limit: 1 });
        return made?.id ?? '';
      },
      isThere: async (id) => (await journal.findApproval(id))?.state === 'open',
    },
    'approval-batches': {
      async make() {
        const [ruleId, held] = [await newRule(), await submit()];
        const instant = ruleAt + 60_000;
        await journal.beginOccurrence({
          ...{ ruleId, version: 1, at: ruleAt },
          now: { instant, kind: 'act', jobs: [{}], seal: 'none' },
        });
        await journal.recordSubmitted({ ruleId, instant }, [held]);
        return `${ruleId}@${new Date(instant).toISOString()}`;
      },
      isThere: async () => true,
    },
    'bulk-actions': {
      async make() {
        const { id } = await journal.createBulkAction({
          ...{ id: randomUUID(), idempotencyKey: randomUUID(), bodyHash: '0'.repeat(64) },
          ...{ action: 'retry', filter: { wallet: 'main' }, reason: 'a test', perMinute: 1 },
          ...{ keyId, swaps: [swapId] },
        });
        return id;
      },
      isThere: async (id) => (await journal.findBulkAction(id))?.state === 'running',
    },
  };
  const made = new Map<Kind, string>();
  return async ({ path }) => {
    const [, , name = ''] = path.split('/');
    const kind = path.includes('{') ? kinds[name] : undefined;
    if (!kind) return '';
    const known = made.get(kind);
    if (known !== undefined && (await kind.isThere(known))) return known;
    const id = await kind.make();
    made.set(kind, id);
    return id;
  };
}
