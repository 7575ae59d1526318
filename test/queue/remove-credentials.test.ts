import { describe, expect, it } from 'vitest';
import { removeCredentials } from '../../src/queue/remove-credentials.ts';

const key = `fm_${'A'.repeat(43)}`;

describe('what is kept of an intake job', () => {
  it('has no API key in it, wherever that was, and no member that is meant for one', () => {
    const data = {
      apiKey: 'x',
      job: { note: `by ${key}`, [key]: 1, list: [{ keyHash: 'y', amount: '1' }] },
    };
    expect(removeCredentials(data)).toEqual({
      found: true,
      rest: { job: { note: 'by [removed]', '[removed]': 1, list: [{ amount: '1' }] } },
    });
  });

  it('is unchanged where a text only ends as an API key begins', () => {
    const data = { job: { metadata: { platform: 'platfm_0123456789abcdefghij' } } };
    expect(removeCredentials(data)).toEqual({ found: false, rest: data });
  });
});
