import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { Inclusion } from '../../../core/swap/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../../../ports/chain-observation.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import type { Endpoint, SeenTransaction } from './endpoint.ts';
import { readHead } from './head.ts';
import { isSpentBy } from './spend.ts';

/**
 * Finds attempts. Reads the head first, so that nothing is reported as final too early. A known
 * inclusion is reverted only if the chain has another block at its height: a server that does not
 * have the transaction does not revert it.
 */
export async function observe(
  endpoint: Endpoint,
  chain: BitcoinChain,
  attempts: readonly ObservedAttempt[],
): Promise<ChainObservation> {
  const head = await readHead(endpoint, chain);
  const distinct = [...new Map(attempts.map((attempt) => [attempt.txId, attempt])).values()];
  const hashes = new Map<bigint, Promise<string | undefined>>();
  const hashAt = (number: bigint): Promise<string | undefined> => {
    const hash = hashes.get(number) ?? endpoint.hashAt(number);
    hashes.set(number, hash);
    return hash;
  };
  const inclusions = await mapBounded(distinct, async (attempt) => {
    const found = await endpoint.transaction(attempt.txId);
    return [attempt.txId, await inclusionOf(attempt, found, head.final, hashAt)] as const;
  });
  const found = new Map(inclusions);
  // An included attempt has spent its own coins, so only those of the others are read.
  const open = distinct.filter(({ txId }) => !isIncluded(found.get(txId)));
  const coins = [...new Set(open.flatMap(({ outpoints = [] }) => outpoints))];
  const spends = await mapBounded(coins, async (coin) => {
    return [coin, isSpentBy(await endpoint.spendOf(coin), head.final)] as const;
  });
  const finalSpends = coins.length === 0 ? {} : { finalSpends: new Map(spends) };
  return { head, attempts: found, finalNonces: new Map(), ...finalSpends };
}

function isIncluded(inclusion: Inclusion | undefined): boolean {
  return inclusion?.status === 'included' || inclusion?.status === 'final';
}

async function inclusionOf(
  { inclusion }: ObservedAttempt,
  found: SeenTransaction | undefined,
  final: bigint,
  hashAt: (number: bigint) => Promise<string | undefined>,
): Promise<Inclusion> {
  const statusAt = ({ number }: BlockReference) => (number <= final ? 'final' : 'included');
  const block = found?.block;
  if (found && block && (await hashAt(block.number)) === block.hash) {
    return { status: statusAt(block), block, succeeded: true, feePaid: found.fee };
  }
  if (inclusion && 'block' in inclusion) {
    const hash = await hashAt(inclusion.block.number);
    if (hash === inclusion.block.hash) return { ...inclusion, status: statusAt(inclusion.block) };
    // The server has no block at that height, so it does not contradict the inclusion.
    if (hash === undefined) return inclusion;
  }
  return { status: found ? 'pending' : 'unseen' };
}
