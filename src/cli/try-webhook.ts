import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from './api-client.ts';
import type { CliIo } from './cli-io.ts';
import { exitCodes } from './exit-code.ts';
import { lastAnswer } from './show-webhook.ts';

/** A receiver has 15 s to answer, and the sender a few to notice the message. */
const waitAtMost = 30_000;
const lookEvery = 500;

/** Sends a test message and shows the first answer. Exits with 1 if that is no success, or none. */
export async function tryWebhook(
  client: Pick<ApiClient, 'testWebhook' | 'listDeliveries'>,
  id: string,
  { json }: { json?: boolean },
  io: CliIo,
): Promise<void> {
  const { deliveryId } = await client.testWebhook(id);
  for (const end = performance.now() + waitAtMost; ; ) {
    const { deliveries } = await client.listDeliveries(id, { limit: '50' });
    const delivery = deliveries.find((one) => one.id === deliveryId);
    const isOver = delivery === undefined || performance.now() > end;
    if (!isOver && delivery.attempts.length === 0) {
      await pause(lookEvery, undefined, { signal: io.signal });
      continue;
    }
    if (delivery?.state !== 'delivered') io.exitWith(exitCodes.error);
    if (json)
      return io.print(JSON.stringify({ delivery: delivery ?? { id: deliveryId } }, null, 2));
    const answer = delivery && lastAnswer(delivery);
    return io.print(
      answer ||
        `${deliveryId} is not sent yet; is a process with the role recover running? \`ferryman webhook deliveries ${id}\` shows what becomes of it`,
    );
  }
}
