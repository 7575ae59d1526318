import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem';
import { describe, expect, it } from 'vitest';
import { mapBroadcastError, mapRpcError } from '../../../../src/families/evm/adapter/map-error.ts';

const url = 'https://user:secret@rpc.example/v2/secret-key';
const body = { method: 'eth_sendRawTransaction', params: ['0xsecret-transaction'] };
const refusal = (code: number, message: string, data?: string) =>
  new RpcRequestError({ body, url, error: { code, message, data } });

describe('answers of endpoints to signed bytes', () => {
  it.each([
    ['go-ethereum', -32000, 'already known', 'already_known'],
    ['Nethermind', -32010, 'AlreadyKnown', 'already_known'],
    [
      'Erigon',
      -32000,
      'existing tx with same hash: ALREADY_EXISTS: already known',
      'already_known',
    ],
    ['anvil', -32003, 'transaction already imported', 'already_known'],
    ['go-ethereum', -32000, 'nonce too low: next nonce 5, tx nonce 4', 'lease_used'],
    ['Nethermind', -32010, 'OldNonce, Current nonce: 5, nonce of rejected tx: 4.', 'lease_used'],
    ['anvil', -32003, 'nonce too low', 'lease_used'],
    ['go-ethereum', -32000, 'replacement transaction underpriced', 'underpriced'],
    [
      'go-ethereum',
      -32000,
      'transaction underpriced: gas tip cap 0, minimum needed 1',
      'underpriced',
    ],
    ['Nethermind', -32010, 'FeeTooLow, MaxFeePerGas too low.', 'underpriced'],
    ['anvil', -32003, 'max fee per gas less than block base fee', 'underpriced'],
    [
      'go-ethereum',
      -32000,
      'insufficient funds for gas * price + value: balance 0, tx cost 1',
      'insufficient_funds',
    ],
    ['anvil', -32003, 'Insufficient funds for gas * price + value', 'insufficient_funds'],
    ['go-ethereum', -32000, 'intrinsic gas too low: gas 20000, minimum needed 21000', 'rejected'],
    ['go-ethereum', -32000, 'invalid sender', 'rejected'],
    ['go-ethereum', -32000, 'txpool is full', 'rejected'],
    ['anvil', -32602, 'Failed to decode transaction', 'rejected'],
    ['any', -32601, 'the method eth_sendRawTransaction does not exist', 'rejected'],
    // The bytes may have been relayed.
    ['a gateway', -32000, 'context deadline exceeded', 'unknown'],
    ['a gateway', -32603, 'internal error', 'unknown'],
    ['a gateway', -32005, 'rate limit exceeded', 'unknown'],
  ])('%s: %i %s', (_client, code, message, kind) => {
    expect(mapBroadcastError(refusal(code, message))).toMatchObject({ kind });
  });

  it.each([
    ['a timeout', new TimeoutError({ body, url })],
    ['a server error', new HttpRequestError({ body, url, status: 502 })],
    [
      'a lost connection',
      new HttpRequestError({ body, url, cause: new TypeError('fetch failed') }),
    ],
    ['anything else', new Error('garbage')],
  ])('leaves it open after %s', (_what, error) => {
    expect(mapBroadcastError(error)).toMatchObject({ kind: 'unknown' });
  });
});

describe('errors of requests', () => {
  it.each([
    ['anvil', -32001, 'Resource not found'],
    ['go-ethereum', -32000, 'required historical state unavailable (reexec=128)'],
    ['go-ethereum', -32000, 'historical state 0xab is not available'],
    ['go-ethereum', -32000, 'missing trie node 0xab (path ) state 0xcd is not available'],
    ['Erigon', -32000, 'history has been pruned for this block'],
  ])('mark a trace as gone: %s, %i %s', (_client, code, message) => {
    expect(mapRpcError(refusal(code, message), 'debug_traceTransaction', 'rpc.example').code).toBe(
      'RPC_UNSUPPORTED',
    );
    expect(mapRpcError(refusal(code, message), 'eth_call', 'rpc.example').code).toBe(
      'RPC_UNAVAILABLE',
    );
  });

  it.each([
    [-32601, 'Method not found', 'RPC_UNSUPPORTED'],
    [-32000, 'the method debug_traceTransaction is not available', 'RPC_UNSUPPORTED'],
    [3, 'execution reverted', 'TRANSACTION_REVERTS'],
    [-32000, 'execution reverted', 'TRANSACTION_REVERTS'],
    [-38014, 'insufficient funds', 'INSUFFICIENT_GAS'],
    [-32000, 'missing trie node', 'RPC_UNAVAILABLE'],
    [-32005, 'limit exceeded', 'RPC_UNAVAILABLE'],
  ])('%i %s', (code, message, expected) => {
    expect(mapRpcError(refusal(code, message), 'eth_call', 'rpc.example').code).toBe(expected);
  });

  it.each([
    [
      '0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000046e6f706500000000000000000000000000000000000000000000000000000000',
      'nope',
    ],
    [`0x4e487b71${'11'.padStart(64, '0')}`, 'panic 0x11'],
    ['0xdb42144d0000', 'custom error 0xdb42144d'],
    ['0x', 'execution reverted'],
  ])('gives the reason of %s', (data, reason) => {
    const { message } = mapRpcError(
      refusal(3, 'execution reverted', data),
      'eth_estimateGas',
      'rpc.example',
    );
    expect(message).toBe(`the transaction reverts: ${reason}`);
  });

  it('contain no keys and no transactions', () => {
    for (const error of [
      refusal(-32000, 'no'),
      new TimeoutError({ body, url }),
      new HttpRequestError({ body, url, status: 500, details: 'oops' }),
    ]) {
      const mapped = mapRpcError(error, 'eth_call', 'rpc.example');
      const outcome = mapBroadcastError(error);
      const logged = JSON.stringify([
        mapped.message,
        mapped.details,
        `${mapped.stack}`,
        mapped.cause ?? null,
        outcome,
      ]);
      expect(logged).not.toContain('secret');
    }
  });

  it('pass on how long to wait', () => {
    const error = new HttpRequestError({
      body,
      url,
      status: 429,
      headers: new Headers({ 'retry-after': '7' }),
    });
    expect(mapRpcError(error, 'eth_call', 'rpc.example').retryAfter).toBe(7_000);
  });
});
