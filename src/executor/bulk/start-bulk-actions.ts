import { judgeBulk } from '../../core/operator/judge-bulk.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import { isStoreDown } from '../../errors/outage-log.ts';
import type { ApiKeyStore } from '../../ports/stores/api-key-store.ts';
import type { AuditStore } from '../../ports/stores/audit-store.ts';
import type { BulkItemResult, BulkStore, BulkTurn } from '../../ports/stores/bulk-store.ts';
import type { RetryRequest, SwapStore } from '../../ports/stores/swap-store.ts';
import type { ExecutorContext, SigningLogStores } from '../context.ts';
import { dispatch } from '../dispatch.ts';
import { noticeLosses } from '../notice-losses.ts';
import { sealAgain } from '../seal-again.ts';
import { type Loop, startLoop } from '../start-loop.ts';
import { traceBulkItem } from '../trace-acts.ts';
import { traceEnd } from '../trace-end.ts';
import { viewOf } from '../view-of.ts';
import { lostRights, outOfReach } from './out-of-reach.ts';
import { createSealFault, type SealFault } from './seal-fault.ts';

export type BulkStores = BulkStore &
  Pick<ApiKeyStore, 'findApiKeyById'> &
  Pick<AuditStore, 'recordAct'> &
  SigningLogStores &
  Pick<SwapStore, 'findSwap'>;

type Needs = Pick<
  ExecutorContext<BulkStores>,
  | 'journal'
  | 'queue'
  | 'clock'
  | 'policy'
  | 'logger'
  | 'outages'
  | 'holder'
  | 'signingLog'
  | 'jobSeals'
  | 'keystoreWallets'
  | 'chains'
  | 'tracing'
>;

/** Milliseconds for which this process has an action. Another goes on if it misses that. */
const lockFor = 15_000;
/** Milliseconds until it looks again whether the journal is complete. */
const untilComplete = 5_000;

/**
 * Does what bulk actions are about, swap by swap, each action at its rate. One process at a time has
 * an action. It sleeps until it is woken: the sweep does so while an action is running.
 */
export function startBulkActions(context: Needs): Loop {
  let pause = Number.POSITIVE_INFINITY;
  let stopping = false;
  let isWoken = false;
  const sealFault = createSealFault(context);
  const loop = startLoop(
    {
      name: 'bulk actions',
      interval: () => pause,
      outages: context.outages,
    },
    async () => {
      pause = Number.POSITIVE_INFINITY;
      while (isWoken && !stopping) {
        const next = await context.journal.nextBulkItem(context.holder, lockFor);
        if (!('turn' in next)) {
          pause = next.nextIn ?? Number.POSITIVE_INFINITY;
          return;
        }
        const { turn } = next;
        if (await traceBulkItem(context.tracing, turn, () => doItem(context, turn, sealFault)))
          continue;
        pause = untilComplete;
        return;
      }
    },
  );
  return {
    wake(within) {
      isWoken = true;
      loop.wake(within);
    },
    async stop() {
      stopping = true;
      await loop.stop();
    },
  };
}

/** False: it is not its time, because the journal lacks what was signed. */
async function doItem(context: Needs, turn: BulkTurn, sealFault: SealFault): Promise<boolean> {
  const { journal, clock, policy, logger, tracing } = context;
  const { bulkId, swapId, keyId, action, filter, seal: bulkSeal } = turn;
  const now = clock.now();
  const key = await journal.findApiKeyById(keyId);
  const lost = lostRights(key, now)?.message ?? (await sealFault(turn));
  if (!key || lost !== undefined) {
    await abort(context, turn, lost ?? 'its API key is unknown');
    return true;
  }
  // A row could name a later time, and with it take in what was cancelled since.
  const createdAt = Math.min(turn.createdAt, bulkSeal?.at ?? turn.createdAt);
  // The journal may have lost a payment, or that the action was paused or aborted.
  if (!(await noticeLosses(context))) return false;
  // As for a single cancel: a process without a signing log leaves the end to one that has it.
  const mayEnd = (await context.signingLog.instance()) !== undefined;
  const { maxGenerations } = policy;
  const rules = { action, filter, createdAt, maxGenerations, outOfReach: outOfReach(key) };
  let result: BulkItemResult;
  try {
    const seal = action === 'retry' ? await sealOf(context, turn, now) : undefined;
    result = await journal.doBulkItem({
      turn,
      ...(seal ? { seal } : {}),
      judge: (subject) => judgeBulk(subject, rules),
      maxGenerations,
      now,
      mayEnd,
    });
  } catch (cause) {
    if (isStoreDown(cause)) throw cause;
    const { code, message } = toFerrymanError(cause);
    logger.warn({ bulkAction: bulkId, swap: swapId, code }, 'bulk action failed on a swap');
    await journal.failBulkItem(turn, { code, message });
    return true;
  }
  logger.info({ bulkAction: bulkId, swap: swapId, action, outcome: result.kind }, 'bulk item');
  if (result.kind !== 'done') return true;
  if (result.version !== undefined)
    await dispatch(context, { swapId: result.swapId, version: result.version });
  else if (tracing) {
    const { swap } = await viewOf(journal, swapId);
    traceEnd(tracing, swap, swap.state);
  }
  return true;
}

/**
 * Seals the job of the swap that a retry makes, as a single retry does. A process without the secret
 * makes no such swap; it needs none for a retry of the same swap.
 */
async function sealOf(
  { journal, jobSeals }: Needs,
  { swapId, keyId }: BulkTurn,
  now: number,
): Promise<RetryRequest['seal']> {
  const [subject] = await journal.bulkSubjects([swapId]);
  if (!subject) return undefined;
  const own = await jobSeals.sealerIfAny();
  const sealer = async () => own ?? withoutSecret;
  const seal = await sealAgain({ jobSeals: { ...jobSeals, sealer } }, subject.snapshot.swap, now);
  if (!seal || !own) return seal && withoutSecret;
  return (job) => seal(job, `API key ${keyId}`);
}

function withoutSecret(): never {
  throw new FerrymanError(
    'CONFIG_INVALID',
    'this process cannot seal the job of another swap: set FERRYMAN_INTAKE_SECRET_FILE for each process with the role recover',
  );
}

async function abort({ journal, logger }: Needs, { bulkId }: BulkTurn, why: string): Promise<void> {
  logger.warn({ bulkAction: bulkId, reason: why }, 'bulk action aborted');
  await journal.recordAct({
    actor: 'Ferryman',
    action: 'abortBulkAction',
    subject: `bulk action ${bulkId}`,
    reason: why,
    data: {},
  });
  await journal.changeBulkAction(bulkId, { to: 'aborted', reason: why });
}
