import type { ApiClient } from './api-client.ts';
import type { CliIo } from './cli-io.ts';
import { exitCodes } from './exit-code.ts';
import { follow } from './follow.ts';
import { awayMark } from './watch.ts';

type BulkAnswer = Awaited<ReturnType<ApiClient['getBulkAction']>>['bulkAction'];

/** Tells how far a bulk action is until it ends or rests, and prints it then. */
export async function watchBulk(
  client: ApiClient,
  id: string,
  { json }: { json?: boolean },
  io: CliIo,
): Promise<void> {
  const action = await whenAtRest(client, id, io);
  if (!action) {
    io.tell(`no longer watching; it goes on. End it with: ferryman bulk abort ${id}`);
    return io.exitWith(exitCodes.interrupted);
  }
  io.print(json ? JSON.stringify({ bulkAction: action }, null, 2) : showBulk(action));
  if (action.failed > 0) io.exitWith(exitCodes.error);
}

/** A bulk action has no events: it is read while it runs. `undefined`: a person has ended this. */
async function whenAtRest(
  client: ApiClient,
  id: string,
  { tell, signal }: CliIo,
): Promise<BulkAnswer | undefined> {
  let told = '';
  const tellOnce = (text: string): void => {
    if (text !== told) tell(text);
    told = text;
  };
  const read = async (): Promise<BulkAnswer> => (await client.getBulkAction(id)).bulkAction;
  for await (const seen of follow({ read, signal })) {
    if (seen.kind === 'away') {
      tellOnce(awayMark(seen.since));
      continue;
    }
    if (seen.value.state !== 'running') return seen.value;
    tellOnce(progressOf(seen.value));
  }
  return undefined;
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
