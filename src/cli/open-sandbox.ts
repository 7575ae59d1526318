import type { Sandbox, SandboxOptions, Start } from 'ferryman-sandbox';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { loadSandbox } from './load-sandbox.ts';

/** In milliseconds, for people who pay manually: longer than Ferryman's own time limit for it. */
const orderLifetimeMs = 2_400_000;

/**
 * Starts a sandbox.
 * @throws `SANDBOX_UNAVAILABLE`, `PORT_IN_USE`
 */
export async function openSandbox(options: SandboxOptions, start: Start): Promise<Sandbox> {
  const { startSandbox } = await loadSandbox();
  return startSandbox({ orderLifetimeMs, ...options }, start).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof Error && 'code' in cause && cause.code === 'port-taken') {
      throw new FerrymanError('PORT_IN_USE', `${why} (--port-base)`, { cause });
    }
    throw new FerrymanError('SANDBOX_UNAVAILABLE', `the sandbox does not start: ${why}`, { cause });
  });
}
