import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USDC } from '../../../../sandbox/solana/solana-catalogue.ts';
import { decodeBase58, encodeBase58 } from '../../../../src/families/shared/formats/base58.ts';
import { metadataAccountOf } from '../../../../src/families/solana/adapter/associated-account.ts';
import { parseSignature } from '../../../../src/families/solana/adapter/parse-signature.ts';
import { metadataProgram } from '../../../../src/families/solana/adapter/programs.ts';
import { parseSolanaAddress } from '../../../../src/families/solana/formats/address.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { lyingFetch } from './lying-fetch.ts';

describe('addresses and ids of Solana', () => {
  it.each([
    'So11111111111111111111111111111111111111112',
    'So11111111111111111111111111111111111111111',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  ])('%s is one', (text) => {
    expect(parseSolanaAddress(text)).toEqual({ ok: true, address: text });
  });

  it.each([
    ['nobody’s', '11111111111111111111111111111111'],
    ['too short', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZ'],
    ['with zeros in front that change its length', '1EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['with a letter that base58 does not have', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1l'],
    ['of another family', '0x07C6D5e2d79Be05457632bB9F64fd58C9db8AaC3'],
    ['nothing', ''],
  ])('is none that is %s', (_what, text) => {
    expect(parseSolanaAddress(text)).toMatchObject({ ok: false });
  });

  it('a signature is 64 bytes', () => {
    const id = encodeBase58(new Uint8Array(64).fill(9));
    expect(parseSignature(id)).toBe(id);
    expect(parseSignature(encodeBase58(new Uint8Array(63).fill(9)))).toBeUndefined();
    expect(parseSignature('0xaa')).toBeUndefined();
    expect(decodeBase58('0')).toBeUndefined();
  });
});

describe('a token’s symbol', () => {
  let local: LocalChain;
  beforeAll(async () => {
    local = await startLocalChain();
  });
  afterAll(() => local.close());

  /**
   * Metaplex's account: its kind, an authority and the mint, then name and symbol, each behind its
   * length.
   */
  function metadata(mint: string, symbol: string): string {
    const text = (value: string, length: number) => {
      const bytes = Buffer.alloc(4 + length);
      bytes.writeUInt32LE(length);
      bytes.write(value, 4);
      return bytes;
    };
    const head = Buffer.concat([Buffer.of(4), Buffer.alloc(32), Buffer.from(decodeBase58(mint)!)]);
    return Buffer.concat([head, text('A dollar', 32), text(symbol, 10)]).toString('base64');
  }

  it.each([
    [
      'as its metadata say, without the padding',
      metadata(USDC.address, 'USDX'),
      metadataProgram,
      'USDX',
    ],
    [
      'from its address, where the metadata are another mint’s',
      metadata(metadataProgram, 'USDX'),
      metadataProgram,
      '4SdfS',
    ],
    [
      'from its address, where somebody else owns them',
      metadata(USDC.address, 'USDX'),
      USDC.address,
      '4SdfS',
    ],
  ])('is read %s', async (_what, data, owner, expected) => {
    const told = { lamports: 1, owner, executable: false, data: [data, 'base64'] };
    const adapter = local.adapter({
      fetch: lyingFetch({
        getMultipleAccounts: (result, [addresses]) => {
          expect(addresses).toEqual([USDC.address, metadataAccountOf(USDC.address)]);
          const { context, value } = result as { context: object; value: unknown[] };
          return { context, value: [value[0], told] };
        },
      }),
    });
    const { symbol, decimals } = await adapter.token(USDC.address);
    expect(decimals).toBe(6);
    expect(symbol.startsWith(expected.slice(0, 4))).toBe(true);
    expect(symbol === 'USDX').toBe(expected === 'USDX');
  });
});
