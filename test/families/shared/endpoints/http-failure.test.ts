import { describe, expect, it } from 'vitest';
import {
  HttpStatusError,
  mapFailure,
} from '../../../../src/families/shared/endpoints/http-failure.ts';

describe('a failed request', () => {
  it.each([
    [new HttpStatusError(404, new Headers()), 'RPC_UNSUPPORTED', undefined],
    [new HttpStatusError(429, new Headers({ 'retry-after': '7' })), 'RPC_UNAVAILABLE', 7_000],
    [
      new HttpStatusError(503, new Headers({ 'retry-after': 'soon' })),
      'RPC_UNAVAILABLE',
      undefined,
    ],
    [new DOMException('timed out', 'TimeoutError'), 'RPC_UNAVAILABLE', undefined],
    [new TypeError('fetch failed'), 'RPC_UNAVAILABLE', undefined],
    [new SyntaxError('Unexpected token'), 'RPC_UNAVAILABLE', undefined],
  ])('%s', (error, code, retryAfter) => {
    const mapped = mapFailure(error, 'wallet/getnowblock', 'node.example');
    expect(mapped.code).toBe(code);
    expect(mapped.retryAfter).toBe(retryAfter);
    expect(mapped.message).toContain('node.example');
  });
});
