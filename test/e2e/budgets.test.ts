import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { JobRule } from '../../src/core/swap/job.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  type TestFerryman,
} from '../support/harness.ts';
import { type SignerApart, signerApart } from '../support/signer-apart.ts';
import { until } from '../support/until.ts';

const minute = 60_000;
const timeOfDay = (at: number): number => {
  const date = new Date(at);
  return date.getUTCHours() * 60 + date.getUTCMinutes();
};

/** A rule that may pay so many times a week. */
const dca = (count: number, version = 1): JobRule => ({
  ...{ id: 'dca', version },
  budgets: [{ name: 'payments', window: 'week', bound: { unit: 'count', count } }],
});

let sandbox: Sandbox;
let apart: SignerApart;
let one: TestFerryman;
/** Its signer has a policy of its own, with a blackout of one wallet. */
let isolated: TestFerryman;
/** What the workers' clock is ahead. */
let ahead = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  const { endpoints } = sandbox;
  const start = Date.now();
  one = await startTestFerryman({
    endpoints,
    wallets: ['treasury'],
    clock: { now: () => Date.now() + ahead },
    adjust: ({ guardPolicy, ...options }) => ({
      ...options,
      guardPolicy: {
        ...guardPolicy!,
        // Half an hour to three quarters of an hour from now.
        blackouts: [
          {
            ...{ name: 'later today', timeZone: 'UTC' },
            ...{ from: timeOfDay(start + 30 * minute), to: timeOfDay(start + 45 * minute) },
          },
        ],
      },
    }),
  });
  apart = await signerApart(({ guardPolicy, ...options }) => ({
    ...options,
    guardPolicy: {
      ...guardPolicy!,
      blackouts: [{ name: 'closed', wallets: ['treasury'], timeZone: 'UTC', from: 0, to: 1_440 }],
    },
  }));
  isolated = await startTestFerryman({
    endpoints,
    wallets: ['treasury', 'other'],
    adjust: apart.adopt,
  });
  for (const address of [one.wallets.treasury, isolated.wallets.treasury, isolated.wallets.other])
    await fund(endpoints, 'ETH', address ?? '', native, 10n * oneEther);
});
afterAll(async () => {
  await one?.close();
  await isolated?.close();
  await apart?.close();
  await sandbox?.close();
});

const swapOf = async (id: string, of = one) =>
  (await of.ferryman.journal.findSwap(id as never))!.swap;

async function submit(key: string, rule?: JobRule, of = one, wallet = 'treasury') {
  const { swap } = await of.ferryman.submit({
    idempotencyKey: key,
    body: coinForUsdc(sandbox.endpoints, 'ETH', { wallet }),
    ...(rule ? { rule } : {}),
  });
  return swap.id;
}
const reaches = (id: string, state: string, of = one) =>
  until(async () => (await swapOf(id, of)).state === state);
const waitsWith = (id: string, code: string, of = one) =>
  until(async () => (await swapOf(id, of)).reason?.code === code);

describe('a job of a treasury rule', () => {
  it('takes of the budget that it bears, and waits when it is used up', async () => {
    const first = await submit('treasury:dca:1', dca(1));
    await reaches(first, 'settled');
    const second = await submit('treasury:dca:2', dca(1));
    await waitsWith(second, 'CAP_REACHED');
    expect(await swapOf(second)).toMatchObject({
      fundsState: 'untouched',
      reason: { message: expect.stringContaining('payments of rule dca') },
    });
    // A person's swap of the same wallet is none of the rule's.
    await reaches(await submit('a person’s'), 'settled');
    expect(await one.ferryman.caps()).toMatchObject([
      { rule: 'dca', window: 'week', uses: [{ used: '1', left: '0' }] },
    ]);
    // The next version of the rule has a larger budget. What waits keeps that of its own.
    await reaches(await submit('treasury:dca:3', dca(2, 2)), 'settled');
    expect((await swapOf(second)).reason?.code).toBe('CAP_REACHED');
  });

  it('is the same under the same key for the same version of the rule only', async () => {
    const id = await submit('treasury:dca:1', dca(1));
    expect(id).toBe(await submit('treasury:dca:1', dca(1)));
    for (const other of [dca(9), dca(1, 2), undefined])
      await expect(submit('treasury:dca:1', other)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
  });

  it('waits while its rule is stopped, and no other does', async () => {
    const { journal } = one.ferryman;
    const stop = { scope: 'rule', subject: 'sweep', by: 'a person', reason: 'a drill' } as const;
    await journal.setSwitch({ ...stop, stopped: true });
    const held = await submit('treasury:sweep:1', { id: 'sweep', version: 1, budgets: [] });
    await waitsWith(held, 'SIGNING_STOPPED');
    expect((await swapOf(held)).reason?.message).toContain('rule sweep: a drill');
    await reaches(await submit('another'), 'settled');
    await journal.setSwitch({ ...stop, stopped: false });
    await reaches(held, 'settled');
  });
});

describe('in a blackout', () => {
  it('a swap waits, asks for nothing, says until when, and goes on after it', async () => {
    ahead = 35 * minute;
    const id = await submit('in the blackout');
    await waitsWith(id, 'BLACKOUT');
    const { reason, state } = await swapOf(id);
    expect(state).toBe('requested');
    expect(reason?.message).toMatch(/the blackout later today .* ends at \d{4}-/);
    ahead = 0;
    await one.ferryman.retry(id);
    await reaches(id, 'settled');
  });

  it('of a signer’s own policy, it signs nothing for the wallet, whatever the workers want', async () => {
    const id = await submit('by the signer', undefined, isolated);
    await waitsWith(id, 'BLACKOUT', isolated);
    expect(await swapOf(id, isolated)).toMatchObject({ fundsState: 'untouched' });
    const open = await submit('of another', undefined, isolated, 'other');
    await reaches(open, 'settled', isolated);
  });
});
