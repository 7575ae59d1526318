import { expect, it } from 'vitest';
import { topicsOf } from '../../../src/executor/feed/topics.ts';
import { messageOf } from '../../../src/executor/webhooks/message-of.ts';
import {
  type FeedItem,
  feedStart,
  type NoticeDraft,
} from '../../../src/ports/stores/feed-store.ts';

it('tells a chat in whole coins how much gas is left', () => {
  const item: FeedItem = {
    ...{ kind: 'notice', type: 'low_gas', wallet: 'main', chain: 'SOLANA', at: 0 },
    position: feedStart,
    data: { balanceBaseUnits: '1500000', belowBaseUnits: '20000000' },
  };
  const webhook = { id: 'wh_0123456789ab', form: 'slack' } as const;
  const body = messageOf({ topic: 'wallet.low_gas', item, createdAt: 0, webhook }, 'journal');
  expect(JSON.parse(body).text).toBe(
    'The wallet main is low on gas on SOLANA: 0.0015 SOL are left, below 0.02 SOL. Send native coin to this account.',
  );
});

it('tells a chat which provider was stopped and why', () => {
  const reason = '3 of its last 20 swaps brought less than they promised: a, b, c';
  const item: FeedItem = {
    ...{ kind: 'notice', type: 'provider_stopped', at: 0, position: feedStart },
    data: { provider: 'across', reason, swaps: ['a', 'b', 'c'] },
  };
  const webhook = { id: 'wh_0123456789ab', form: 'slack' } as const;
  const body = messageOf({ topic: 'provider.stopped', item, createdAt: 0, webhook }, 'journal');
  expect(JSON.parse(body).text).toBe(
    `Ferryman stopped the provider across: ${reason}. It signs nothing for its orders until a person resumes it.`,
  );
});

it.each<[NoticeDraft, string, string]>([
  [
    {
      type: 'budget_nearly_used',
      data: {
        ...{ budget: 'daily', rule: 'weekly-dca', window: 'day' },
        ...{ used: '800 USD', limit: '1000 USD', usedPercent: 80 },
      },
    },
    'treasury.budget_nearly_used',
    'The budget daily of the rule weekly-dca is nearly used: 800 USD of 1000 USD (80 %) in its window (day). What does not fit waits. Raise the budget, or wait until the window has moved on.',
  ],
  [
    {
      type: 'rule_paused',
      data: { rule: 'weekly-dca', version: 3, by: 'ferryman', reason: 'it failed three times.' },
    },
    'treasury.rule_paused',
    'The treasury’s rule weekly-dca is paused by ferryman: it failed three times. It does nothing until a person resumes it.',
  ],
  [
    {
      type: 'occurrence_not_done',
      data: {
        ...{ rule: 'salaries', occurrence: '2026-11-25T08:00:00.000Z', state: 'skipped' },
        ...{ code: 'BALANCE', message: 'the account has 3 USDC, and the rule needs 3200.' },
      },
    },
    'treasury.occurrence_not_done',
    'The occurrence of the treasury’s rule salaries at 2026-11-25T08:00:00.000Z was skipped: the account has 3 USDC, and the rule needs 3200 (BALANCE). It is not done later.',
  ],
  [
    {
      type: 'occurrence_not_done',
      data: {
        ...{ rule: 'salaries', occurrence: '2026-11-25T08:00:00.000Z', state: 'missed', count: 3 },
        ...{ code: 'MISSED', message: 'no worker could decide it while it was due' },
      },
    },
    'treasury.occurrence_not_done',
    'The occurrence of the treasury’s rule salaries at 2026-11-25T08:00:00.000Z and the 2 before it was missed: no worker could decide it while it was due (MISSED). It is not done later.',
  ],
  [
    {
      ...{ type: 'drift', wallet: 'main', chain: 'ETH' },
      data: {
        ...{ token: '0xa0', symbol: 'USDC', difference: '-5', differenceBaseUnits: '-5000000' },
        ...{ expected: '0', from: '2026-01-01T00:00:00.000Z', until: '2026-01-01T01:00:00.000Z' },
      },
    },
    'treasury.drift',
    'The wallet main has -5 USDC on ETH that the books do not explain, between 2026-01-01T00:00:00.000Z and 2026-01-01T01:00:00.000Z. Find out who moved it: Ferryman changes nothing.',
  ],
  [
    {
      ...{ type: 'wallet_above_ceiling', wallet: 'hot' },
      data: { family: 'evm', usd: '1200', ceilingUsd: '1000' },
    },
    'wallet.above_ceiling',
    'The wallet hot holds 1200 USD, above its ceiling of 1000 USD. Move what it does not need to a safer place.',
  ],
  [
    {
      ...{ type: 'wallet_above_ceiling', wallet: 'hot', chain: 'ETH' },
      data: { family: 'evm', token: '0xa0', symbol: 'USDC', amount: '12.5', ceiling: '10' },
    },
    'wallet.above_ceiling',
    'The wallet hot holds 12.5 USDC on ETH, above its ceiling of 10 USDC. Move what it does not need to a safer place.',
  ],
])('tells a chat what the treasury notices: %o', (draft, topic, text) => {
  const item: FeedItem = { kind: 'notice', at: 0, position: feedStart, ...draft };
  expect(topicsOf(item)).toEqual([topic]);
  const webhook = { id: 'wh_0123456789ab', form: 'slack' } as const;
  const body = messageOf({ topic, item, createdAt: 0, webhook }, 'journal');
  expect(JSON.parse(body).text).toBe(text);
});

it('has no topic for a notice of a newer process', () => {
  const item = { kind: 'notice', type: 'of_tomorrow', at: 0, position: feedStart, data: {} };
  expect(topicsOf(item as unknown as FeedItem)).toEqual([]);
});
