import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { RpcRefusal } from '../../../../src/families/solana/adapter/json-rpc.ts';
import {
  mapBroadcastError,
  mapRefusal,
  simulationFailure,
} from '../../../../src/families/solana/adapter/map-error.ts';

/** What a node answers to a transaction that fails when it tries it (agave). */
const preflight = (err: unknown, logs: string[] = []) =>
  new RpcRefusal(-32002, 'Transaction simulation failed', {
    err,
    logs,
    accounts: null,
    unitsConsumed: 0,
  });

/** Its first call is by the fee payer, its second by somebody else. */
const message = {
  instructions: [[0, 1], [1, 0], []].map((accounts) => ({
    program: 2,
    accounts,
    data: new Uint8Array(),
  })),
};

describe('what a node says to a transaction', () => {
  it.each([
    ['already_known', preflight('AlreadyProcessed')],
    ['expired', preflight('BlockhashNotFound')],
    ['rejected', preflight(undefined)],
    ['rejected', new RpcRefusal(-32003, 'Transaction signature verification failure', undefined)],
    ['rejected', new RpcRefusal(-32602, 'invalid transaction', undefined)],
    // The node is behind, or says something new: the bytes may have been passed on.
    ['unknown', new RpcRefusal(-32005, 'Node is behind by 42 slots', { numSlotsBehind: 42 })],
    ['unknown', new RpcRefusal(-32050, 'never heard of', undefined)],
    ['unknown', new FerrymanError('RPC_UNAVAILABLE', 'timed out')],
    ['unknown', new TypeError('anything')],
  ])('is %s', (kind, error) => {
    expect(mapBroadcastError(error, message)).toMatchObject({ kind });
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
  const short = 'Transfer: insufficient lamports 5, need 7';
  const failedAt = (instruction: number) => ({ InstructionError: [instruction, { Custom: 1 }] });

  it.each<
    [
      what: string,
      code: string,
      outcome: string,
      error: string | Record<string, unknown>,
      log?: string,
    ]
  >([
    [
      'the wallet sends more than it has',
      'INSUFFICIENT_GAS',
      'insufficient_funds',
      failedAt(0),
      short,
    ],
    ['the wallet has no account', 'INSUFFICIENT_GAS', 'insufficient_funds', 'AccountNotFound'],
    [
      'the wallet cannot pay the fee',
      'INSUFFICIENT_GAS',
      'insufficient_funds',
      'InsufficientFundsForFee',
    ],
    [
      'the wallet would keep too little to stay alive',
      'INSUFFICIENT_GAS',
      'insufficient_funds',
      { InsufficientFundsForRent: { account_index: 0 } },
    ],
    [
      'a receiver gets too little to stay alive',
      'TRANSACTION_REVERTS',
      'rejected',
      { InsufficientFundsForRent: { account_index: 10 } },
    ],
    ['somebody else sends more than he has', 'TRANSACTION_REVERTS', 'rejected', failedAt(1), short],
    ['a call fails that is not there', 'TRANSACTION_REVERTS', 'rejected', failedAt(9), short],
    [
      'a token account holds too little',
      'TRANSACTION_REVERTS',
      'rejected',
      failedAt(0),
      'Program log: Error: insufficient funds',
    ],
    [
      'a program writes what it likes',
      'TRANSACTION_REVERTS',
      'rejected',
      failedAt(0),
      `Program log: ${short}`,
    ],
    [
      'the price has moved',
      'TRANSACTION_REVERTS',
      'rejected',
      failedAt(0),
      'Program log: slippage exceeded',
    ],
    // Nothing is wrong with what it does: another node, or another blockhash, will do.
    ['the blockhash is not known', 'RPC_UNAVAILABLE', 'expired', 'BlockhashNotFound'],
  ])('means the same before it is sent and when it is: %s', (_what, code, outcome, error, log) => {
    const logs =
      log === undefined ? [] : ['Program 11111111111111111111111111111111 invoke [1]', log];
    expect(simulationFailure(error, logs, message)).toMatchObject({ code });
    expect(mapBroadcastError(preflight(error, logs), message)).toMatchObject({ kind: outcome });
  });

  it('is named, with what the program has written first', () => {
    const logs = ['Program log: Error: insufficient funds', 'Program X failed'];
    const { message: named } = simulationFailure(
      { InstructionError: [1, { Custom: 1 }] },
      logs,
      message,
    );
    expect(named).toBe(
      'the transaction fails: InstructionError [1,{"Custom":1}] (Program log: Error: insufficient funds)',
    );
    expect(simulationFailure('AccountInUse', null, message).message).toBe(
      'the transaction fails: AccountInUse',
    );
  });
});
