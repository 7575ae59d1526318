import { elsewhere, type RowsByChain } from './address-rows.ts';

const { ethereum, bitcoin, segwit } = elsewhere;

/** Accounts that people name: one letter changed is somebody else. */
export const nameRows: RowsByChain = {
  // docs.eosnetwork.com: a system account; an exchange's.
  EOS: {
    good: ['eosio.token', 'binancecleos'],
    bad: [
      ['binancecleos0', 'a digit that there is not'],
      ['Binancecleos', 'a capital letter'],
      ['averylongaccountname', 'too long'],
      ['EOS7pyZLEjxhkSBYnPJf585vcZrqdQoA4KsRHDej6i3vsnV7aseh9', 'a key'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  WAX: {
    good: ['atomicassets', 'eosio.token'],
    bad: [
      ['.atomicasset', 'a dot in front'],
      ['atomic_assets', 'a letter that there is not'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  // HIP-15, examples; trustwallet/wallet-core, registry.json.
  HEDERA: {
    good: ['0.0.19790', ['0.0.123-vfmkw', '0.0.123']],
    bad: [
      ['0.0.123-vfmkx', 'one letter'],
      ['0.0.124-vfmkw', 'one digit'],
      ['0.0.123-esxsf', 'a test network’s (HIP-15)'],
      ['0.0.abc', 'no number (wallet-core)'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/IOST.
  IOST: {
    good: ['12345', '12345xusong', '1234_xuson'],
    bad: [
      ['1234', 'too short'],
      ['12345xusonga', 'too long'],
      [ethereum, 'Ethereum’s'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/NEAR and registry.json; ensdomains/address-encoder.
  NEAR: {
    good: [
      'test-trust.vlad.near',
      '9902c136629fc630416e50d4f2fef6aff867ea7e.lockup.near',
      '917b3d268d4b58f7fec1b150bd68d69be3ee5d4cc39855e341538465bb77860d',
    ],
    bad: [
      [
        '917b3d268d4b58f7fec1b150bd68d69be3ee5d4cc39855e341538465bb7786',
        'digits missing (wallet-core)',
      ],
      [
        'NEAR2758Nk7CMUcxTwXdjVdSxNEidiZQWMZN3USJzj76q5ia3v2v',
        'letters missing of another form (wallet-core)',
      ],
      ['alice.testnet', 'a test network’s'],
      ['alice..near', 'two dots'],
      [segwit, 'Bitcoin’s'],
      [ethereum.toLowerCase(), 'Ethereum’s'],
    ],
  },
  // steemit/steem: accounts of the genesis and of the company.
  STEEM: {
    good: ['steemit', 'ned', 'steem.dao'],
    bad: [
      ['Steemit', 'a capital letter'],
      ['ab', 'too short'],
      ['averyverylongname', 'too long'],
      ['1steemit', 'a digit in front'],
      ['STM8QykigLRi9ZUcNy1iXGY3KjRuCiLM8Ga49LHti1F8hgawKFc3K', 'a key'],
    ],
  },
};
