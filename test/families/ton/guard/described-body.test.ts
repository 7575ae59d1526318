import { Address } from '@ton/core';
import { toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { buildPoolSwap, POOL_OPERATIONS } from '../../../../sandbox/ton/build-pool-swap.ts';
import { GATEWAY_OPERATIONS, writeDepositBody } from '../../../../sandbox/ton/deposit-body.ts';
import { JETTONS, TON } from '../../../../sandbox/ton/ton-catalogue.ts';
import { readTonBody } from '../../../../src/families/ton/formats/body.ts';
import { readDescribedBody } from '../../../../src/families/ton/guard/described-body.ts';
import { attacker, pool, wallet } from './scenario.ts';

const operationOf = (list: typeof POOL_OPERATIONS | typeof GATEWAY_OPERATIONS, kind: string) =>
  list.find((one) => one.with === kind)!;

describe('the bodies of the sandbox, as its policy describes them', () => {
  it.each(['native', 'jetton'] as const)('are those of pools: %s', (behaviour) => {
    const from = behaviour === 'native' ? TON : JETTONS[0]!;
    const { body } = buildPoolSwap({
      pool: { address: Address.parse(pool) } as Parameters<typeof buildPoolSwap>[0]['pool'],
      from,
      amountIn: 5n,
      sender: Address.parse(wallet),
      receiver: Address.parse(attacker),
      minimumOut: 398n,
      deadline: 7n,
    });
    const read = readTonBody(body);
    const asked = read.kind === 'jetton_transfer' ? read.forwardPayload : body;
    const { fields } = operationOf(POOL_OPERATIONS, behaviour === 'native' ? 'coins' : 'jettons');
    expect(readDescribedBody(asked, fields)).toEqual({
      receivers: [attacker],
      minimums: [398n],
      owners: [],
    });
  });

  it('are those of gateways', () => {
    const receiver = toHex(0xabcdn, { size: 32 });
    const body = writeDepositBody({
      orderId: toHex(1n, { size: 32 }),
      destinationChainId: 1n,
      destinationToken: toHex(0n, { size: 32 }),
      receiver,
      minimumOut: 398n,
      deadline: 7n,
    });
    for (const { fields } of GATEWAY_OPERATIONS)
      expect(readDescribedBody(body, fields)).toEqual({
        receivers: [receiver.slice(2)],
        minimums: [398n],
        owners: [],
      });
  });

  it('are read to the last bit', () => {
    const body = writeDepositBody({
      orderId: toHex(1n, { size: 32 }),
      destinationChainId: 1n,
      destinationToken: toHex(0n, { size: 32 }),
      receiver: toHex(2n, { size: 32 }),
      minimumOut: 398n,
      deadline: 7n,
    });
    const [first] = GATEWAY_OPERATIONS;
    expect(readDescribedBody(body, first!.fields.slice(0, 2))).toBeUndefined();
    expect(readDescribedBody(body, [...first!.fields, { type: 'absent' }])).toBeUndefined();
  });
});
