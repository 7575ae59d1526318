import type { Job } from '../../client/src/index.ts';

export const receiver = '0x00000000000000000000000000000000000000aa';

type Terms = Partial<Job> & Pick<Job, 'from' | 'to'>;

/** A job of the sandbox's EVM wallet. */
export function job(terms: Terms): Job {
  return { wallet: 'sandbox', amount: '0.05', receiver, slippageBps: 100, ...terms };
}

export const eth = { chain: 'ETH', token: 'native' } as const;
export const usdcOnEth = { chain: 'ETH', token: 'USDC' } as const;
export const usdcOnPolygon = { chain: 'POLYGON', token: 'USDC' } as const;
export const polygon = { chain: 'POLYGON', token: 'native' } as const;
export const arbitrum = { chain: 'ARBITRUM', token: 'native' } as const;

/** USDC from ETH, by one provider: each behaves in its own way, see docs/sandbox.md. */
export function usdcBy(provider: string, amount: string, terms: Partial<Job> = {}): Job {
  return job({
    from: usdcOnEth,
    to: usdcOnPolygon,
    amount,
    providers: { allow: [provider] },
    ...terms,
  });
}
