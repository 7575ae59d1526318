import type { SandboxEndpoints } from 'ferryman-sandbox';
import type { Family } from '../core/swap/chains.ts';
import { definitionOf } from '../families/families.ts';
import type { AccountChoice } from '../keys/account-form.ts';

/** The account choice for the sandbox's network, in families whose accounts depend on it. */
export function sandboxAccount(
  { chains }: Pick<SandboxEndpoints, 'chains'>,
  family: Family,
): AccountChoice {
  const chain = Object.values(chains).find((one) => one.family === family);
  const choices = definitionOf(family).keys.several?.choices ?? [];
  return Object.fromEntries(
    Object.entries(chain ?? {}).filter(([member]) => choices.some((one) => one === member)),
  );
}
