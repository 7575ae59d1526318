import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { FeedRound } from '../../../ports/capabilities/price-feeds.ts';
import { bytes } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** https://docs.chain.link/data-feeds/api-reference */
const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);

/** Reads a Chainlink feed. Throws `RPC_MALFORMED` if its contract does not answer as one. */
export async function readLatestRound(endpoint: Endpoint, feed: Address): Promise<FeedRound> {
  const [decimals, round] = await Promise.all([
    call(endpoint, feed, 'decimals'),
    call(endpoint, feed, 'latestRoundData'),
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
): Promise<Hex> {
  const data = encodeFunctionData({ abi, functionName });
  return endpoint.read('eth_call', [{ to, data }, 'latest'], bytes);
}
