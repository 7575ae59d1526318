import type { TokenFacts } from '../ports/chain-adapter.ts';

/** What an answer names that the job does not have. */
interface Echoed {
  wallet?: string;
  /** The order's. */
  id?: string;
  tokens: (TokenFacts & { chain: string })[];
}

/**
 * The wallet's address and the tokens' decimals as the routing service's answers name them, to
 * judge without a chain. The reader refuses answers that it cannot read: here they have nothing.
 */
export function findEchoed(job: unknown, quote: string, answer: string): Echoed {
  const wallet = textAt(answer, ['quote', 'fromAddress']);
  const tokens = (['from', 'to'] as const).flatMap((side) => {
    const decimals = Number(valueAt(parsed(quote), ['tokens', side, 'decimals']));
    const [chain, address] = ['chain', 'token'].map((member) => valueAt(job, [side, member]));
    if (!Number.isInteger(decimals) || typeof chain !== 'string' || typeof address !== 'string')
      return [];
    const symbol = textAt(quote, ['tokens', side, 'symbol']) ?? side;
    return [{ chain, address, symbol, decimals }];
  });
  const id = textAt(answer, ['quote', 'id']);
  return {
    ...(wallet === undefined ? {} : { wallet }),
    ...(id === undefined ? {} : { id }),
    tokens,
  };
}

function textAt(json: string, path: readonly string[]): string | undefined {
  const value = valueAt(parsed(json), path);
  return typeof value === 'string' ? value : undefined;
}

function valueAt(value: unknown, [member, ...rest]: readonly string[]): unknown {
  if (member === undefined) return value;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, member)
    ? valueAt((value as Record<string, unknown>)[member], rest)
    : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
