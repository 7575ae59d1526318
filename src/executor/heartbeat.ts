import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessRole } from '../core/swap/roles.ts';
import type { HealthStore } from '../ports/stores/health-store.ts';
import type { ExecutorContext } from './context.ts';
import { type Loop, startLoop } from './start-loop.ts';

/** This process in the journal's list of live processes. */
export interface HeartbeatOfProcess {
  /** Adds roles to this process. The first call starts the beats. */
  join(roles: readonly ProcessRole[]): void;
  /** Removes roles from this process. A process without a role is not listed. */
  leave(roles: readonly ProcessRole[]): Promise<void>;
}

/**
 * Milliseconds between two beats. A process is live until it misses three; a busy machine may miss
 * one.
 */
const beatEvery = 5_000;
const liveFor = 3 * beatEvery;

/** Milliseconds that a stopping process waits for the removal of its row. */
const leaveWithin = 1_000;

type Needs = Pick<
  ExecutorContext<HealthStore>,
  'journal' | 'holder' | 'outages' | 'routerHealth' | 'logger' | 'signals'
>;

/** Each beat is one statement on one row, however many swaps, chains and roles there are. */
export function createHeartbeat({
  journal,
  holder,
  outages,
  routerHealth,
  logger,
  signals,
}: Needs): HeartbeatOfProcess {
  const held = new Set<ProcessRole>();
  let beating: Loop | undefined;
  let joining = Promise.resolve();

  async function beat(): Promise<void> {
    if (held.size === 0) return;
    const router = routerHealth.last();
    const listed = {
      instance: holder,
      roles: [...held],
      ttl: liveFor,
      ...(router ? { router } : {}),
    };
    const { hasWebhooks, ...treasury } = await journal.beat(listed);
    signals.webhooks.announce(hasWebhooks);
    signals.treasury.announce(treasury);
  }

  function start(): Loop {
    let isFirst = true;
    return startLoop({ name: 'heartbeat', interval: beatEvery, outages }, async () => {
      await beat();
      if (isFirst) await logFailure(journal.pruneBeats());
      isFirst = false;
    });
  }

  /** Only logs a failure: a row that cannot be updated or removed expires by itself. */
  async function logFailure(update: Promise<unknown>): Promise<void> {
    await update.catch((cause: unknown) =>
      logger.debug({ err: cause }, 'list of live processes not updated'),
    );
  }

  async function updateOrRemove(): Promise<void> {
    await joining;
    if (held.size > 0 || !beating) return logFailure(beat());
    const stopped = beating.stop();
    beating = undefined;
    await stopped;
    await logFailure(journal.endBeats(holder));
  }

  return {
    join(roles) {
      for (const role of roles) held.add(role);
      if (beating) joining = logFailure(beat());
      else beating = start();
    },
    async leave(roles) {
      for (const role of roles) held.delete(role);
      await Promise.race([updateOrRemove(), pause(leaveWithin, undefined, { ref: false })]);
    },
  };
}
