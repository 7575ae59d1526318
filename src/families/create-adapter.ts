import { assertNever } from '../core/assert-never.ts';
import type { Chain } from '../core/chains.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpCall } from '../ports/http.ts';

/** A chain and where it is asked. */
export interface ChainOptions {
  chain: Chain;
  /** The first that answers and keeps up is asked. What lets Ferryman pay again takes two hostnames. */
  rpcUrls: readonly string[];
  /**
   * WebSockets (`ws:`, `wss:`) that tell of new blocks, of EVM chains and Solana: while something is open there, the chain is looked at when
   * a block comes. Default: none, and blocks are polled.
   */
  wsUrls?: readonly string[];
  /** How long one HTTP request may take, in milliseconds. Default: 10,000. */
  timeoutMs?: number;
}

/** A family's library is loaded where a chain of it is configured: each takes as long as all the rest together. */
export async function createAdapter(
  { chain, ...options }: ChainOptions,
  { dataFolder, ...tools }: { dataFolder: string; clock: Clock; fetch: HttpCall },
): Promise<ChainAdapter> {
  switch (chain.family) {
    case 'evm': {
      const { createEvmAdapter } = await import('./evm/adapter/create-evm-adapter.ts');
      return createEvmAdapter({ ...options, ...tools, chain });
    }
    case 'tron': {
      const { createTronAdapter } = await import('./tron/adapter/create-tron-adapter.ts');
      return createTronAdapter({ ...options, ...tools, chain });
    }
    case 'solana': {
      const { createSolanaAdapter } = await import('./solana/adapter/create-solana-adapter.ts');
      return createSolanaAdapter({ ...options, ...tools, chain });
    }
    case 'ton': {
      const [{ createTonAdapter }, { findTonWallet }] = await Promise.all([
        import('./ton/adapter/create-ton-adapter.ts'),
        import('../keys/find-ton-wallet.ts'),
      ]);
      const walletOf = (account: string) => findTonWallet(dataFolder, account);
      return createTonAdapter({ ...options, ...tools, chain, walletOf });
    }
    case 'bitcoin': {
      const { createBitcoinAdapter } = await import('./bitcoin/adapter/create-bitcoin-adapter.ts');
      return createBitcoinAdapter({ ...options, ...tools, chain });
    }
    default:
      return assertNever(chain, 'chain');
  }
}
