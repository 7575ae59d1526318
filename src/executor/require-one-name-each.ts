import type { Chain } from '../core/swap/chains.ts';
import { findSecondNames } from '../core/swap/find-second-names.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * For chains that come from no validated configuration. Throws `CONFIG_INVALID` if one network has
 * two names.
 */
export function requireOneNameEach(chains: readonly Chain[]): void {
  const [second] = findSecondNames(chains);
  if (!second) return;
  const message = `the chains ${second.firstName} and ${second.name} are the same network: configure it under one name`;
  throw new FerrymanError('CONFIG_INVALID', message);
}
