import { elsewhere, type RowsByChain } from './address-rows.ts';

const { bitcoin, ethereum } = elsewhere;

/**
 * Base58 with a checksum of the chain's own. Where nothing else is said:
 * ensdomains/address-encoder, src/coin/<coin>.test.ts.
 */
export const base58Rows: RowsByChain = {
  ARK: {
    good: ['AKkCgA5To85YSAgJgxUw8dKJsHkCzsu2dy'],
    bad: [
      ['AKkCgA5To85YSAgJgxUw8dKJsHkCzsu2dz', 'one letter'],
      ['SP77TpbBYC2nCpaCg3u1BBsYU7zqwqzGo7', 'Solar’s'],
    ],
  },
  // Solar-network/core, packages/crypto/src/networks/mainnet/genesisBlock.json.
  SOLAR: {
    good: ['SP77TpbBYC2nCpaCg3u1BBsYU7zqwqzGo7'],
    bad: [
      ['SP77TpbBYC2nCpaCg3u1BBsYU7zqwqzGo8', 'one letter'],
      ['AKkCgA5To85YSAgJgxUw8dKJsHkCzsu2dy', 'ARK’s'],
    ],
  },
  // CityOfZion/neon-js, tests; docs.neo.org.
  NEO: {
    good: ['NZNos2WqTbu5oCgyfss9kUJgBXJqhuYAaj', 'NXV7ZhHiyM1aHXwpVsRZC6BwNFP2jghXAq'],
    bad: [
      ['NZNos2WqTbu5oCgyfss9kUJgBXJqhuYAak', 'one letter'],
      ['AXaXZjZGA3qhQRTCsyG5uFKr9HeShgVhTF', 'of the chain before N3'],
    ],
  },
  // And trustwallet/wallet-core, tests/chains/Ontology.
  ONTOLOGY: {
    good: ['ALvmTSEjNREwcRNJiLcTkxCnsXBfbZEUFK', 'ANDfjwrUroaVtvBguDtrWKRMyxFwvVwnZD'],
    bad: [
      ['ANDfjwrUroaVtvBguDtrWKRMyxFwvVwnZE', 'one letter'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  // MinaProtocol/mina, demo and genesis ledgers.
  MINA_PROTOCOL: {
    good: [
      'B62qrPN5Y5yq8kGE3FbVKbGTdTAJNdtNtB5sNVpxyRwWGcDEhpMzc8g',
      'B62qiy32p8kAKnny8ZFwoMhYpBppM1DWVCqAPBYNcXnsAHhnfAAuXgg',
    ],
    bad: [
      ['B62qrPN5Y5yq8kGE3FbVKbGTdTAJNdtNtB5sNVpxyRwWGcDEhpMzc8h', 'one letter'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  // getmonero.org, donations; docs.getmonero.org, integrated address.
  MONERO: {
    good: [
      '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
      '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
      '4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK',
    ],
    bad: [
      [
        '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3B',
        'one letter',
      ],
      [
        '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3',
        'one letter missing',
      ],
      [
        '9ujeXrjzf7bfeK3KZdCqnYaMwZVFuXemPU8Ubw335rj2FN1CdMiWNyFV3ksEfMFvRp9L9qum5UxkP5rN9aLcPxbH1au4WAB',
        'a test network’s (docs.getmonero.org)',
      ],
    ],
  },
  RIPPLE: {
    good: ['rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', 'X7qvLs7gSnNoKvZzNWUT2e8st17QPY64PPe7zriLNuJszeg'],
    bad: [
      ['rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpp', 'one letter'],
      // XLS-5, examples.
      ['T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ', 'a test network’s'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  // And trustwallet/wallet-core, tests/chains/Tezos.
  TEZOS: {
    good: [
      'tz1eZwq8b5cvE2bPKokatLkVMzkxz24z3Don',
      'tz2PdGc7U5tiyqPgTSgqCDct94qd6ovQwP6u',
      'tz3NdTPb3Ax2rVW2Kq9QEdzfYFkRwhrQRPhX',
      'KT1BDEn6wobs7tDReKkGheXAhoq278TGaNn5',
    ],
    bad: [
      ['tz1eZwq8b5cvE2bPKokatLkVMzkxz24z3AAAA', 'letters (wallet-core)'],
      ['1tzeZwq8b5cvE2bPKokatLkVMzkxz24zAAAAA', 'letters (wallet-core)'],
      ['NmH7tmeJUmHcncBDvpr7aJNEBk7rp5zYsB1qt', 'something else in the same manner (wallet-core)'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/Waves.
  WAVES: {
    good: ['3PLANf4MgtNN5v6k4NNnyx2m4zKJiw1tF9v', '3PDjjLFDR5aWkKgufika7KSLnGmAe8ueDpC'],
    bad: [
      ['3PLANf4MgtNN5v5k4NNnyx2m4zKJiw1tF9v', 'one letter (wallet-core)'],
      ['3MvbutkV3xapQVUcGBGWCongwfdH8LKTm8w', 'a test network’s (ChainAgnostic/namespaces, waves)'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  FIO_PROTOCOL: {
    good: ['FIO7tkpmicyK2YWShSKef6B9XXqBN6LpDJo69oRDfhn67CEnj3L2G'],
    bad: [
      ['FIO7tkpmicyK2YWShSKef6B9XXqBN6LpDJo69oRDfhn67CEnj3L2H', 'one letter'],
      ['EOS7pyZLEjxhkSBYnPJf585vcZrqdQoA4KsRHDej6i3vsnV7aseh9', 'a key of EOS'],
      ['f5axfpgffiqz', 'an account’s name'],
    ],
  },
  // moonbeam-foundation/moonbeam-docs and astar's tests: Dave, of Substrate's well-known accounts.
  ASTAR: {
    good: ['X2mE9hCGX771c3zzV6tPa8U2cDz4U4zkqUdmBrQn83M3cm7'],
    bad: [
      ['X2mE9hCGX771c3zzV6tPa8U2cDz4U4zkqUdmBrQn83M3cm8', 'one letter'],
      [
        '5FqqU2rytGPhcwQosKRtW1E3ha6BJKAjHgtcodh71dSyXhoZ',
        'of no network in particular (prefix 42)',
      ],
      ['FfnS7Vk2i19AdFMf6D8ZRVUhNsYWVtsLmqQEnAmTqQBqsSy', 'Kusama’s'],
    ],
  },
  // trustwallet/wallet-core, registry.json, tests/chains/Kusama.
  KUSAMA: {
    good: [
      'FfnS7Vk2i19AdFMf6D8ZRVUhNsYWVtsLmqQEnAmTqQBqsSy',
      'CpjsLDC1JFyrhm3ftC9Gs4QoyrkHKhZKtK7YqGTRFtTafgp',
    ],
    bad: [
      ['FfnS7Vk2i19AdFMf6D8ZRVUhNsYWVtsLmqQEnAmTqQBqsSz', 'one letter'],
      ['15AeCjMpcSt3Fwa47jJBd7JzQ395Kr2cuyF5Zp4UBf1g9ony', 'Polkadot’s'],
      [
        '5FqqU2rytGPhcwQosKRtW1E3ha6BJKAjHgtcodh71dSyXhoZ',
        'of no network in particular (prefix 42)',
      ],
    ],
  },
  POLKADOT: {
    good: [
      '14QKFrBmnhP5xoH1t7nC2q7mssgj671AhzThsGewVj3Ea8Xt',
      '15AeCjMpcSt3Fwa47jJBd7JzQ395Kr2cuyF5Zp4UBf1g9ony',
      '1FRMM8PEiWXYax7rpS6X4XZX1aAAxSWx1CrKTyrVYhV24fg',
    ],
    bad: [
      ['14QKFrBmnhP5xoH1t7nC2q7mssgj671AhzThsGewVj3Ea8Xu', 'one letter'],
      ['FfnS7Vk2i19AdFMf6D8ZRVUhNsYWVtsLmqQEnAmTqQBqsSy', 'Kusama’s'],
      [
        '5FqqU2rytGPhcwQosKRtW1E3ha6BJKAjHgtcodh71dSyXhoZ',
        'of no network in particular (prefix 42)',
      ],
    ],
  },
  // trustwallet/wallet-core, tests/chains/Polymesh.
  POLYX: {
    good: [
      '2DxwekgWwK7sqVeuXGmaXLZUvwnewLTs2rvU2CFKLgvvYwCG',
      '2E5u4xA1TqswQ3jMJH96zekxwr2itvKu79fDC1mmnVZRh6Uv',
    ],
    bad: [
      ['2DxwekgWwK7sqVeuXGmaXLZUvwnewLTs2rvU2CFKLgvvYwCH', 'one letter'],
      ['15AeCjMpcSt3Fwa47jJBd7JzQ395Kr2cuyF5Zp4UBf1g9ony', 'Polkadot’s'],
    ],
  },
};
