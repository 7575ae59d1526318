import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
} from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { FeedRound } from '../../../ports/capabilities/price-feeds.ts';
import { type Block, bytes } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** https://docs.chain.link/data-feeds/api-reference */
const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);

/**
 * Reads a Chainlink feed. Throws `RPC_MALFORMED` if its contract does not answer as one.
 * @param on absent: the newest block
 */
export async function readLatestRound(
  endpoint: Endpoint,
  feed: Address,
  on?: Pick<Block, 'number'>,
): Promise<FeedRound> {
  const block = on ? numberToHex(on.number) : 'latest';
  const [decimals, round] = await Promise.all([
    call(endpoint, feed, 'decimals', block),
    call(endpoint, feed, 'latestRoundData', block),
  ]);
  try {
    const count = decodeFunctionResult({ abi, functionName: 'decimals', data: decimals });
    const [, answer, , updatedAt] = decodeFunctionResult({
      abi,
      functionName: 'latestRoundData',
      data: round,
    });
    // A time beyond any clock is no time.
    const seconds = updatedAt < 2n ** 40n ? Number(updatedAt) : 0;
    return { answer, decimals: count, updatedAt: seconds * 1_000 };
  } catch (cause) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `the contract ${feed} does not answer as a price feed`,
      {
        cause,
      },
    );
  }
}

function call(
  endpoint: Endpoint,
  to: Address,
  functionName: 'decimals' | 'latestRoundData',
  block: Hex | 'latest',
): Promise<Hex> {
  const data = encodeFunctionData({ abi, functionName });
  return endpoint.read('eth_call', [{ to, data }, block], bytes);
}
