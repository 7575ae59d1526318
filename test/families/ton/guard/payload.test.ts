import { beginCell, Cell, comment, contractAddress } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import type { TonMessage } from '../../../../src/families/ton/formats/transaction.ts';
import { judged } from '../../../guard/scenario.ts';
import { guardNaming } from '../../../support/guard-policy.ts';
import {
  aTonRequest,
  bounceable,
  type Change,
  coins,
  coinsToPool,
  jettonsToPool,
  payloadOf,
  pool,
  swapBody,
  type Transfer,
} from './scenario.ts';

const evmReceiver = '0x52908400098527886E0F7030069857D2E4169EE7';
const toEvm: Change = {
  job: {
    to: { family: 'evm', chain: 'ETH', token: evmNativeToken, decimals: 18, symbol: 'ETH' },
    receiver: evmReceiver,
  },
};
const jettonSale = (transfer: Transfer, change: Partial<TonMessage> = {}): Change => ({
  sells: 'jettons',
  messages: [jettonsToPool(transfer, change)],
});
const coinSale = (change: Partial<TonMessage>): Change => ({ messages: [coinsToPool(change)] });
const init = { code: comment('code'), data: comment('data') };
const initCell = beginCell()
  .storeUint(0, 2)
  .storeMaybeRef(init.code)
  .storeMaybeRef(init.data)
  .storeBit(false)
  .endCell();
const deployed = contractAddress(0, init).toRawString();

/** The policy names it, and nothing reads what it asks for. */
const undescribed = 0x11111111;

describe('what a body on TON asks for', () => {
  it.each<[string, string, Change]>([
    [
      'N04',
      'a lower minimum than the order’s',
      coinSale({ payload: payloadOf(swapBody({ minOut: 397n })) }),
    ],
    [
      'N04',
      'a lower minimum than the order’s, for jettons',
      jettonSale({ forwardPayload: swapBody({ minOut: 1n }) }),
    ],
    [
      'N04',
      'a lower minimum than the order’s beside a body that nothing describes',
      {
        messages: [
          coinsToPool({ value: 300_000_001n, payload: payloadOf(swapBody({ minOut: 1n })) }),
          coinsToPool({
            value: coins - 1n,
            payload: payloadOf(swapBody({ operation: undescribed })),
          }),
        ],
      },
    ],
    [
      'N04',
      'another receiver on another chain',
      { ...toEvm, ...coinSale({ payload: payloadOf(swapBody()) }) },
    ],
    [
      'N04',
      'more in a body than the policy describes',
      coinSale({ payload: payloadOf(swapBody({ reference: comment('more') })) }),
    ],
    [
      'N04',
      'an operation that the policy does not name',
      coinSale({ payload: payloadOf(swapBody({ operation: 0x22222222 })) }),
    ],
    [
      'N04',
      'an operation that the policy does not name, for jettons',
      jettonSale({ forwardPayload: swapBody({ operation: 0x22222222 }) }),
    ],
    [
      'N04',
      'jettons with a comment that names another receiver',
      {
        ...toEvm,
        ...jettonSale({
          forwardPayload: comment('to 0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630'),
        }),
      },
    ],
    [
      'N04',
      'coins without a body for a contract that needs one',
      { ...toEvm, messages: [{ address: bounceable(pool), value: coins }] },
    ],
    [
      'N04',
      'a comment for a contract that needs a body',
      { ...toEvm, ...coinSale({ value: coins, payload: payloadOf(comment('order 7')) }) },
    ],
    [
      'N04',
      'jettons without a body for a contract that needs one',
      { ...toEvm, ...jettonSale({ forwardPayload: new Cell() }) },
    ],
    [
      'N04',
      'more than the declared fee without a body',
      {
        messages: [coinsToPool(), { address: bounceable(pool), value: 200_000_001n }],
        order: { declaredFee: 200_000_000n },
      },
    ],
  ])('is refused by %s: %s', (rule, _what, change) => {
    const { kind, fired } = judged(aTonRequest(change));
    expect(kind).not.toBe('allow');
    expect(fired).toContain(rule);
  });
});

describe('a message that brings the code of its destination', () => {
  const request = aTonRequest({
    ...toEvm,
    messages: [
      {
        address: bounceable(deployed),
        value: 900_000_000n,
        payload: payloadOf(swapBody({ operation: undescribed })),
        stateInit: payloadOf(initCell),
      },
    ],
    job: { ...toEvm.job, amount: 900_000_000n },
    ton: { destinations: new Map([[deployed, 'uninitialized']]) },
  });
  const verdict = (deployableCode: string[]) => {
    const destinations = [{ address: deployed, operations: ['0x11111111'] }];
    return guardNaming('TON', { destinations, deployableCode }).judge(request);
  };

  it('passes if the policy names the code, and is refused by N06 otherwise', () => {
    const hash = `0x${init.code.hash().toString('hex')}`;
    expect(verdict([hash]).kind).toBe('allow');
    for (const named of [[], [`0x${init.data.hash().toString('hex')}`]])
      expect(verdict(named)).toMatchObject({ kind: 'reject', findings: [{ rule: 'N06' }] });
  });
});

describe('what a person admits on TON', () => {
  const bodyTo = { ...toEvm, ...coinSale({ payload: payloadOf(swapBody()) }) };
  const guard = guardNaming('TON', {});
  const judgeAfter = (seen: Change, change: Change) => {
    const held = guard.judge(aTonRequest(seen));
    const admitted = held.kind === 'allow' ? [] : held.findings.flatMap(({ item }) => item ?? []);
    return guard.judge({ ...aTonRequest(change), admitted });
  };
  const plain: Change = { ...toEvm, messages: [{ address: bounceable(pool), value: coins }] };
  const commented = {
    ...toEvm,
    ...coinSale({ value: coins, payload: payloadOf(comment('account 4711')) }),
  };

  it('is the body that was seen, not coins without it', () => {
    expect(judgeAfter(bodyTo, bodyTo).kind).toBe('allow');
    for (const change of [plain, commented])
      expect(judgeAfter(bodyTo, change)).toMatchObject({
        kind: 'hold',
        findings: [{ rule: 'N04', item: { kind: 'finding' } }],
      });
  });

  it('is the body that was seen, not jettons without it', () => {
    const seen = { ...toEvm, ...jettonSale({}) };
    expect(judgeAfter(seen, seen).kind).toBe('allow');
    const without = { ...toEvm, ...jettonSale({ forwardPayload: comment('account 4711') }) };
    expect(judgeAfter(seen, without)).toMatchObject({ kind: 'hold', findings: [{ rule: 'N04' }] });
  });

  it('may be coins without a body, for one swap', () => {
    expect(judgeAfter(plain, plain).kind).toBe('allow');
    expect(judgeAfter(plain, bodyTo).kind).toBe('hold');
  });
});
