import type { SwapEvent } from 'ferryman-client';

/** Why a swap waits or has ended. Events have it in a member of its own, or as all of their data. */
export function eventReason({
  data,
}: Pick<SwapEvent, 'data'>): { code: string; message: string } | undefined {
  const { code, message } = (data.reason ?? data) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return undefined;
  return { code, message: typeof message === 'string' ? message : '' };
}
