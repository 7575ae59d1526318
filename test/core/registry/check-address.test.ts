import { describe, expect, it } from 'vitest';
import { addressFormOf, checkAddress } from '../../../src/core/registry/check-address.ts';
import { knownChains } from '../../../src/core/registry/known-chains.ts';
import type { RowsByChain } from './addresses/address-rows.ts';
import { base58Rows } from './addresses/base58-rows.ts';
import { bech32Rows } from './addresses/bech32-rows.ts';
import { bitcoinLikeRows } from './addresses/bitcoin-like-rows.ts';
import { evmLikeRows, evmRows } from './addresses/evm-rows.ts';
import { familyRows } from './addresses/family-rows.ts';
import { hexRows } from './addresses/hex-rows.ts';
import { nameRows } from './addresses/name-rows.ts';

const rows: RowsByChain = {
  ...evmRows,
  ...evmLikeRows,
  ...familyRows,
  ...bitcoinLikeRows,
  ...base58Rows,
  ...bech32Rows,
  ...hexRows,
  ...nameRows,
};
const entries = Object.entries(rows).map(([chain, { good, bad }]) => ({
  chain,
  good: good.map((one) => (typeof one === 'string' ? ([one, one] as const) : one)),
  bad,
}));

it('there are right and wrong addresses for every chain identifier', () => {
  expect(Object.keys(rows).sort()).toEqual(Object.keys(knownChains).sort());
  for (const { chain, good, bad } of entries) {
    expect(good.length, chain).toBeGreaterThan(0);
    expect(bad.length, chain).toBeGreaterThan(1);
  }
});

describe.each(entries)('$chain', ({ chain, good, bad }) => {
  it('takes what is right', () => {
    for (const [text, canonical] of good) {
      expect(checkAddress(chain, text), text).toEqual({ ok: true, canonical });
      expect(checkAddress(chain, canonical), canonical).toEqual({ ok: true, canonical });
    }
  });

  it('refuses what is wrong, and says what an address is', () => {
    for (const [text, fault] of bad) {
      const checked = checkAddress(chain, text);
      expect(checked, `${text}: ${fault}`).toMatchObject({ ok: false });
      expect(checked.ok ? '' : checked.reason).not.toBe('');
    }
  });

  it('refuses blanks, nothing, and endless texts', () => {
    const [[text] = ['']] = good;
    for (const wrong of ['', ' ', `${text} `, ` ${text}`, `${text}\n`, text.repeat(500)]) {
      expect(checkAddress(chain, wrong).ok, JSON.stringify(wrong.slice(0, 80))).toBe(false);
    }
  });
});

/** The text with one letter changed into another of the same kind, for each position. */
function neighbours(text: string): string[] {
  const kinds = [/[0-9]/, /[a-z]/, /[A-Z]/];
  return [...text].flatMap((letter, index) => {
    const kind = kinds.find((one) => one.test(letter));
    const other = [...text].find((candidate) => candidate !== letter && kind?.test(candidate));
    return other === undefined ? [] : [text.slice(0, index) + other + text.slice(index + 1)];
  });
}

describe('one changed letter, where every address has a checksum,', () => {
  const checked = entries.filter(({ chain }) => addressFormOf(chain)?.checksum === 'always');

  it.each(checked)('is noticed on $chain, at any place', ({ chain, good }) => {
    for (const [text] of good) {
      const changed = neighbours(text);
      expect(changed.length).toBeGreaterThan(text.length / 2);
      expect(changed.filter((one) => checkAddress(chain, one).ok)).toEqual([]);
    }
  });
});

/** Chains that share address forms, so some addresses are valid on several. */
const lookalikes: readonly (readonly string[])[] = [
  ['ETH', 'VE_CHAIN', 'STRATIS'],
  ['BITCOIN', 'BITCOIN_CASH', 'E_CASH', 'BSV', 'BITCOIN_DIAMOND'],
  ['DOGECOIN', 'DIGI_BYTE', 'DIVI', 'PIVX', 'VERGE'],
  ['DIGI_BYTE', 'SOLAR'],
  ['BITCOIN_GOLD', 'ARK', 'ONTOLOGY'],
  ['LITECOIN', 'QTUM'],
  ['KOMODO', 'RAVENCOIN'],
  ['SOLANA', 'HELIUM'],
  ['TERRA', 'TERRA_CLASSIC'],
  ['APTOS', 'IOTA', 'SUI', 'AION', 'STARKNET'],
  ['NEAR', 'ICP'],
  ['NEAR', 'EOS', 'WAX', 'STEEM', 'IOST'],
];

/** All EVM chains count as one. */
const different = entries.filter(({ chain }) => chain === 'ETH' || !(chain in evmRows));

it.each(different)('an address of $chain is one of its lookalikes at most', ({ chain, good }) => {
  const takenBy = different.filter(({ chain: other }) =>
    good.some(([text]) => checkAddress(other, text).ok),
  );
  const allowed = new Set([chain, ...lookalikes.filter((group) => group.includes(chain)).flat()]);
  expect(takenBy.map((one) => one.chain).filter((one) => !allowed.has(one))).toEqual([]);
});

it('a chain that is not known has no addresses', () => {
  expect(checkAddress('NOWHERE', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual({
    ok: false,
    reason: 'the chain NOWHERE is unknown',
  });
});
