import { elsewhere, type RowsByChain } from './address-rows.ts';

const { ethereum, bitcoin } = elsewhere;

/**
 * Hexadecimal ones. Where nothing else is said: ensdomains/address-encoder,
 * src/coin/<coin>.test.ts.
 */
export const hexRows: RowsByChain = {
  AION: {
    good: ['0xa0c24fbbecf42184d1ca8e9401ddaa2a99f69f3560e3d6c673de3c8a0be2a8eb'],
    bad: [
      ['0xa0c24fbbecf42184d1ca8e9401ddaa2a99f69f3560e3d6c673de3c8a0be2a8e', 'one digit missing'],
      ['0xb0c24fbbecf42184d1ca8e9401ddaa2a99f69f3560e3d6c673de3c8a0be2a8eb', 'another first byte'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/Aptos.
  APTOS: {
    good: ['0x19aadeca9388e009d136245b9a67423f3eee242b03142849eb4f81a4a409e59c'],
    bad: [
      [
        '0xeeff357ea5c1a4e7bc11b2b17ff2dc2dcca69750bfef1e1ebcaccf8c8018175',
        'one digit missing (wallet-core)',
      ],
      [
        '0xSeff357ea5c1a4e7bc11b2b17ff2dc2dcca69750bfef1e1ebcaccf8c8018175b',
        'a letter that is no digit (wallet-core)',
      ],
      [ethereum, 'Ethereum’s'],
    ],
  },
  // make-software/casper-net-sdk, tests; casper-ecosystem/casper-js-sdk, tests.
  CASPER: {
    good: [
      [
        '01381b36cd07Ad85348607ffE0fA3A2d033eA941D14763358eBEacE9C8aD3cB771',
        '01381b36cd07ad85348607ffe0fa3a2d033ea941d14763358ebeace9c8ad3cb771',
      ],
      '01f9235ff9c46c990e1e2eee0d531e488101fab48c05b75b8ea9983658e228f06b',
      '02029f8c7c5706f2cec573e0b5b8dfc5eff9fc7febf3996ff2e17d4ccc25384629e5',
    ],
    bad: [
      [
        '01381B36cd07Ad85348607ffE0fA3A2d033eA941D14763358eBEacE9C8aD3cB771',
        'the case of one letter',
      ],
      ['01381b36cd07Ad85348607ffE0fA3A2d033eA941D14763358eBEacE9C8aD3cB770', 'one digit'],
      [
        '02f9235ff9c46c990e1e2eee0d531e488101fab48c05b75b8ea9983658e228f06b',
        'too short for its curve',
      ],
      [ethereum, 'Ethereum’s'],
    ],
  },
  FLOW: {
    good: ['0xf233dcee88fe0abe', ['0xF233DCEE88FE0ABE', '0xf233dcee88fe0abe']],
    bad: [
      ['0xf233dcee88fe0abf', 'one digit'],
      ['0xaaaaaaaadeadbeef', 'of no account (address-encoder)'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/ICON.
  ICON: {
    good: [
      'hx116f042497e5f34268b1b91e742680f84cf4e9f3',
      'cx116f042497e5f34268b1b91e742680f84cf4e9f3',
    ],
    bad: [
      ['hx116f042497e5f34268b1b91e742680f84cf4e9f', 'one digit missing'],
      ['dshadghasdghsadadsadjsad', 'nothing’s (wallet-core)'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/InternetComputer and registry.json.
  ICP: {
    good: [
      '58b26ace22a36a0011608a130e84c7cf34ba469c38d24ccf606152ce7de91f4e',
      '529ea51c22e8d66e8302eabd9297b100fdb369109822248bb86939a671fbc55b',
    ],
    bad: [
      ['58b26ace22a36a0011608a130e84c7cf34ba469c38d24ccf606152ce7de91f4f', 'one digit'],
      ['ryjl3-tyaaa-aaaaa-aaaba-cai', 'a principal'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  // ChainAgnostic/namespaces, iota.
  IOTA: {
    good: ['0x7b4a34f6a011794f0ecbe5e5beb96102d3eef6122eb929b9f50a8d757bfbdd67'],
    bad: [
      [
        'iota1qpw6k49dedaxrt854rau02talgfshgt0jlm5w8x9nk5ts6f5x5m759nh2ml',
        'of the signing log before',
      ],
      ['0x7b4a34f6a011794f0ecbe5e5beb96102d3eef6122eb929b9f50a8d757bfbdd6', 'one digit missing'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  // kadena-io/chainweb-node: sender00 of its development network, the same form as on the main one.
  KADENA: {
    good: ['k:368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca'],
    bad: [
      ['k:368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cc', 'one digit missing'],
      ['368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca', 'no k:'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  SIA: {
    good: ['dfb563d6ec6ff876a059fcc96380a6d6718e1a7237e81580123070976243b77988cf8d0b7398'],
    bad: [
      ['dfb563d6ec6ff876a059fcc96380a6d6718e1a7237e81580123070976243b77988cf8d0b7399', 'one digit'],
      ['dfb563d6ec6ff876a059fcc96380a6d6718e1a7237e81580123070976243b779', 'no checksum'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  // And the contract of ether (docs.starknet.io).
  STARKNET: {
    good: [
      [
        '0x02Fd23d9182193775423497fc0c472E156C57C69E4089A1967fb288A2d84e914',
        '0x02fd23d9182193775423497fc0c472e156c57c69e4089a1967fb288a2d84e914',
      ],
      '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
      [
        '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
        '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
      ],
    ],
    bad: [
      [
        '0x02fd23d9182193775423497fc0c472E156C57C69E4089A1967fb288A2d84e914',
        'the case of one letter',
      ],
      ['0x02Fd23d9182193775423497fc0c472E156C57C69E4089A1967fb288A2d84e915', 'one digit'],
      [
        '0xa49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
        'above what there can be',
      ],
      [ethereum, 'Ethereum’s'],
    ],
  },
  SUI: {
    good: ['0x21dcef5bbc5ec6d1789e8b92d3cb2c4d6855da09bd8197f8b256ca15714a7c47'],
    bad: [
      [
        '0x21dcef5bbc5ec6d1789e8b92d3cb2c4d6855da09bd8197f8b256ca15714a7c',
        'two digits missing (address-encoder)',
      ],
      [
        '0x21dcef5bbc5ec6d1789e8b92d3cb2c4d6855da09bd8197f8b256ca15714a7c4g',
        'a letter that is no digit (address-encoder)',
      ],
      [ethereum, 'Ethereum’s'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
};
