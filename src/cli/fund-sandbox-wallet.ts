import type { SandboxEndpoints } from 'ferryman-sandbox';
import { defaultFamily, type Family, formatsOf } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** Whole units of everything a sandbox wallet starts with. */
const plenty = 100_000n;
/** By symbol: what the sandbox can spare of coins that have to be mined. */
const mined: Readonly<Record<string, bigint>> = { BTC: 10n };

/** Gives an account plenty of every token on every chain of its family that a sandbox has. */
export async function fundSandboxWallet(
  endpoints: SandboxEndpoints,
  address: string,
  family: Family = defaultFamily,
): Promise<void> {
  const chains = Object.entries(endpoints.chains).filter(([, chain]) => chain.family === family);
  await Promise.all(
    chains.map(async ([chain, { nativeToken, tokens }]) => {
      const wholeUnits = mined[nativeToken.symbol] ?? plenty;
      const gifts = [
        { address: formatsOf(family).nativeToken, decimals: nativeToken.decimals },
        ...tokens,
      ];
      for (const { address: token, decimals } of gifts) {
        const amountBaseUnits = (wholeUnits * 10n ** BigInt(decimals)).toString();
        await fund(endpoints.control.url, { chain, address, token, amountBaseUnits });
      }
    }),
  );
}

async function fund(
  controlUrl: string,
  gift: Record<'chain' | 'address' | 'token' | 'amountBaseUnits', string>,
): Promise<void> {
  const answer = await fetch(`${controlUrl}/fund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(gift),
  });
  if (!answer.ok) {
    throw new FerrymanError(
      'INTERNAL',
      `the sandbox does not fund ${gift.token} on ${gift.chain}: ${await answer.text()}`,
    );
  }
}
