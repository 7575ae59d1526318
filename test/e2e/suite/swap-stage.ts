import { createPublicClient, http, parseAbi } from 'viem';
import type { EvmChainName } from '../../../sandbox/endpoints.ts';
import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { JobRequest } from '../../../src/executor/job-request.ts';
import type { SwapEventType } from '../../../src/ports/swap-event.ts';
import { fund, type TestFerryman, tokenOf } from '../../support/harness.ts';
import { honestReceiver } from '../../support/tampering-router.ts';

export const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address,address) view returns (uint256)',
  'function approve(address,uint256)',
]);
export const oneUsd = 1_000_000n;

/** What tests ask a sandbox's chains and a Ferryman on them; every job begins on ETH. */
export interface SwapStage {
  token(chain: EvmChainName, symbol: string): `0x${string}`;
  client(chain: EvmChainName): ReturnType<typeof createPublicClient>;
  sentBy(address: `0x${string}`): Promise<number>;
  balanceOf(chain: EvmChainName, symbol: string, owner: `0x${string}`): Promise<bigint>;
  /** Amounts by symbol. */
  give(address: string, funds: Record<string, bigint>): Promise<void>;
  job(wallet: string, from: string, to: EvmChainName, toSymbol: string, amount: string): JobRequest;
}

export function swapStage({ endpoints }: Sandbox): SwapStage {
  const token: SwapStage['token'] = (chain, symbol) =>
    tokenOf(endpoints, chain, symbol) as `0x${string}`;
  const client: SwapStage['client'] = (chain) =>
    createPublicClient({ transport: http(endpoints.chains[chain].rpcUrls[0]) });
  return {
    token,
    client,
    sentBy: (address) => client('ETH').getTransactionCount({ address }),
    balanceOf: (chain, symbol, owner) =>
      client(chain).readContract({
        address: token(chain, symbol),
        abi: erc20,
        functionName: 'balanceOf',
        args: [owner],
      }),
    async give(address, funds) {
      for (const [symbol, amount] of Object.entries(funds)) {
        await fund(endpoints, 'ETH', address, token('ETH', symbol), amount);
      }
    },
    job: (wallet, from, to, toSymbol, amount) => ({
      wallet,
      from: { chain: 'ETH', token: token('ETH', from) },
      to: { chain: to, token: token(to, toSymbol) },
      amount,
      receiver: honestReceiver,
      slippageBps: 100,
    }),
  };
}

export async function eventsOf({ ferryman }: TestFerryman, id: SwapId, type: SwapEventType) {
  return (await ferryman.journal.events(id)).filter((event) => event.type === type);
}
