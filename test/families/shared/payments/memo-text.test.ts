import { describe, expect, it } from 'vitest';
import { memoText } from '../../../../src/families/shared/payments/memo-text.ts';

describe('a memo', () => {
  it.each(['4711', ' für dich ', '\ufeffmarked', 'two\nlines', '🛶'])(
    'is text to the letter: %j',
    (text) => {
      expect(memoText(Buffer.from(text))).toBe(text);
    },
  );

  it.each([
    ['empty', ''],
    ['not in UTF-8', 'ff00'],
    ['truncated inside a character', 'c3'],
    ['a surrogate', 'eda080'],
    ['padded with zeros', '343731310000'],
  ])('is not text if it is %s', (_what, hex) => {
    expect(memoText(Buffer.from(hex, 'hex'))).toBeUndefined();
  });
});
