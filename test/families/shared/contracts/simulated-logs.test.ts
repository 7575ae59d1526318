import { encodeAbiParameters, type Hex, keccak256, pad, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { maxBaseUnits } from '../../../../src/core/amounts/amounts.ts';
import { parseEffect } from '../../../../src/families/shared/contracts/simulated-logs.ts';

const [token, a, b, c] = ([1, 2, 3, 4] as const).map(
  (digit) => `0x${`${digit}`.repeat(40)}` as const,
) as [Hex, Hex, Hex, Hex];
const nativeEmitter = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const word = (value: bigint): Hex => pad(toHex(value), { size: 32 });
const words = (...values: bigint[]): Hex =>
  `0x${values.map((value) => word(value).slice(2)).join('')}`;
const ids = (values: bigint[]): Hex =>
  encodeAbiParameters(
    [{ type: 'uint256[]' }, { type: 'uint256[]' }],
    [values.map(() => 7n), values],
  );

const log = (signature: string, indexed: Hex[], data: Hex = '0x', address: Hex = token) => ({
  address,
  topics: [keccak256(toHex(signature)), ...indexed.map((topic) => pad(topic, { size: 32 }))],
  data,
});
const transfer = 'Transfer(address,address,uint256)';
const approval = 'Approval(address,address,uint256)';
const single = 'TransferSingle(address,address,address,uint256,uint256)';
const batch = 'TransferBatch(address,address,address,uint256[],uint256[])';
const permit2 = 'Approval(address,address,address,uint160,uint48)';

describe('effects in logs', () => {
  it.each([
    [
      'EIP-20 transfer',
      log(transfer, [a, b], words(5n)),
      { kind: 'transfer', from: a, to: b, amount: 5n, measured: 'balance' },
    ],
    [
      'EIP-721 transfer',
      log(transfer, [a, b, word(9n)]),
      { kind: 'transfer', from: a, to: b, amount: 1n, measured: undefined },
    ],
    [
      'EIP-1155 transfer',
      log(single, [c, a, b], words(7n, 5n)),
      { from: a, to: b, amount: 5n, measured: undefined },
    ],
    [
      'EIP-1155 batch',
      log(batch, [c, a, b], ids([2n, 3n])),
      { from: a, to: b, amount: 5n, measured: undefined },
    ],
    [
      'EIP-1155 batch that cannot be read',
      log(batch, [c, a, b], '0x12'),
      { from: a, to: b, amount: 1n },
    ],
    [
      'native transfer',
      log(transfer, [a, b], words(5n), nativeEmitter),
      { kind: 'native', from: a, to: b, amount: 5n },
    ],
    [
      'EIP-20 approval',
      log(approval, [a, b], words(5n)),
      { kind: 'permission', owner: a, spender: b, value: 5n, measured: 'allowance' },
    ],
    [
      'EIP-721 approval',
      log(approval, [a, b, word(9n)]),
      { owner: a, spender: b, value: 1n, measured: undefined },
    ],
    [
      'EIP-721 approval taken back',
      log(approval, [a, pad('0x0', { size: 20 }), word(9n)]),
      { value: 0n },
    ],
    [
      'operator',
      log('ApprovalForAll(address,address,bool)', [a, b], words(1n)),
      { owner: a, spender: b, value: maxBaseUnits, measured: 'operator' },
    ],
    [
      'Permit2 approval',
      log(permit2, [a, c, b], words(5n, 0n)),
      { token: c, owner: a, spender: b, value: 5n },
    ],
  ])('%s', (_what, found, effect) => {
    expect(parseEffect(found)).toMatchObject(effect);
  });

  it.each([
    ['another event', log('Swap(address,address)', [a, b])],
    ['too few topics', log(transfer, [a])],
    ['no topics', { address: token, topics: [], data: '0x' as const }],
  ])('nothing in %s', (_what, found) => {
    expect(parseEffect(found)).toBeUndefined();
  });
});
