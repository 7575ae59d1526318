import { describe, expect, it } from 'vitest';
import { chooseAccount } from '../../src/keys/account-form.ts';
import { parseWalletSecret } from '../../src/keys/parse-wallet-secret.ts';

const junk = 'test test test test test test test test test test test junk';
const about = `${'abandon '.repeat(11)}about`;
const ton = chooseAccount('ton');

describe('a phrase that is refused', () => {
  it.each([
    ['nothing', ' \n', /nothing was given/],
    ['a word that is none', junk.replace('junk', 'jumk'), /word 12 is not in the list/],
    [
      'two words that are none',
      about.replace('abandon abandon', 'abandom abandom'),
      /words 1 and 2 are not in the list/,
    ],
    ['a word too few', junk.replace(' junk', ''), /it has 11 words, not 12, 15, 18, 21 or 24/],
    ['words in another order', junk.replace('test junk', 'junk test'), /checksum is wrong/],
    ['one word', 'test', /neither a phrase nor 32 bytes in hex/],
  ])('explains the fault without any of its words: %s', async (_what, text, says) => {
    for (const form of [
      chooseAccount('evm'),
      chooseAccount('bitcoin', { network: 'regtest' }),
      chooseAccount('solana'),
    ]) {
      const fault = await parseWalletSecret(text, form).catch((thrown: Error) => thrown);
      expect(fault).toMatchObject({ code: 'KEY_INVALID' });
      const { message } = fault as Error;
      if (text !== 'test' || form.family === 'evm') expect(message).toMatch(says);
      expect(message).not.toMatch(/jum?n?k\b|abando[mn]|\btest\b/);
    }
  });

  it('explains the fault of a phrase of TON’s own scheme', async () => {
    const fault = (text: string) =>
      parseWalletSecret(text, ton).then(
        () => expect.unreachable('it was taken'),
        (thrown: Error) => thrown.message,
      );
    const words = Array.from({ length: 24 }, () => 'zoo');
    expect(await fault(words.join(' '))).toMatch(/checksum.*nor.*TON/);
    expect(await fault(words.slice(1).join(' '))).toMatch(/it has 23 words/);
    expect(await fault(words.with(4, 'zooo').join(' '))).toMatch(/word 5 is not in the list/);
    expect(await fault('')).toMatch(/nothing was given/);
    await expect(parseWalletSecret(junk, ton, 'ton-phrase')).rejects.toThrow(
      /a BIP-39 phrase, not one of TON/,
    );
  });
});
