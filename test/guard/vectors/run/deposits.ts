import { beginCell } from '@ton/core';
import type { TransactionObject } from '../../../../src/core/swap/transaction-object.ts';
import type { Base } from './base.ts';
import { type Fixtures, type Terms, tokens, wireJob } from './fixtures.ts';
import { assembleTon } from './ton.ts';
import { assembleTron } from './tron.ts';

/** As the adapter pays coins with a comment, where it need not read the destination's state. */
export function tonPayment(
  address: string,
  amount: bigint,
  memo: string | undefined,
): TransactionObject {
  const comment =
    memo === undefined
      ? undefined
      : beginCell().storeUint(0, 32).storeStringTail(memo).endCell().toBoc().toString('base64');
  return {
    family: 'ton',
    messages: [{ address, value: amount, ...(comment === undefined ? {} : { payload: comment }) }],
  };
}

const usdcTerms = { to: tokens.usdc, provider: 'changenow', swapType: 'cross-chain' } as const;

function depositBase(
  terms: Terms,
  {
    amount,
    sender,
    transaction,
    assemble,
  }: {
    amount: string;
    sender: (fixtures: Fixtures) => string;
    transaction: (fixtures: Fixtures, amount: string) => Record<string, unknown>;
    assemble: Base['assemble'];
  },
): Base {
  return {
    flow: 'deposit',
    kind: 'swap',
    terms,
    job: ({ fixtures }) =>
      wireJob(terms.from, terms.to, {
        amount,
        sender: sender(fixtures),
        receiver: fixtures.addresses.receiver.evm,
      }),
    transaction: ({ fixtures }, job) => transaction(fixtures, job.srcTokenAmount),
    word: (text, { fixtures: { addresses } }) => {
      const family = terms.from.family === 'tron' ? 'tron' : 'tonNonBounceable';
      return /attacker/i.test(text) ? addresses.attacker[family] : undefined;
    },
    assemble,
  };
}

export const depositBases: Readonly<Record<string, Base>> = {
  'B-DEP-TRX': depositBase(
    { ...usdcTerms, from: tokens.tronUsdt, expected: '998', min: '993.01' },
    {
      amount: '1000',
      sender: ({ addresses }) => addresses.treasury.tron,
      transaction: ({ addresses }, amount) => ({
        depositAddress: addresses.pool.tron,
        amountToSend: amount,
        exchangeId: 'ex-1',
        extraFields: {},
      }),
      assemble: assembleTron,
    },
  ),
  'B-DEP-TON': depositBase(
    { ...usdcTerms, from: tokens.ton, expected: '149', min: '148.255' },
    {
      amount: '50',
      sender: ({ addresses }) => addresses.treasury.tonBounceable,
      transaction: ({ addresses }, amount) => ({
        depositAddress: addresses.pool.tonNonBounceable,
        amountToSend: amount,
        exchangeId: 'ex-2',
        extraFields: { value: '1234567' },
      }),
      assemble: assembleTon,
    },
  ),
};
