import type { Hex } from 'viem';
import { token } from './addresses.ts';
import { type EvmChain, effectsOf, gasUsed, type Log, logsOf } from './evm-chain.ts';
import { addressAt, addressWord, quantity, word } from './hex.ts';

interface SimulatedRequest {
  from?: string;
  to?: string;
  input?: string;
  data?: string;
  value?: string;
}

export interface SimulatedBlock {
  blockOverrides?: { baseFeePerGas?: string };
  stateOverrides?: Record<string, unknown>;
  calls?: SimulatedRequest[];
}

interface Answer {
  status: Hex;
  returnData: Hex;
  gasUsed: Hex;
  logs: Log[];
  error?: { code: number; message: string };
}

/** EIP-7528: the emitter of the coin transfers that a simulation adds to the logs. */
const coinEmitter = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';
const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const reverted = { code: 3, message: 'execution reverted' };

/**
 * `eth_simulateV1` for one block with `traceTransfers`. Each call sees the changes of the calls
 * before it.
 */
export function simulateBlock(
  chain: EvmChain,
  { blockOverrides = {}, stateOverrides = {}, calls = [] }: SimulatedBlock,
): { calls: Answer[] } {
  const readers = new Set(Object.keys(stateOverrides).map((address) => address.toLowerCase()));
  const coins = new Map<string, bigint>();
  const tokens = new Map<string, bigint>();
  const add = (changes: Map<string, bigint>, account: string, delta: bigint): void => {
    changes.set(account, (changes.get(account) ?? 0n) + delta);
  };
  const price = BigInt(blockOverrides.baseFeePerGas ?? '0x0');

  return {
    calls: calls.map((call) => {
      const to = (call.to ?? '').toLowerCase();
      const data = (call.input ?? call.data ?? '0x').toLowerCase();
      if (readers.has(to)) {
        const account = `0x${data.slice(26, 66)}`;
        return answer(word(chain.balances.at(account) + (coins.get(account) ?? 0n)));
      }
      if (call.from === undefined) {
        return answer(readContract(chain, to, data, undefined, tokens) ?? '0x');
      }
      const from = call.from.toLowerCase();
      const effects = effectsOf({ from, to, value: BigInt(call.value ?? '0x0'), data });
      add(coins, from, -gasUsed * price);
      if (!effects.succeeded) return { ...answer('0x'), status: '0x0', error: reverted };
      for (const { from: source, to: target, amount, token: kind } of effects.moves) {
        add(kind === 'coin' ? coins : tokens, source, -amount);
        add(kind === 'coin' ? coins : tokens, target, amount);
      }
      const traced = effects.moves
        .filter(({ token: kind }) => kind === 'coin')
        .map((move) => ({
          address: coinEmitter,
          topics: [transferTopic, addressWord(move.from), addressWord(move.to)],
          data: word(move.amount),
        }));
      return { ...answer('0x'), logs: [...traced, ...logsOf(effects)] };
    }),
  };
}

function answer(returnData: Hex): Answer {
  return { status: '0x1', returnData, gasUsed: quantity(gasUsed), logs: [] };
}

const selectors = {
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  totalSupply: '0x18160ddd',
  decimals: '0x313ce567',
  symbol: '0x95d89b41',
};

/** The answer of a contract to a view call; undefined for an unknown function. */
export function readContract(
  chain: EvmChain,
  to: string,
  data: string,
  block?: number,
  changes: ReadonlyMap<string, bigint> = new Map(),
): Hex | undefined {
  if (to !== token) return undefined;
  switch (data.slice(0, 10)) {
    case selectors.balanceOf: {
      const account = addressAt(data, 0);
      return word(chain.tokenBalances.at(account, block) + (changes.get(account) ?? 0n));
    }
    case selectors.allowance:
      return word(0);
    case selectors.totalSupply:
      return word(10n ** 18n);
    case selectors.decimals:
      return word(6);
    case selectors.symbol:
      // "USDC" as an ABI string.
      return `0x${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${'55534443'.padEnd(64, '0')}`;
    default:
      return undefined;
  }
}
