import { numberToHex } from 'viem';
import type { Chain, ChainName } from '../../core/chains.ts';
import type { ChainHead } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { type Block, block } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** However fast blocks come, an endpoint is behind only after this time, in milliseconds: clocks differ, and chains pause. */
const leastPatience = 120_000;
/** Block times without a block after which a slow chain's endpoint is behind: ETH, 12 s each, leaves one slot in a hundred empty. */
const patientBlocks = 25;

/**
 * `final` is counted down from `latest` by the chain's depth: the `finalized` tag means something else on every network.
 * @throws `RPC_BEHIND` where the newest block is old, or others have a much newer one
 */
export async function readHead(
  endpoint: Endpoint,
  chain: Pick<Chain, 'name' | 'proofDepth' | 'blockTimeMs'>,
): Promise<ChainHead> {
  const { number: latest } = await readLatest(endpoint, chain);
  const depth = BigInt(chain.proofDepth);
  return { latest, final: latest > depth ? latest - depth : 0n };
}

/** The newest block. @throws `RPC_BEHIND` */
export async function readLatest(endpoint: Endpoint, chain: Pick<Chain, 'name' | 'blockTimeMs'>): Promise<Block> {
  const latest = await endpoint.read('eth_getBlockByNumber', ['latest', false], block);
  const age = endpoint.saw(latest);
  if (age <= Math.max(leastPatience, patientBlocks * chain.blockTimeMs)) return latest;
  throw behind(endpoint, chain.name, latest.number, age);
}

/** With one endpoint there is no other head to compare with, but a block carries its time. */
function behind({ host }: Endpoint, chain: ChainName, latest: bigint, age: number): FerrymanError {
  const seconds = Math.round(age / 1_000);
  const message = `${host} is behind: the newest block of ${chain} that it has, ${latest}, is ${seconds} s old`;
  return new FerrymanError('RPC_BEHIND', message, { details: { host, latest: `${latest}`, seconds } });
}

/** The canonical block of a number, as far as the endpoint has it. */
export function findBlock(endpoint: Endpoint, number: bigint): Promise<Block | null> {
  return endpoint.read('eth_getBlockByNumber', [numberToHex(number), false], block.nullable());
}

export async function readBlock(endpoint: Endpoint, number: bigint): Promise<Block> {
  const found = await findBlock(endpoint, number);
  if (!found) throw new FerrymanError('RPC_UNAVAILABLE', `${endpoint.host} does not have block ${number} yet`);
  return found;
}
