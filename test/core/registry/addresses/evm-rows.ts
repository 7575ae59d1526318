import { knownChains } from '../../../../src/core/registry/known-chains.ts';
import { type AddressRows, elsewhere, type RowsByChain } from './address-rows.ts';

/** EIP-55, test cases. */
const [first, second] = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
];

const ofEveryEvmChain: AddressRows = {
  good: [
    first,
    second,
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    [first.toLowerCase(), first],
    ['0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ],
  bad: [
    ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'the case of one letter'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAfd', 'one letter'],
    [first.slice(0, -1), 'one digit missing'],
    [`${first}0`, 'one digit too many'],
    [first.slice(2), 'no 0x'],
    ['0x0000000000000000000000000000000000000000', 'nobody’s'],
    [elsewhere.bitcoin, 'Bitcoin’s'],
    [elsewhere.tron, 'TRON’s'],
  ],
};

/** What some of them have besides. */
const further: RowsByChain = {
  // docs.harmony.one, wallets: the two forms of one account.
  HARMONY: {
    good: [
      ['one103q7qe5t2505lypvltkqtddaef5tzfxwsse4z7', '0x7c41E0668B551f4f902cFaec05B5Bdca68b124CE'],
    ],
    bad: [
      ['one103q7qe5t2505lypvltkqtddaef5tzfxwsse4z8', 'one letter'],
      ['io1mflp9m6hcgm2qcghchsdqj3z3eccrnekx9p0ms', 'IoTeX’s'],
    ],
  },
  // iotexproject/iotex-address, tests.
  IOTEX: {
    good: [
      ['io1mflp9m6hcgm2qcghchsdqj3z3eccrnekx9p0ms', '0xDa7e12Ef57c236a06117c5e0d04a228e7181CF36'],
    ],
    bad: [
      ['io1mflp9m6hcgm2qcghchsdqj3z3eccrnekx9p0mt', 'one letter'],
      ['one103q7qe5t2505lypvltkqtddaef5tzfxwsse4z7', 'Harmony’s'],
    ],
  },
  XDC: {
    good: [[`xdc${first.slice(2)}`, first]],
    bad: [
      ['xdc5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'the case of one letter'],
      [`xdc${first}`, 'both beginnings'],
    ],
  },
};

const evmNames = Object.values(knownChains).flatMap(({ family, name }) =>
  family === 'evm' ? [name] : [],
);

export const evmRows: RowsByChain = Object.fromEntries(
  evmNames.map((name) => {
    const { good, bad } = further[name] ?? { good: [], bad: [] };
    return [
      name,
      { good: [...ofEveryEvmChain.good, ...good], bad: [...ofEveryEvmChain.bad, ...bad] },
    ];
  }),
);

/** VeChain has the same form; Stratis’ new chain, too. */
export const evmLikeRows: RowsByChain = {
  // ensdomains/address-encoder, vet.test.ts.
  VE_CHAIN: {
    good: [...ofEveryEvmChain.good, '0x9760b32C0A515F6C8c4E6B7B89AF8964DDaCB985'],
    bad: ofEveryEvmChain.bad,
  },
  // trustwallet/wallet-core, registry.json (explorer.sampleAccount).
  STRATIS: {
    good: ['XWqnSWzQA5kDAS727UTYtXkdcbKc8mEvyN', ...ofEveryEvmChain.good],
    bad: [
      ...ofEveryEvmChain.bad,
      ['XWqnSWzQA5kDAS727UTYtXkdcbKc8mEvyM', 'one letter'],
      ['SdMCMmLjD6NK8ssWt5nH2gtv6XkQXErBRs', 'of the chain of before 2020'],
    ],
  },
};
