import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * Loads the sandbox. It is a separate package: its chain engines are large, and a service does not
 * need them.
 * @throws `SANDBOX_UNAVAILABLE`, with what to install if it is missing
 */
export async function loadSandbox(): Promise<typeof import('ferryman-sandbox')> {
  return import('ferryman-sandbox').catch((cause: unknown) => {
    const message = isAbsent(cause)
      ? 'the sandbox is not installed: run `npm install ferryman-sandbox`, or configure a routing service and chains'
      : `the sandbox cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new FerrymanError('SANDBOX_UNAVAILABLE', message, { cause });
  });
}

/** Whether the package itself is missing, and not one of its imports. */
function isAbsent(cause: unknown): boolean {
  const isMissing =
    cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
  return isMissing && cause.message.includes("'ferryman-sandbox'");
}
