import { elsewhere, type RowsByChain } from './address-rows.ts';

/** The families that something is signed for, beside EVM. */
export const familyRows: RowsByChain = {
  // trustwallet/wallet-core, tests/chains/Bitcoin/TWAnyAddressTests.cpp and registry.json.
  BITCOIN: {
    good: [
      elsewhere.bitcoin,
      elsewhere.segwit,
      'bc1pkup60ng64cthqujp38l57y0eewkyqy35s86tmqjcc5yzgmz9l2gscz37tx',
      // BIP-173, examples.
      ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ],
    bad: [
      ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'a test network’s (BIP-173)'],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'one letter (BIP-173)'],
      ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'a test network’s'],
      ['LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz', 'Litecoin’s'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/Tron; the contract of USDT.
  TRON: {
    good: [elsewhere.tron, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    bad: [
      ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'nobody’s: twenty bytes of zero'],
      ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'one letter missing'],
      [elsewhere.bitcoin, 'Bitcoin’s'],
      [elsewhere.ethereum, 'Ethereum’s'],
    ],
  },
  // trustwallet/wallet-core, registry.json; the mint of USDC.
  SOLANA: {
    good: [
      'Bxp8yhH9zNwxyE4UqxP7a7hgJ5xTZfxNNft7YJJ2VRjT',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    ],
    bad: [
      ['Bxp8yhH9zNwxyE4UqxP7a7hgJ5xTZfxNNft7YJJ2VR', 'two letters missing'],
      ['Bxp8yhH9zNwxyE4UqxP7a7hgJ5xTZfxNNft7YJJ2VRj0', 'a letter that is none of base58'],
      ['11111111111111111111111111111111', 'nobody’s'],
      [elsewhere.bitcoin, 'Bitcoin’s'],
    ],
  },
  // The mint of HNT (docs.helium.com).
  HELIUM: {
    good: [
      'hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux',
      'Bxp8yhH9zNwxyE4UqxP7a7hgJ5xTZfxNNft7YJJ2VRjT',
    ],
    bad: [
      ['13M8dUbxymE3xtiAXszRkGMmezMhBS8Li7wEsMojLdb4Sdxc4wc', 'of the chain that is gone'],
      ['hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1ox', 'letters missing'],
    ],
  },
  // TEP-2, example; trustwallet/wallet-core, registry.json.
  TON: {
    good: [
      [
        'Ef_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXDvq',
        '-1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c',
      ],
      [
        'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
        '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
      ],
      '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
    ],
    bad: [
      ['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M', 'one letter'],
      ['kf_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXOEf', 'one letter of a test network’s'],
      ['0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a', 'one digit missing'],
      [elsewhere.ethereum, 'Ethereum’s'],
    ],
  },
};
