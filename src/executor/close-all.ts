import { toFerrymanError } from '../errors/ferryman-error.ts';

/**
 * Closes each part once, the last one opened first. A part that fails to close does not keep the
 * others open.
 */
export async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const closer of closers.splice(0).reverse())
    await closer().catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw toFerrymanError(failures[0]);
}
