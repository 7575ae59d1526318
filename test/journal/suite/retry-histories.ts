import { describe, expect, it } from 'vitest';
import type { LeaseId, SwapId } from '../../../src/core/swap/ids.ts';
import { FerrymanError } from '../../../src/errors/ferryman-error.ts';
import { leased, newWorld, randomTxId, type Under, type World } from './fixture.ts';

/** A random number below `most`, the same ones for the same seed (mulberry32). */
function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

/** A lease of some swap's payment, and what was signed under it. */
interface Signed {
  swapId: SwapId;
  leaseId: LeaseId;
  attempts: { txId: string; kind: 'pay' | 'cancel' }[];
}

/**
 * All operations on a chain of retries, in any order. Most of them are refused most of the time.
 */
class ChainOfRetries {
  readonly #world: World;
  readonly #random: (most: number) => number;
  readonly #swaps: SwapId[];
  readonly #leases: Signed[] = [];

  constructor(world: World, first: SwapId, random: (most: number) => number) {
    this.#world = world;
    this.#random = random;
    this.#swaps = [first];
  }

  /** One operation, chosen and prepared now, executed when it is called. */
  act(): () => Promise<string> {
    const { journal } = this.#world;
    const id = this.#pickLate(this.#swaps)!;
    const lease = this.#pickLate(this.#leases);
    const commit = async (kind: 'pay' | 'cancel') =>
      lease ? this.#commit(lease, kind) : 'nothing';
    const acts: [weight: number, act: () => Promise<string>][] = [
      [4, () => this.#lease(id)],
      [4, () => commit('pay')],
      [1, () => commit('cancel')],
      [2, async () => (lease ? this.#prove(lease) : 'nothing')],
      [1, async () => (await journal.cancel(id)).kind],
      [1, () => this.#end(id)],
      [3, () => this.#retry(id)],
    ];
    return this.#pick(acts.flatMap(([weight, act]) => Array<typeof act>(weight).fill(act)))!;
  }

  get ids(): string {
    return this.#swaps.map((id) => `'${id}'`).join(', ');
  }

  get length(): number {
    return this.#swaps.length;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#random(Math.max(1, items.length))];
  }

  /** Mostly the last one: operations on ended ones are rare. */
  #pickLate<Item>(items: readonly Item[]): Item | undefined {
    return this.#random(3) > 0 ? items.at(-1) : this.#pick(items);
  }

  async #lease(id: SwapId): Promise<string> {
    await this.#world.quote(id);
    await this.#world.swapData(id);
    const { leaseId } = leased(await this.#world.lease(id));
    this.#leases.push({ swapId: id, leaseId, attempts: [] });
    return 'leased';
  }

  async #end(id: SwapId): Promise<string> {
    const version = await this.#world.version(id);
    const state = (['failed', 'expired', 'needs_review'] as const)[this.#random(3)]!;
    await this.#world.journal.transition({ swapId: id, version, state, fundsState: 'untouched' });
    return state;
  }

  async #retry(id: SwapId): Promise<string> {
    const result = await this.#world.journal.retry({
      swapId: id,
      maxGenerations: 2,
      now: Date.now(),
    });
    if (result.kind === 'refused') return result.refusal.code;
    if (result.created) this.#swaps.push(result.swapId);
    return 'retried';
  }

  async #commit(lease: Signed, kind: 'pay' | 'cancel'): Promise<string> {
    const txId = randomTxId();
    const result = await this.#world.commit(lease.swapId, lease.leaseId, { kind, txId });
    if (result.kind === 'committed') lease.attempts.push({ txId, kind });
    return result.kind;
  }

  /** The chain executed one of the attempts, with success or not, or an external transaction. */
  async #prove({ swapId, leaseId, attempts }: Signed): Promise<string> {
    const landed = this.#pick(attempts);
    if (!landed) return 'nothing';
    const isStranger = this.#random(12) === 0;
    const succeeded = landed.kind === 'cancel' || this.#random(3) > 0;
    await this.#world.prove(
      swapId,
      leaseId,
      isStranger ? { stranger: true } : { txId: landed.txId, succeeded },
    );
    return 'proven';
  }
}

/** Payments that landed, may land, or may have landed: an external transaction used their nonce. */
async function possiblePayments(world: World, ids: string): Promise<number> {
  const [row] = await world.raw(
    `select count(*)::int as payments from steps st
     where st.swap_id in (${ids}) and st.kind = 'swap' and (st.outcome = 'landed' or exists (
       select from lease_steps ls join leases l on l.id = ls.lease_id join attempts a on a.lease_id = l.id
       where ls.step_id = st.id and l.state in ('signed', 'dead')))`,
  );
  return Number(row?.payments);
}

const passing: ReadonlySet<string> = new Set(['JOURNAL_STALE', 'JOURNAL_BROKEN_INVARIANT']);

export function describeRetryHistories(under: Under): void {
  describe('random histories of a chain of retries, two acts at a time,', () => {
    it('have at most one payment that landed or may land, over all swaps of the chain', async () => {
      const outcomes = new Map<string, number>();
      for (let seed = 1; seed <= 30; seed++) {
        const world = await newWorld(under());
        const random = randomFrom(seed);
        const chain = new ChainOfRetries(world, (await world.submit()).id, random);
        for (let step = 0; step < 25; step++) {
          const results = await Promise.allSettled([chain.act()(), chain.act()()]);
          for (const result of results) {
            if (result.status === 'fulfilled') {
              outcomes.set(result.value, 1 + (outcomes.get(result.value) ?? 0));
            } else if (!(result.reason instanceof FerrymanError)) {
              // The fixture throws this for a refused lease.
              expect(result.reason.message, `seed ${seed}, step ${step}`).toMatch(/^refused: /);
            } else {
              expect(passing, `seed ${seed}, step ${step}: ${result.reason.message}`).toContain(
                result.reason.code,
              );
              // The operations refuse by themselves; the law covers their bugs.
              expect(
                `${result.reason.details.constraint}`,
                `seed ${seed}, step ${step}`,
              ).not.toContain('p5');
            }
          }
          expect(
            await possiblePayments(world, chain.ids),
            `seed ${seed}, step ${step}`,
          ).toBeLessThanOrEqual(1);
        }
        outcomes.set('swaps', chain.length + (outcomes.get('swaps') ?? 0));
      }
      // The histories cover something: every possible result occurs.
      for (const outcome of [
        'committed',
        'proven',
        'retried',
        'requested',
        'cancelled',
        'PAYMENT_MAY_LAND',
      ]) {
        expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(3);
      }
      expect(outcomes.get('swaps')).toBeGreaterThan(50);
    });
  });
}
