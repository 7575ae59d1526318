import { expect, it } from 'vitest';
import { messageOf } from '../../../src/executor/webhooks/message-of.ts';
import { type FeedItem, feedStart } from '../../../src/ports/stores/feed-store.ts';

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
