import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from './api-client.ts';
import type { CliIo } from './cli-io.ts';
import { exitCodes } from './exit-code.ts';

export type BulkAnswer = Awaited<ReturnType<ApiClient['getBulkAction']>>['bulkAction'];

/** Milliseconds between two readings. */
const poll = 1_000;

/** Tells how far a bulk action is until it ends or rests, and prints it then. */
export async function watchBulk(
  client: ApiClient,
  first: BulkAnswer,
  { json }: { json?: boolean },
  io: CliIo,
): Promise<void> {
  let action = first;
  let told = '';
  while (action.state === 'running' && !io.signal.aborted) {
    const progress = progressOf(action);
    if (progress !== told) io.tell(progress);
    told = progress;
    await pause(poll, undefined, { signal: io.signal }).catch(() => undefined);
    if (io.signal.aborted) break;
    action = (await client.getBulkAction(action.id)).bulkAction;
  }
  if (io.signal.aborted) {
    io.tell(`no longer watching; it goes on. End it with: ferryman bulk abort ${action.id}`);
    io.exitWith(exitCodes.interrupted);
    return;
  }
  io.print(json ? JSON.stringify({ bulkAction: action }, null, 2) : showBulk(action));
  if (action.failed > 0) io.exitWith(exitCodes.error);
}

function progressOf({ done, skipped, failed, remaining }: BulkAnswer): string {
  return `${done} done, ${skipped} skipped, ${failed} failed, ${remaining} remaining`;
}

/** A bulk action as text for a person. */
export function showBulk(action: BulkAnswer): string {
  const { id, state, stateReason, reason, filter, total } = action;
  const conditions = Object.entries(filter).map(([name, value]) => `${name}=${value}`);
  return [
    `bulk action  ${id}`,
    `state        ${state}${stateReason === undefined ? '' : `: ${stateReason}`}`,
    `does         ${action.action} ${total} ${total === 1 ? 'swap' : 'swaps'} of ${conditions.join(' ')}`,
    `reason       ${reason}`,
    `progress     ${progressOf(action)}`,
  ].join('\n');
}
