import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { evmNativeToken } from '../core/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** Whole units of everything a sandbox wallet starts with. */
const wholeUnits = 100_000n;

/** Gives an account plenty of every token on every chain of a sandbox. */
export async function fundSandboxWallet(endpoints: SandboxEndpoints, address: string): Promise<void> {
  const gifts = Object.entries(endpoints.chains).flatMap(([chain, { nativeToken, tokens }]) => [
    { chain, token: evmNativeToken, decimals: nativeToken.decimals },
    ...tokens.map(({ address: token, decimals }) => ({ chain, token, decimals })),
  ]);
  for (const { chain, token, decimals } of gifts) {
    const amountBaseUnits = (wholeUnits * 10n ** BigInt(decimals)).toString();
    const answer = await fetch(`${endpoints.control.url}/fund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chain, address, token, amountBaseUnits }),
    });
    if (!answer.ok)
      throw new FerrymanError('INTERNAL', `the sandbox does not fund ${token} on ${chain}: ${await answer.text()}`);
  }
}
