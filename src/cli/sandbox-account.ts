import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import type { Family } from '../core/chains.ts';
import type { AccountChoice } from '../keys/account-form.ts';

/** Which account of a key is one on the sandbox's own network, where a family tells them apart. */
export function sandboxAccount(
  { chains: { TON, BITCOIN } }: Pick<SandboxEndpoints, 'chains'>,
  family: Family,
): AccountChoice {
  if (family === 'ton' && TON) return { networkId: TON.networkId };
  if (family === 'bitcoin' && BITCOIN) return { network: BITCOIN.network };
  return {};
}
