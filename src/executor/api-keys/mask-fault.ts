import type { ApiMask, ApiScope } from '../../ports/stores/api-key-store.ts';

/**
 * Why a key cannot have these masks, or `undefined`. A person who submits or decides has to see what
 * that concerns. One who administers could make a key or a webhook that shows it.
 */
export function maskFault(
  scopes: readonly ApiScope[],
  masks: readonly ApiMask[] | undefined,
): string | undefined {
  if (masks === undefined || scopes.every((scope) => scope === 'view')) return undefined;
  return 'are only for keys whose one scope is view';
}
