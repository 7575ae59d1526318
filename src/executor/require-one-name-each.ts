import type { Chain } from '../core/swap/chains.ts';
import { findSecondNames } from '../core/swap/find-second-names.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * For chains that come from no checked configuration. Throws `CONFIG_INVALID` where one network has
 * two names.
 */
export function requireOneNameEach(chains: readonly Chain[]): void {
  const [second] = findSecondNames(chains);
  if (!second) return;
  const message = `the chain ${second.name} is the network that ${second.firstName} is, and one network has one name`;
  throw new FerrymanError('CONFIG_INVALID', message);
}
