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
    ['cut off in the middle of a letter', 'c3'],
    ['a surrogate', 'eda080'],
    ['filled up with nothing', '343731310000'],
  ])('is none where it is %s', (_what, hex) => {
    expect(memoText(Buffer.from(hex, 'hex'))).toBeUndefined();
  });
});
