import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import type { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { tronAccountOf } from '../../../../src/families/tron/formats/address.ts';
import { rulesOfError } from '../../../../src/guard/rules-of-error.ts';
import { readSpender, readTransaction } from '../../../../src/router/read-transaction.ts';

const gateway = 'TAX3eW2Q5ohUkvZGaUxGT8C5prf8HTEZGC';
const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const account = tronAccountOf(usdt)!;

const abi = parseAbi([
  'function swap(address token, uint256 amount)',
  'function many(uint256[] amounts, (address,bool)[2] pairs, bytes data, bytes4 short, string note, int256 change)',
  'function none()',
]);
const swapData = encodeFunctionData({ abi, functionName: 'swap', args: [account, 1_000n] });
const call = {
  to: gateway,
  signature: 'swap(address,uint256)',
  callValue: '0',
  feeLimit: 100_000_000,
};
const read = (wire: object) => readTransaction({ ...call, ...wire } as never, 'tron');
const expected = { family: 'tron', to: gateway, data: swapData, value: 0n };

describe('a TRON transaction', () => {
  it.each<[string, object]>([
    [
      'with arguments and their types',
      {
        arguments: [
          { type: 'address', value: usdt },
          { type: 'uint256', value: '1000' },
        ],
      },
    ],
    ['with bare arguments', { arguments: [usdt, '1000'] }],
    ['with a number of JSON', { arguments: [usdt, 1_000] }],
    ['with an address in hex', { arguments: [`41${account.slice(2)}`, '1000'] }],
    ['with encoded arguments', { rawParameter: swapData.slice(10) }],
    [
      'with encoded arguments, 0x in front',
      { rawParameter: `0x${swapData.slice(10).toUpperCase()}` },
    ],
    ['with both, the same', { rawParameter: swapData.slice(10), arguments: [usdt, '1000'] }],
    [
      'with members that are not used',
      { arguments: [usdt, '1000'], transaction: '5', psbt: '', tonMessages: [], value: '0' },
    ],
  ])('is read %s', (_what, wire) => {
    expect(read(wire)).toEqual(expected);
  });

  it('is read with lists and tuples at any depth', () => {
    const signature = 'many(uint256[],(address,bool)[2],bytes,bytes4,string,int256)';
    const pair = { type: '(address,bool)', value: [{ type: 'address', value: usdt }, 'false'] };
    const given = [
      { type: 'uint256[]', value: ['1', { type: 'uint256', value: '2' }] },
      { type: '(address,bool)[2]', value: [pair, [usdt, true]] },
      { type: 'bytes', value: '0xabcd' },
      'deadbeef',
      'a note',
      '-5',
    ];
    const data = encodeFunctionData({
      abi,
      functionName: 'many',
      args: [
        [1n, 2n],
        [
          [account, false],
          [account, true],
        ],
        '0xabcd',
        '0xdeadbeef',
        'a note',
        -5n,
      ],
    });
    expect(read({ signature, arguments: given })).toMatchObject({ data });
  });

  it('is read without parameters, and with the coins that it sends', () => {
    const data = encodeFunctionData({ abi, functionName: 'none' });
    expect(read({ signature: 'none()', callValue: '5000000' })).toEqual({
      ...expected,
      data,
      value: 5_000_000n,
    });
    expect(read({ signature: 'none()', arguments: [], callValue: 7 })).toMatchObject({
      data,
      value: 7n,
    });
  });

  it.each<[string, object]>([
    [
      'arguments and other encoded ones',
      { rawParameter: swapData.slice(10), arguments: [usdt, '1001'] },
    ],
    ['no function', { signature: '', arguments: [usdt, '1000'] }],
    [
      'a function with names of parameters',
      { signature: 'swap(address token,uint256)', arguments: [usdt, '1000'] },
    ],
    [
      'a function with a short name of a type',
      { signature: 'swap(address,uint)', arguments: [usdt, '1000'] },
    ],
    [
      'a type that does not exist',
      { signature: 'swap(address,uint257)', arguments: [usdt, '1000'] },
    ],
    [
      'brackets that do not close',
      { signature: 'swap(address,(uint256)', arguments: [usdt, '1000'] },
    ],
    ['too few arguments', { arguments: [usdt] }],
    ['missing arguments', {}],
    ['too many arguments', { arguments: [usdt, '1000', '1'] }],
    ['an argument of another type', { arguments: [{ type: 'uint256', value: usdt }, '1000'] }],
    [
      'an argument with more beside',
      { arguments: [{ type: 'address', value: usdt, name: 'to' }, '1000'] },
    ],
    ['an address with a wrong checksum', { arguments: [`${usdt.slice(0, -1)}u`, '1000'] }],
    ['a number in words', { arguments: [usdt, '1e3'] }],
    ['a number that a double cannot hold', { arguments: [usdt, 2 ** 53] }],
    [
      'a number that is too large for its type',
      { arguments: [usdt, `1${'0'.repeat(77)}`.replace('1', '9')] },
    ],
    ['a negative amount', { arguments: [usdt, '-1'] }],
    ['encoded arguments that are not hexadecimal', { rawParameter: 'xyz' }],
    [
      'a target of another family',
      { arguments: [usdt, '1000'], to: '0x0605808857d431Bfb447979A599B19Ab48166C9c' },
    ],
    ['no target', { arguments: [usdt, '1000'], to: null }],
    ['calldata of another family', { arguments: [usdt, '1000'], data: '0xabcd' }],
    ['a deposit address', { arguments: [usdt, '1000'], depositAddress: usdt }],
    ['TRC-10 tokens', { arguments: [usdt, '1000'], tokenId: 1_002_000, tokenValue: 5 }],
    ['another permission', { arguments: [usdt, '1000'], Permission_id: 2 }],
    ['a second, different value', { arguments: [usdt, '1000'], value: '1' }],
    ['a value in hex', { arguments: [usdt, '1000'], callValue: '0x1' }],
    ['a fee limit that is not a number', { arguments: [usdt, '1000'], feeLimit: '150000000abc' }],
  ])('is not read with %s', (_what, wire) => {
    expect(() => read(wire)).toThrowError(expect.objectContaining({ code: 'ROUTER_MALFORMED' }));
  });
});

describe('what makes a TRON call unreadable', () => {
  const rulesFor = (wire: object): readonly string[] => {
    try {
      read(wire);
    } catch (error) {
      return rulesOfError(error as FerrymanError);
    }
    return [];
  };

  it('breaks T03 by its function, and T02 by the arguments', () => {
    expect(rulesFor({ signature: '', arguments: [] })).toEqual(['G03', 'T03']);
    expect(rulesFor({ signature: 'swap(address,uint)', arguments: [] })).toEqual(['G03', 'T03']);
    expect(rulesFor({ arguments: [usdt] })).toEqual(['G03', 'T02']);
    expect(rulesFor({ rawParameter: 'xyz' })).toEqual(['G03', 'T02']);
    expect(rulesFor({ arguments: [usdt, '1e3'] })).toEqual(['G03', 'T02', 'G04']);
    expect(rulesFor({ arguments: ['usdt', '1000'] })).toEqual(['G03', 'T02', 'G05']);
  });
});

describe('a TRON member in another family’s transaction', () => {
  it('makes an EVM transaction unusable', () => {
    const evm = { to: '0x0605808857d431Bfb447979A599B19Ab48166C9c', data: '0xabcd', value: '0' };
    expect(() => readTransaction({ ...evm, signature: 'none()' } as never, 'evm')).toThrowError(
      expect.objectContaining({ code: 'ROUTER_MALFORMED' }),
    );
  });
});

describe('a spender on TRON', () => {
  it('is a base58 address, or absent for the native coin', () => {
    expect(readSpender({ approvalAddress: gateway } as never, 'tron')).toEqual({
      spender: gateway,
    });
    for (const approvalAddress of [
      '',
      null,
      'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
      `0x${'0'.repeat(40)}`,
    ]) {
      expect(readSpender({ approvalAddress } as never, 'tron')).toEqual({});
    }
    expect(() =>
      readSpender(
        { approvalAddress: '0x0605808857d431Bfb447979A599B19Ab48166C9c' } as never,
        'tron',
      ),
    ).toThrow();
  });
});
