import { createClient, type FerrymanClient, type Job, type Swap } from '../../client/src/index.ts';
import { tellSandbox } from '../../test/support/tell-sandbox.ts';
import { arbitrum, eth, job, polygon, receiver, usdcBy, usdcOnEth, usdcOnPolygon } from './jobs.ts';
import type { Started } from './start-service.ts';

/** Ids of the swaps and of what else has a page of its own. */
export interface History {
  settled: string;
  refunded: string;
  failed: string;
  /** One that may be retried. */
  retryable: string;
  pending: string;
  review: string;
  deposit: string;
  /** Held for an approval, which is `approval`, and one that a person has approved. */
  held: string;
  approval: string;
  approved: string;
  bulkAction: string;
  webhook: string;
}

/** Fills the journal with swaps in every state that a sandbox leads to, and with acts of people. */
export async function makeHistory(started: Started): Promise<History> {
  const client = createClient({ url: started.apiUrl, apiKey: started.apiKey });
  const submit = submitter(client);
  const { webhook, payroll } = await makeSurroundings(client);

  const [settled, celer, xy, failed, retryable, priceless] = await Promise.all([
    submit(usdcBy('across', '250')),
    submit(usdcBy('celer_bridge', '120')),
    submit(usdcBy('xy', '1250')),
    submit(usdcBy('across', '250000')),
    submit(usdcBy('across', '180000')),
    submit(unaffordable('55')),
    submit(usdcBy('symbiosis', '75.5')),
    submit(usdcBy('wanchain_bridge', '40')),
    submit(usdcBy('retro_bridge', '310.25')),
    submit(usdcBy('arbitrum', '90', { to: { chain: 'ARBITRUM', token: 'USDC' } })),
    submit(usdcBy('stargate_v2', '640')),
    submit(job({ from: usdcOnEth, to: { chain: 'ETH', token: 'DAI' }, amount: '33' })),
    submit(job({ from: eth, to: polygon, amount: '1.5' })),
    submit(job({ from: polygon, to: arbitrum, amount: '900' })),
    submit(job({ from: arbitrum, to: polygon, amount: '0.25' })),
    // No order is as good as these ask.
    submit(unaffordable('60')),
    ...otherFamilies(started).map(submit),
  ]);
  const deposit = await submit(
    usdcBy('changenow', '500', { from: usdcOnEth, flow: 'deposit-by-hand' }),
  );
  await Promise.all(
    [settled, celer, xy, failed, retryable, priceless].map((id) => client.swaps.wait(id)),
  );
  await reach(client, deposit, ['awaiting_deposit']);

  await client.swaps.retry(failed, { reason: 'the wallet is funded again' });
  await client.stops.create({
    scope: 'provider',
    subject: 'xy',
    reason: 'keeps payments without paying out; asked their support',
  });
  const held = await holdSome(client, createClient({ url: started.apiUrl, apiKey: payroll }));
  const pending = await fillLane(client, started.controlUrl, submit);
  const bulkAction = await retryMany(client);
  return {
    settled,
    refunded: celer,
    failed,
    retryable,
    pending,
    review: xy,
    deposit,
    ...held,
    bulkAction,
    webhook,
  };
}

/** Submits each job under an idempotency key of its own, the number after `first` for the first. */
function submitter(client: FerrymanClient, first = 1_000): (given: Job) => Promise<string> {
  let count = first;
  return async (given) => {
    count += 1;
    const metadata = { source: count % 3 === 0 ? 'treasury' : 'payroll', invoice: `${count}` };
    const { swap } = await client.swaps.create(
      { metadata, ...given },
      { idempotencyKey: `invoice-${count}` },
    );
    return swap.id;
  };
}

/** A webhook to a host that does not exist, and keys of three kinds. */
async function makeSurroundings(
  client: FerrymanClient,
): Promise<{ webhook: string; payroll: string }> {
  await client.keys.create({ name: 'support', scopes: ['view'] });
  const { secret: payroll } = await client.keys.create({
    name: 'payroll',
    scopes: ['view', 'submit'],
    wallets: ['sandbox'],
  });
  const { key } = await client.keys.create({ name: 'former contractor', scopes: ['view'] });
  await client.keys.revoke(key.id);
  await client.webhooks.create({
    name: 'on call',
    url: 'https://chat.example.invalid/services/ferryman',
    form: 'slack',
    topics: ['swap.needs_review', 'swap.funds_unknown', 'wallet.low_gas'],
  });
  await makeRules(client);
  const { webhook } = await client.webhooks.create({
    name: 'bookkeeping',
    url: 'https://hooks.example.invalid/ferryman',
    form: 'standard',
  });
  return { webhook: webhook.id, payroll };
}

/** A rule with two versions, and one that is paused. */
async function makeRules(client: FerrymanClient): Promise<void> {
  const weekly = {
    ...{
      id: 'weekly-eth',
      kind: 'recurring' as const,
      wallet: 'sandbox',
      slippageBps: 50,
      receiver,
    },
    schedule: { cron: '0 9 * * 1', timeZone: 'Europe/Zurich' },
    ...{ from: usdcOnEth, to: eth, note: 'ether for the reserve' },
    ...{ overlap: 'skip' as const, catchUp: 'none' as const, pauseAfterFailures: 3 },
  };
  await client.treasuryRules.apply('weekly-eth', {
    rule: { ...weekly, usd: '500' },
    reason: 'decided in the board of October',
  });
  await client.treasuryRules.apply('weekly-eth', {
    rule: { ...weekly, usd: '750' },
    reason: 'decided in the board of November',
  });
  await client.treasuryRules.apply('monthly-sweep', {
    rule: {
      ...{ ...weekly, id: 'monthly-sweep', kind: 'sweep' as const, reserve: '1000', minimum: '0' },
      schedule: { cron: '0 18 1 * *', timeZone: 'America/New_York' },
    },
    reason: 'nothing idles on the hot wallet',
  });
  await client.treasuryRules.pause('monthly-sweep', { reason: 'until the audit is over' });
}

/**
 * Jobs that admit more slippage than the policy: the guard holds them. Another key asks for them, so
 * that the one of the pictures may decide.
 */
async function holdSome(
  client: FerrymanClient,
  other: FerrymanClient,
): Promise<Pick<History, 'held' | 'approval' | 'approved'>> {
  const submit = submitter(other, 5_000);
  const hold = async (amount: string): Promise<{ id: string; approval: string }> => {
    const id = await submit(usdcBy('across', amount, { slippageBps: 450 }));
    await reach(client, id, ['awaiting_approval']);
    const { approvals } = await client.call('listApprovals', { query: { swapId: id } });
    return { id, approval: approvals[0]?.id ?? '' };
  };
  const [held, approved, rejected] = [await hold('410'), await hold('95'), await hold('1800')];
  const decision = { scope: 'once', reason: 'the payout is due today' } as const;
  await client.approvals.approve(approved.approval, decision);
  await client.approvals.reject(rejected.approval, { reason: 'ask for it with 1 % at most' });
  await client.swaps.wait(approved.id);
  return { held: held.id, approval: held.approval, approved: approved.id };
}

/** It expires: no provider offers so much. */
function unaffordable(amount: string): Job {
  const { slippageBps: _, ...rest } = job({ from: usdcOnEth, to: usdcOnPolygon, amount });
  return { ...rest, minOut: '1000', deadline: new Date(Date.now() + 12_000).toISOString() };
}

function otherFamilies({ wallets }: Started): Job[] {
  const from = { ton: 'TON', solana: 'SOLANA', tron: 'TRON', bitcoin: 'BITCOIN' } as const;
  const amounts = { ton: '12.5', solana: '0.75', tron: '150', bitcoin: '0.01' } as const;
  return (['ton', 'solana', 'tron', 'bitcoin'] as const).map((family) =>
    job({
      wallet: wallets[family]?.name ?? family,
      from: { chain: from[family], token: 'native' },
      to: usdcOnPolygon,
      amount: amounts[family],
      receiver,
    }),
  );
}

/** Swaps on a chain that stands still: the first ones are sent, the others wait in the lane. */
async function fillLane(
  client: FerrymanClient,
  controlUrl: string,
  submit: (given: Job) => Promise<string>,
): Promise<string> {
  await tellSandbox(controlUrl, '/chains/ARBITRUM', { mining: false });
  const stuck = (amount: string): Job => job({ from: arbitrum, to: polygon, amount });
  const pending = await submit(stuck('0.4'));
  await reach(client, pending, ['executing', 'confirming']);
  const others = await Promise.all(
    Array.from({ length: 30 }, (_, at) => submit(stuck(`0.${at + 1}`))),
  );
  const last = others.at(-1);
  if (last) await client.swaps.cancel(last, { reason: 'ordered twice' });
  return pending;
}

async function retryMany(client: FerrymanClient): Promise<string> {
  const request = { action: 'retry' as const, filter: { state: 'expired' } };
  const preview = await client.bulkActions.create({
    ...request,
    reason: 'dry run',
    ratePerMinute: 60,
    dryRun: true,
  });
  const made = await client.bulkActions.create({
    ...request,
    reason: 'prices are back to normal',
    ratePerMinute: 60,
    expected: 'matched' in preview ? preview.matched : 0,
    dryRun: false,
  });
  if (!('bulkAction' in made)) throw new Error('the service only made a dry run');
  return made.bulkAction.id;
}

/** Waits until the swap is in one of the states. */
async function reach(
  client: FerrymanClient,
  id: string,
  states: readonly Swap['state'][],
): Promise<void> {
  for (let left = 120; left > 0; left -= 1) {
    const { swap } = await client.swaps.get(id);
    if (states.includes(swap.state)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`swap ${id} is not ${states.join(' or ')} after a minute`);
}
