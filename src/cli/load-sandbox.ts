import type { startSandbox } from '../../sandbox/start-sandbox.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** The sandbox is a development dependency: loaded when it is asked for, and only if its packages are there. */
export async function loadSandbox(): Promise<{ startSandbox: typeof startSandbox }> {
  try {
    return await import('../../sandbox/start-sandbox.ts');
  } catch (cause) {
    throw new FerrymanError('SANDBOX_UNAVAILABLE', 'the sandbox is not installed here; configure a router and chains', {
      cause,
    });
  }
}
