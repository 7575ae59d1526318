import { setTimeout as pause } from 'node:timers/promises';
import { hangLimit } from './hang-limit.ts';
import type { KillOrder, ServiceProcess } from './service-process.ts';

/** Submits a job by the API of a service; the same key again finds the same swap. Gives its id. */
export async function submitTo(
  apiUrl: string,
  apiKey: string,
  key: string,
  body: unknown,
): Promise<string> {
  const answer = await fetch(`${apiUrl}/v1/swaps`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`not submitted: ${await answer.text()}`);
  return ((await answer.json()) as { swap: { id: string } }).swap.id;
}

async function look(apiUrl: string, apiKey: string, id: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${apiUrl}/v1/swaps/${id}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return ((await answer.json()) as { swap: Record<string, unknown> }).swap;
}

/** The swap at its end or where a person is waited for, or as it is where it never gets there. */
export async function waitForEnd(
  apiUrl: string,
  apiKey: string,
  id: string,
): Promise<Record<string, unknown>> {
  const deadline = performance.now() + hangLimit;
  for (;;) {
    const swap = await look(apiUrl, apiKey, id);
    const isEnd = ['settled', 'refunded', 'failed', 'expired', 'needs_review'].includes(
      String(swap.state),
    );
    if (isEnd || performance.now() > deadline) return swap;
    await pause(100);
  }
}

/**
 * Has the service killed at a point of the swap that `ask` submits, and waits for it. Throws, with
 * what became of the swap, where it never comes by there.
 */
export async function killAt(
  service: ServiceProcess,
  { kill, apiKey, ask }: { kill: KillOrder; apiKey: string; ask(): Promise<string> },
): Promise<void> {
  service.arm(kill);
  const asked = ask().catch(() => undefined);
  const never = new AbortController();
  const hangs = pause(hangLimit, 'it lives' as const, { signal: never.signal }).catch(
    () => undefined,
  );
  const how = await Promise.race([service.ended, hangs]);
  never.abort();
  if (how !== 'SIGKILL') {
    const id = how === 'it lives' ? await asked : undefined;
    const swap =
      id === undefined ? undefined : await look(service.apiUrl, apiKey, id).catch(() => undefined);
    const state = swap
      ? `the swap is ${swap.state}, ${JSON.stringify(swap.reason ?? 'without a reason')}`
      : how;
    throw new Error(`not killed at ${kill.point}, time ${kill.nth}: ${state}`);
  }
  await asked;
}
