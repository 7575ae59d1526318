import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import type { Order } from '../../../../src/core/swap/swap.ts';
import type { Guard } from '../../../../src/ports/guard.ts';
import type { MarketPrices } from '../../../../src/ports/prices.ts';
import { leased } from '../../../journal/suite/fixture.ts';
import type { Outcome } from './base.ts';
import { duration, isSet, told, type UsedBefore, usedBefore } from './env.ts';
import { CannotBuild, type Env } from './vector.ts';
import { withOwnJournal, withWorld } from './with-world.ts';

interface Paid {
  env: Env;
  guard: Guard;
  job: Job;
  order: Order;
  prices: MarketPrices;
}

/** What only a journal refuses: a stop, a cap that others have used up, bytes that are too old. */
export async function judgeLedger(paid: Paid): Promise<Outcome[]> {
  const { env } = paid;
  const used = usedBefore(env);
  const age = duration(env, 'simulationAge');
  const parallel = told(env, 'parallel');
  return [
    ...(isSet(env, 'killSwitch') ? [await judgeStopped(paid)] : []),
    ...(used ? [await judgeUsed(paid, used)] : []),
    ...(age === undefined ? [] : [await judgeAged(age)]),
    ...(parallel === undefined ? [] : [await judgeParallel(paid, Number(parallel))]),
  ];
}

const outcome = (rule: string, isRefused: boolean): Outcome =>
  isRefused ? { kind: 'refused', rules: [rule] } : { kind: 'allow', rules: [] };

async function judgeStopped({ order: { provider } }: Paid): Promise<Outcome> {
  let stop: unknown;
  await withWorld(async ({ journal, wallet, chain }) => {
    const everything = { scope: 'all', subject: '', by: 'a person', reason: 'a vector' } as const;
    await journal.setSwitch({ ...everything, stopped: true });
    stop = await journal.stopOfSignature({
      ...{ walletId: wallet.id, wallet: wallet.name, chain },
      ...{ providers: [provider], rules: [] },
    });
    await journal.setSwitch({ ...everything, stopped: false });
  });
  return outcome('G09', stop !== undefined);
}

/** More payments take as long as they are many, and no cap of a vector is larger. */
const mostPayments = 100;

/** Payments of other jobs take their part first, in the same journal. */
async function judgeUsed(
  { guard, job, order, prices }: Paid,
  { dayUsd, hourUsd, count }: UsedBefore,
): Promise<Outcome> {
  const chain = chainRegistry[job.from.chain]!;
  const caps = guard.capsOf({ chain, job, order, prices });
  if (!caps) throw new CannotBuild('the policy has no caps');
  if (count > mostPayments) throw new CannotBuild(`${count} payments are too many`);
  // What was used in the last hour was used in the last day too.
  const usd = Math.max(dayUsd, hourUsd);
  const payments = Array.from({ length: Math.max(count, 1) }, (_, index) =>
    index === 0 ? BigInt(Math.round(usd * 100)) * 10n ** 16n : 0n,
  );
  let isRefused = false;
  await withOwnJournal(async (world) => {
    for (const usdE18 of payments)
      await world.paid({ caps: { use: { ...caps.use, usdE18 }, bounds: [] } });
    const result = await world.lease(await world.ready(), { caps });
    if (result.kind === 'refused' && result.refusal.kind !== 'cap_reached')
      throw new CannotBuild(`the lease is refused: ${result.refusal.kind}`);
    isRefused = result.kind === 'refused';
  });
  return outcome('G09', isRefused);
}

/** So many jobs like this one, each within the caps by itself. */
async function judgeParallel({ guard, job, order, prices }: Paid, count: number): Promise<Outcome> {
  const chain = chainRegistry[job.from.chain]!;
  const caps = guard.capsOf({ chain, job, order, prices });
  if (!caps || !(count <= mostPayments)) throw new CannotBuild(`${count} jobs cannot be built`);
  let isRefused = false;
  await withOwnJournal(async (world) => {
    for (let paid = 0; paid < count && !isRefused; paid++) {
      const id = await world.ready();
      const result = await world.lease(id, { caps });
      isRefused = result.kind === 'refused' && result.refusal.kind === 'cap_reached';
      if (!isRefused) await world.commit(id, leased(result).leaseId);
    }
  });
  return outcome('G09', isRefused);
}

/** The bytes are simulated when their order comes, and committed so much later. */
async function judgeAged(age: number): Promise<Outcome> {
  let isRefused = false;
  await withWorld(async (world) => {
    const id = await world.ready();
    const { leaseId } = leased(await world.lease(id));
    const left = defaultPolicy.signWithin - age;
    await world.raw(
      `update orders set sign_by = clock_timestamp() + interval '${left} milliseconds' where swap_id = '${id}'`,
    );
    isRefused = (await world.commit(id, leaseId)).kind === 'refused';
  });
  return outcome('G12', isRefused);
}
