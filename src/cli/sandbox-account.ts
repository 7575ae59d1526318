import type { SandboxEndpoints } from 'ferryman-sandbox';
import type { Family } from '../core/swap/chains.ts';
import { definitionOf } from '../families/families.ts';
import type { AccountChoice } from '../keys/account-form.ts';

/** Which account of a key is one on the sandbox's own network, where a family tells them apart. */
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
