import type { SandboxOptions } from '../../sandbox/sandbox-options.ts';
import type { Sandbox, Start } from '../../sandbox/start-sandbox.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** Whoever pays by hand is slower than a test, in milliseconds: longer than Ferryman gives him. */
const orderLifetimeMs = 2_400_000;

/**
 * Starts a sandbox. It is a development dependency: loaded when it is asked for, and only if its packages are there.
 * @throws `SANDBOX_UNAVAILABLE`, `PORT_IN_USE`
 */
export async function openSandbox(options: SandboxOptions, start: Start): Promise<Sandbox> {
  const sandbox = await import('../../sandbox/start-sandbox.ts').catch((cause: unknown) => {
    throw new FerrymanError('SANDBOX_UNAVAILABLE', 'the sandbox is not installed here; configure a router and chains', {
      cause,
    });
  });
  return sandbox.startSandbox({ orderLifetimeMs, ...options }, start).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof Error && 'code' in cause && cause.code === 'port-taken') {
      throw new FerrymanError('PORT_IN_USE', `${why} (--port-base)`, { cause });
    }
    throw new FerrymanError('SANDBOX_UNAVAILABLE', `the sandbox does not start: ${why}`, { cause });
  });
}
