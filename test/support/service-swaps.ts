import { setTimeout as pause } from 'node:timers/promises';

/** Submits a job by the API of a service; the same key again finds the same swap. Gives its id. */
export async function submitTo(apiUrl: string, apiKey: string, key: string, body: unknown): Promise<string> {
  const answer = await fetch(`${apiUrl}/v1/swaps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`not submitted: ${await answer.text()}`);
  return ((await answer.json()) as { swap: { id: string } }).swap.id;
}

/** The swap at its end, where a person is waited for, or as it is after `patience` milliseconds. */
export async function waitForEnd(
  apiUrl: string,
  apiKey: string,
  id: string,
  patience: number,
): Promise<Record<string, unknown>> {
  const deadline = Date.now() + patience;
  for (;;) {
    const answer = await fetch(`${apiUrl}/v1/swaps/${id}`, { headers: { authorization: `Bearer ${apiKey}` } });
    const { swap } = (await answer.json()) as { swap: Record<string, unknown> };
    if (
      ['settled', 'refunded', 'failed', 'expired', 'needs_review'].includes(String(swap.state)) ||
      Date.now() > deadline
    )
      return swap;
    await pause(100);
  }
}
