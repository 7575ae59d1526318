import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choices } from './events.ts';
import { play, tell } from './play.ts';
import type { Sabotage, World } from './world.ts';

/*
 * `decide` and the rules of leases, against a model of a chain and of the journal on virtual time.
 * A history is a list of numbers, each an event: somebody works, waits, is killed, misses an
 * answer; a block is mined, or taken back; the journal goes back to its backup. When it is over the
 * faults stop, and every swap must come to its end. `FERRYMAN_MODEL_SEED` plays others than the
 * usual ones, and `FERRYMAN_MODEL_HISTORIES=100000` more of them.
 */

const histories = Number(process.env.FERRYMAN_MODEL_HISTORIES ?? 20_000);
const batchSize = 5_000;
const batches = Math.ceil(histories / batchSize);
const seed = Number(process.env.FERRYMAN_MODEL_SEED ?? 20_260_101);

const event = fc.nat({ max: choices - 1 });
/** Most faults need few events to meet; some need many. */
const history = fc.oneof(
  { weight: 24, arbitrary: fc.array(event, { maxLength: 20, size: 'max' }) },
  { weight: 1, arbitrary: fc.array(event, { maxLength: 70, size: 'max' }) },
);

/**
 * The simplest history found in which something is wrong, told; `undefined` where there is none.
 * @param see is given the end of each history
 */
function findWrong(
  numRuns: number,
  ofSeed: number,
  sabotage?: Sabotage,
  see: (world: World) => void = () => undefined,
): string | undefined {
  const isRight = fc.property(history, (events) => {
    const { violation, world } = play(events, sabotage);
    see(world);
    return violation === undefined;
  });
  const { counterexample, counterexamplePath } = fc.check(isRight, { numRuns, seed: ofSeed });
  if (!counterexample) return undefined;
  const [events] = counterexample;
  return [
    `seed ${ofSeed}, path ${counterexamplePath}, history [${events.join(', ')}]`,
    tell(events, sabotage),
  ].join('\n');
}

/** The histories of the first batch are played once, for what is wrong and for what they reach. */
let first: { wrong: string | undefined; seen: ReadonlyMap<string, number> } | undefined;
function firstBatch(): NonNullable<typeof first> {
  if (first) return first;
  const seen = new Map<string, number>();
  const wrong = findWrong(batchSize, seed, undefined, (world) => {
    for (const fact of new Set(factsOf(world))) seen.set(fact, (seen.get(fact) ?? 0) + 1);
  });
  first = { wrong, seen };
  return first;
}

describe(`in ${histories} histories from seed ${seed}`, () => {
  it.each(Array.from({ length: batches }, (_, batch) => seed + batch))(
    'no swap is paid twice, lost, or said to be what it is not (seed %i)',
    (ofSeed) => {
      const wrong = ofSeed === seed ? firstBatch().wrong : findWrong(batchSize, ofSeed);
      expect(wrong, 'a counterexample').toBeUndefined();
    },
  );
});

describe('the model can fail', () => {
  it.each<[Sabotage, RegExp]>([
    ['new-lease-on-unknown', /was paid twice$/],
    ['revert-is-final', /was paid twice$/],
    [
      'send-before-journal',
      /was paid twice$|was paid and is called untouched$|is (expired|failed) and was paid$|was sent and never committed$/,
    ],
    ['ignore-restore', /was paid twice$/],
  ])('%s', (sabotage, expected) => {
    expect(findWrong(5_000, seed, sabotage)).toMatch(expected);
  });
});

describe('the histories', () => {
  it.each([
    'settled',
    'failed',
    'expired',
    'cancelled',
    'needs_review',
    'paid by the first attempt',
    'paid by a bump',
    'cancelled on the chain',
    'paid although somebody wanted it cancelled',
    'failed on the chain for good',
    'a stranger used the nonce',
    'a nonce given back and used again',
    'a second generation',
    'a restored journal recognized',
    'paid by a wallet that was released',
    'taken back by a reorganization and paid all the same',
  ])('reach: %s', (fact) => {
    expect(firstBatch().seen.get(fact) ?? 0).toBeGreaterThan(batchSize / 500);
  });
});

function factsOf({
  journal: { state },
  committed,
  chain,
  releasedAfter = committed.length,
}: World): string[] {
  const facts: string[] = state.swaps.map(({ swap }) => swap.state);
  if (
    state.swaps.some(({ swap }) => swap.cancelRequestedAt !== undefined && swap.state === 'settled')
  ) {
    facts.push('paid although somebody wanted it cancelled');
  }
  if (state.losses.length > 0) facts.push('a restored journal recognized');
  if (
    committed
      .slice(releasedAfter)
      .some(({ swap, kind }) => kind === 'pay' && state.swaps[swap]?.swap.state === 'settled')
  ) {
    facts.push('paid by a wallet that was released');
  }
  for (const { nonce } of state.voided) {
    if (committed.some((one) => one.nonce === nonce))
      facts.push('a nonce given back and used again');
  }
  for (const { generation, outcome, lease } of state.swaps.flatMap(({ steps }) => steps)) {
    if (generation > 1) facts.push('a second generation');
    if (outcome === 'reverted_final') facts.push('failed on the chain for good');
    if (lease?.state === 'dead') facts.push('a stranger used the nonce');
    const landed = lease?.attempts.find(({ inclusion }) => inclusion.status === 'final');
    if (outcome === 'dead' && landed) facts.push('cancelled on the chain');
    if (outcome !== 'landed' || !landed) continue;
    facts.push(landed.kind === 'bump' ? 'paid by a bump' : 'paid by the first attempt');
    if (chain.takenBack.has(landed.txId))
      facts.push('taken back by a reorganization and paid all the same');
  }
  return facts;
}
