import { Address } from '@ton/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  friendlyTonAddress,
  parseTonAddress,
  rawTonAddress,
  readTonAddress,
} from '../../../../src/families/ton/formats/address.ts';
import { parseTonHash } from '../../../../src/families/ton/formats/hash.ts';

/** TEP-2, example: the root of TON DNS. */
const raw = '-1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c';
const bounceable = 'Ef_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXDvq';
const nonBounceable = 'Uf_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXGYv';

const mainnet = { isTestNetwork: false };
const testnet = { isTestNetwork: true };

describe('an address of TON', () => {
  it('is the same account in every form (TEP-2, example)', () => {
    const usualAlphabet = bounceable.replaceAll('-', '+').replaceAll('_', '/');
    for (const text of [raw, raw.toUpperCase(), bounceable, nonBounceable, usualAlphabet]) {
      expect(parseTonAddress(text, mainnet)).toEqual({ ok: true, address: raw });
    }
    expect(friendlyTonAddress(raw, { bounceable: true })).toBe(bounceable);
    expect(friendlyTonAddress(bounceable, { bounceable: false })).toBe(nonBounceable);
  });

  it('says whether messages bounce', () => {
    expect(readTonAddress(bounceable)?.form).toEqual({
      kind: 'friendly',
      bounceable: true,
      testOnly: false,
    });
    expect(readTonAddress(nonBounceable)?.form).toEqual({
      kind: 'friendly',
      bounceable: false,
      testOnly: false,
    });
    expect(readTonAddress(raw)?.form).toEqual({ kind: 'raw' });
  });

  it('for test networks only is refused elsewhere', () => {
    const testOnly = friendlyTonAddress(raw, { bounceable: true, testOnly: true });
    expect(parseTonAddress(testOnly, testnet)).toEqual({ ok: true, address: raw });
    expect(parseTonAddress(testOnly, mainnet)).toEqual({
      ok: false,
      fault: 'the address is for test networks only',
    });
  });

  it('is read and written as @ton/core does', () => {
    const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(
        hashes,
        fc.constantFrom(0 as const, -1 as const),
        fc.boolean(),
        fc.boolean(),
        (hash, workchain, bounce, testOnly) => {
          const address = rawTonAddress({ workchain, hash });
          const text = new Address(workchain, Buffer.from(hash)).toString({
            bounceable: bounce,
            testOnly,
          });
          expect(friendlyTonAddress(address, { bounceable: bounce, testOnly })).toBe(text);
          const read = readTonAddress(text)!;
          expect(rawTonAddress(read)).toBe(Address.parse(text).toRawString());
          expect(read.form).toEqual({ kind: 'friendly', bounceable: bounce, testOnly });
        },
      ),
    );
  });

  it('is refused where one letter of it is another', () => {
    for (let place = 0; place < bounceable.length; place++) {
      const letter = bounceable[place] === 'A' ? 'B' : 'A';
      expect(
        readTonAddress(bounceable.slice(0, place) + letter + bounceable.slice(place + 1)),
      ).toBeUndefined();
    }
  });

  it.each([
    ['', 'nothing'],
    [' '.concat(raw), 'a blank'],
    [raw.slice(0, -1), 'a digit less'],
    [raw.replace('-1', '1'), 'another workchain'],
    [raw.replace('-1', '-01'), 'another way to write the workchain'],
    [raw.replace('-1', '0.5'), 'no workchain'],
    [`${raw}00`, 'more digits'],
    [new Address(1, Buffer.alloc(32, 1)).toString(), 'another workchain in its bytes'],
    [`${bounceable.slice(0, -1)}=`, 'padding'],
    [bounceable.replace('-', '+'), 'both alphabets'],
    [`0:${'0'.repeat(64)}`, 'zero bytes'],
    ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'an address of another family'],
    ['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2Ν', 'a letter of another alphabet'],
  ])('is not %j (%s)', (text) => {
    expect(parseTonAddress(text, testnet).ok).toBe(false);
  });
});

describe('a hash', () => {
  const hash = 'e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c';
  it('has one name, in hex or in base64', () => {
    const bytes = Buffer.from(hash, 'hex');
    for (const text of [
      hash,
      hash.toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
    ]) {
      expect(parseTonHash(text)).toBe(hash);
    }
  });

  it.each([
    '',
    hash.slice(1),
    `0x${hash}`,
    `${Buffer.from(hash, 'hex').toString('base64').slice(0, 42)}/=`,
    raw,
  ])('is not %j', (text) => {
    expect(parseTonHash(text)).toBeUndefined();
  });
});
