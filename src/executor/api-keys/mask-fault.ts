import type { ApiMask, ApiScope } from '../../ports/stores/api-key-store.ts';

/**
 * Why a key cannot have these masks, or `undefined`. Whoever submits, decides or administers has to
 * see what that concerns, and could make a key or a webhook that shows it.
 */
export function maskFault(
  scopes: readonly ApiScope[],
  masks: readonly ApiMask[] | undefined,
): string | undefined {
  if (masks === undefined || scopes.every((scope) => scope === 'view')) return undefined;
  return 'are only for keys whose one scope is view';
}
