import type { SandboxEndpoints } from 'ferryman-sandbox';
import { defaultFamily, type Family, formatsOf } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** Whole units of each token that a sandbox wallet starts with. */
const plenty = 100_000n;
/** The same by symbol, for coins that the sandbox has to mine. */
const mined: Readonly<Record<string, bigint>> = { BTC: 10n };

/** Funds an account with every token on every sandbox chain of its family. */
export async function fundSandboxWallet(
  endpoints: SandboxEndpoints,
  address: string,
  family: Family = defaultFamily,
): Promise<void> {
  const chains = Object.entries(endpoints.chains).filter(([, chain]) => chain.family === family);
  await Promise.all(
    chains.flatMap(([chain, { nativeToken, tokens }]) => {
      const wholeUnits = mined[nativeToken.symbol] ?? plenty;
      const gifts = [
        { address: formatsOf(family).nativeToken, decimals: nativeToken.decimals },
        ...tokens,
      ];
      return gifts.map(({ address: token, decimals }) => {
        const amountBaseUnits = (wholeUnits * 10n ** BigInt(decimals)).toString();
        return fund(endpoints.control.url, { chain, address, token, amountBaseUnits });
      });
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
