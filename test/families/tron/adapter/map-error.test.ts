import { describe, expect, it } from 'vitest';
import { simulatedCall } from '../../../../src/families/tron/adapter/answers.ts';
import {
  mapBroadcastAnswer,
  mapRefusal,
  simulationFailure,
} from '../../../../src/families/tron/adapter/map-error.ts';

const hex = (text: string): string => Buffer.from(text).toString('hex');

describe('answers of a node to signed bytes', () => {
  it.each([
    ['SUCCESS', '', true, 'accepted'],
    ['DUP_TRANSACTION_ERROR', 'dup transaction', false, 'already_known'],
    ['TRANSACTION_EXPIRATION_ERROR', 'transaction expired', false, 'expired'],
    [
      'CONTRACT_VALIDATE_ERROR',
      'contract validate error : Validate TransferContract error, balance is not sufficient.',
      false,
      'insufficient_funds',
    ],
    [
      'CONTRACT_VALIDATE_ERROR',
      'contract validate error : account [TAgK] does not exist',
      false,
      'insufficient_funds',
    ],
    [
      'CONTRACT_VALIDATE_ERROR',
      'contract validate error : No contract or not a valid smart contract',
      false,
      'rejected',
    ],
    ['BANDWITH_ERROR', 'account [TAgK] does not exist', false, 'insufficient_funds'],
    ['SIGERROR', 'validate signature error', false, 'rejected'],
    ['TAPOS_ERROR', 'Tapos check error', false, 'rejected'],
    ['TOO_BIG_TRANSACTION_ERROR', 'transaction size is too big', false, 'rejected'],
    ['SERVER_BUSY', 'server busy', false, 'unknown'],
    ['NOT_ENOUGH_EFFECTIVE_CONNECTION', 'no connection', false, 'unknown'],
    ['OTHER_ERROR', 'anything', false, 'unknown'],
    [undefined, 'anything', false, 'unknown'],
  ])('%s (%s) means', (code, message, result, kind) => {
    for (const said of [message, hex(message)]) {
      expect(mapBroadcastAnswer({ result, code, message: said })).toMatchObject({ kind });
    }
  });

  it('are shown as text', () => {
    const said = mapBroadcastAnswer({
      result: false,
      code: 'SIGERROR',
      message: hex('validate signature error'),
    });
    expect(said).toEqual({ kind: 'rejected', message: 'SIGERROR validate signature error' });
  });
});

describe('a simulated call', () => {
  const simulate = (answer: object) => simulationFailure(simulatedCall.parse(answer), 'node');
  const required = `08c379a0${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${hex('nope').padEnd(64, '0')}`;

  it('succeeds without a fault in the answer', () => {
    const answers = [{ ret: [{}] }, { ret: [{ ret: 'SUCESS' }] }, undefined].map((transaction) => ({
      result: { result: true },
      ...(transaction ? { transaction } : {}),
    }));
    for (const answer of answers) expect(simulate(answer)).toBeUndefined();
  });

  it.each([
    [
      'reverts, with its reason',
      {
        result: { result: true, message: hex('REVERT opcode executed') },
        constant_result: [required],
      },
      'TRANSACTION_REVERTS',
      'nope',
    ],
    [
      'reverts, without',
      { result: { result: true, message: hex('REVERT opcode executed') } },
      'TRANSACTION_REVERTS',
      'REVERT opcode',
    ],
    [
      'fails by its transaction alone',
      { result: { result: true }, transaction: { ret: [{ ret: 'FAILED' }] } },
      'TRANSACTION_REVERTS',
      'no reason',
    ],
    [
      'is no contract',
      {
        result: {
          code: 'CONTRACT_VALIDATE_ERROR',
          message: hex('Contract validate error : No contract or not a valid smart contract'),
        },
      },
      'TRANSACTION_REVERTS',
      'No contract',
    ],
    [
      'is no contract, in the words of others',
      {
        result: {
          code: 'OTHER_ERROR',
          message: hex(
            'class org.tron.core.exception.ContractValidateException : Smart contract is not exist.',
          ),
        },
      },
      'TRANSACTION_REVERTS',
      'Smart contract',
    ],
    [
      'sends more than there is',
      {
        result: {
          code: 'CONTRACT_EXE_ERROR',
          message: hex('Validate InternalTransfer error, balance is not sufficient.'),
        },
      },
      'INSUFFICIENT_GAS',
      'balance',
    ],
    ['is not simulated', { result: { code: 'SERVER_BUSY' } }, 'RPC_UNAVAILABLE', 'SERVER_BUSY'],
  ])('%s', (_what, answer, code, words) => {
    const failure = simulate(answer);
    expect(failure).toMatchObject({ code });
    expect(failure?.message).toContain(words);
  });
});

describe('a refusal', () => {
  it.each([
    ['this API is closed because this node is a lite fullnode', 'RPC_UNSUPPORTED'],
    ['class java.lang.NullPointerException : null', 'RPC_UNAVAILABLE'],
  ])('%s', (said, code) => {
    expect(mapRefusal(said, 'wallet/getblock', 'node.example').code).toBe(code);
  });
});
