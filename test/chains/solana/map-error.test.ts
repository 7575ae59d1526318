import { describe, expect, it } from 'vitest';
import { RpcRefusal } from '../../../src/chains/solana/json-rpc.ts';
import { failed, mapBroadcastError, mapRefusal, nameOf } from '../../../src/chains/solana/map-error.ts';
import { FerrymanError } from '../../../src/errors/ferryman-error.ts';

/** What a node answers to a transaction that fails when it tries it (agave). */
const preflight = (err: unknown, logs: string[] = []) =>
  new RpcRefusal(-32002, 'Transaction simulation failed', { err, logs, accounts: null, unitsConsumed: 0 });

describe('what a node says to a transaction', () => {
  it.each([
    ['already_known', preflight('AlreadyProcessed')],
    ['expired', preflight('BlockhashNotFound')],
    ['insufficient_funds', preflight('AccountNotFound')],
    ['insufficient_funds', preflight('InsufficientFundsForFee')],
    ['insufficient_funds', preflight({ InsufficientFundsForRent: { account_index: 0 } })],
    [
      'insufficient_funds',
      preflight({ InstructionError: [0, { Custom: 1 }] }, ['Transfer: insufficient lamports 5, need 7']),
    ],
    ['rejected', preflight({ InstructionError: [2, { Custom: 6_001 }] }, ['Program log: slippage exceeded'])],
    ['rejected', new RpcRefusal(-32003, 'Transaction signature verification failure', undefined)],
    ['rejected', new RpcRefusal(-32602, 'invalid transaction', undefined)],
    // The node is behind, or says something new: the bytes may have been passed on.
    ['unknown', new RpcRefusal(-32005, 'Node is behind by 42 slots', { numSlotsBehind: 42 })],
    ['unknown', new RpcRefusal(-32050, 'never heard of', undefined)],
    ['unknown', new FerrymanError('RPC_UNAVAILABLE', 'timed out')],
    ['unknown', new TypeError('anything')],
  ])('is %s', (kind, error) => {
    expect(mapBroadcastError(error)).toMatchObject({ kind });
  });
});

describe('a question that is refused', () => {
  it.each([
    [-32601, 'RPC_UNSUPPORTED'],
    [-32011, 'RPC_UNSUPPORTED'],
    [-32005, 'RPC_UNAVAILABLE'],
    [-32016, 'RPC_UNAVAILABLE'],
  ])('with %i is %s', (code, expected) => {
    expect(mapRefusal(new RpcRefusal(code, 'no', undefined), 'getBlock', 'host')).toMatchObject({
      code: expected,
      details: { rpcCode: code, host: 'host', method: 'getBlock' },
    });
  });
});

describe('a transaction that fails when it is played', () => {
  it.each([
    ['TRANSACTION_REVERTS', { InstructionError: [1, { Custom: 1 }] }],
    ['INSUFFICIENT_GAS', 'InsufficientFundsForFee'],
    ['INSUFFICIENT_GAS', { InsufficientFundsForRent: { account_index: 0 } }],
    // A receiver gets too little to stay alive.
    ['TRANSACTION_REVERTS', { InsufficientFundsForRent: { account_index: 1 } }],
    // Nothing is wrong with what it does: another node, or another blockhash, will do.
    ['RPC_UNAVAILABLE', 'BlockhashNotFound'],
  ])('is %s', (code, error) => {
    expect(
      failed(error, ['Program log: Error: insufficient funds', 'Program X failed: custom program error']),
    ).toMatchObject({
      code,
    });
  });

  it('is named, with what the program has written first', () => {
    expect(nameOf({ InstructionError: [1, { Custom: 1 }] })).toBe('InstructionError [1,{"Custom":1}]');
    const { message } = failed('AccountInUse', ['Program log: Error: insufficient funds', 'Program X failed']);
    expect(message).toBe('the transaction fails: AccountInUse (Program log: Error: insufficient funds)');
  });
});
