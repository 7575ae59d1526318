import { describe, expect, it } from 'vitest';
import { encodeJson, storableText } from '../../src/journal/json.ts';

describe('encodeJson', () => {
  it('gives the same text for the same value, whatever the order of its keys', () => {
    expect(encodeJson({ b: [1n, { d: undefined, c: 'x' }], a: null })).toBe(
      '{"a":null,"b":["1",{"c":"x"}]}',
    );
    expect(encodeJson({ a: null, b: [1n, { c: 'x' }] })).toBe(
      encodeJson({ b: [1n, { c: 'x' }], a: null }),
    );
  });

  it('writes amounts beyond the floats as they are', () => {
    expect(encodeJson({ amount: 2n ** 256n - 1n })).toBe(`{"amount":"${2n ** 256n - 1n}"}`);
  });

  it('writes nothing as null', () => {
    expect(encodeJson(undefined)).toBe('null');
  });
});

describe('storableText', () => {
  it('replaces what Postgres cannot store and nothing else', () => {
    expect(storableText('a\0b \uD800 \uDC00 😀 é')).toBe('a\uFFFDb \uFFFD \uFFFD 😀 é');
  });
});
