import { isNativeToken, type TokenAddress } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter, TokenFacts } from '../ports/chain-adapter.ts';
import type { WalletStore } from '../ports/stores/wallet-store.ts';
import type { TimeLimit } from './time-limit.ts';

/** Symbols and decimals of tokens, which never change. */
export interface Tokens {
  /**
   * Throws `UNKNOWN_TOKEN`, and `CHAIN_UNAVAILABLE` or `RPC_*` if the token was never read and
   * cannot be read now.
   */
  read(adapter: ChainAdapter, token: TokenAddress, timeLimit: TimeLimit): Promise<TokenFacts>;
}

/** A process remembers this many tokens. Beyond that it forgets the one that it read first. */
const maxKnown = 10_000;

/**
 * Each process reads each token from its chain once. If the chain does not answer, the journal has
 * what any process read before, so that jobs are accepted while a chain is down. The native coin is
 * configuration, and is not read.
 */
export function createTokens(journal: Pick<WalletStore, 'findToken' | 'recordToken'>): Tokens {
  const known = new Map<string, TokenFacts>();
  const reading = new Map<string, Promise<TokenFacts>>();

  function remember(key: string, facts: TokenFacts): void {
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= maxKnown) known.delete(oldest);
    known.set(key, facts);
  }

  /** The read goes on after its callers have timed out: later callers use its result. */
  function readOnce(key: string, adapter: ChainAdapter, token: TokenAddress): Promise<TokenFacts> {
    const underWay = reading.get(key);
    if (underWay) return underWay;
    const read = readFrom(key, adapter, token).finally(() => reading.delete(key));
    reading.set(key, read);
    return read;
  }

  async function readFrom(
    key: string,
    adapter: ChainAdapter,
    token: TokenAddress,
  ): Promise<TokenFacts> {
    const facts = await adapter.token(token);
    await journal.recordToken(adapter.chain.caip2, facts);
    remember(key, facts);
    return facts;
  }

  return {
    async read(adapter, token, timeLimit) {
      const { chain } = adapter;
      if (isNativeToken(chain, token)) return chain.nativeToken;
      const key = `${chain.caip2} ${token}`;
      const facts = known.get(key);
      if (facts) return facts;
      try {
        return await timeLimit.for(chain.name, readOnce(key, adapter, token));
      } catch (cause) {
        const stored = isUnavailable(cause)
          ? await journal.findToken(chain.caip2, token)
          : undefined;
        if (!stored) throw cause;
        remember(key, stored);
        return stored;
      }
    },
  };
}

/** Whether a chain could not be asked, or too few of its hosts. */
export function isUnavailable(cause: unknown): boolean {
  return (
    cause instanceof FerrymanError &&
    (cause.code === 'CHAIN_UNAVAILABLE' ||
      cause.code === 'WITNESS_MISSING' ||
      cause.code.startsWith('RPC_'))
  );
}
