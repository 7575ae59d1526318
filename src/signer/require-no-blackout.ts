import { FerrymanError } from '../errors/ferryman-error.ts';
import { type Clocks, calendarNow } from '../ports/clock.ts';
import type { Guard } from '../ports/guard.ts';
import type { PartToSign } from '../ports/signer.ts';

/**
 * A signer keeps the blackouts of its own policy by its own calendar, whatever the worker that asks
 * thinks of them: within one it signs cancels alone. Throws `BLACKOUT`.
 */
export function requireNoBlackout(
  { guard, ...clocks }: Clocks & { guard: Pick<Guard, 'blackoutOf'> },
  { intent, swap: { job }, unsigned: { chain } }: PartToSign,
): void {
  if (intent.kind === 'cancel') return;
  const now = calendarNow(clocks);
  const { wallet, rule } = job;
  const stopped = guard.blackoutOf({ wallet: wallet.name, chain, rule: rule?.id }, now);
  if (!stopped) return;
  const retryAfter = stopped.until === undefined ? {} : { retryAfter: stopped.until - now };
  throw new FerrymanError('BLACKOUT', stopped.message, { next: 'retry', ...retryAfter });
}
