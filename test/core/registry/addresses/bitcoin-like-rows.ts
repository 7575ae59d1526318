import { elsewhere, type RowsByChain } from './address-rows.ts';

const { bitcoin, segwit, ethereum } = elsewhere;

/**
 * What came of Bitcoin's code. Where nothing else is said: ensdomains/address-encoder,
 * src/coin/<coin>.test.ts.
 */
export const bitcoinLikeRows: RowsByChain = {
  BITCOIN_CASH: {
    good: [
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      [
        'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
        'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
      ],
      [
        'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
        'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      ],
      '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
      '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC',
    ],
    bad: [
      ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b', 'one letter'],
      // trustwallet/wallet-core.
      ['bchtest:qpcgc96kles6v35a2525dppaapzk2htdkv72dv08qf', 'a test network’s'],
      ['ecash:pqnqv9lt7e5vjyp0w88zf2af0l92l8rxdg2jj94l5j', 'eCash’s'],
      [segwit, 'Bitcoin’s'],
    ],
  },
  // trustwallet/wallet-core, registry.json.
  E_CASH: {
    good: [
      'ecash:pqnqv9lt7e5vjyp0w88zf2af0l92l8rxdg2jj94l5j',
      [
        'pqnqv9lt7e5vjyp0w88zf2af0l92l8rxdg2jj94l5j',
        'ecash:pqnqv9lt7e5vjyp0w88zf2af0l92l8rxdg2jj94l5j',
      ],
      bitcoin,
    ],
    bad: [
      ['ecash:pqnqv9lt7e5vjyp0w88zf2af0l92l8rxdg2jj94l5k', 'one letter'],
      ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'Bitcoin Cash’s'],
      [segwit, 'Bitcoin’s'],
    ],
  },
  BSV: {
    good: ['1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i', '1Ax4gZtb7gAit2TivwejZHYtNNLT18PUXJ'],
    bad: [
      ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'of a script, which is not paid any more'],
      [segwit, 'Bitcoin’s'],
    ],
  },
  // And trustwallet/wallet-core, tests/chains/BitcoinDiamond.
  BITCOIN_DIAMOND: {
    good: [
      '1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i',
      '3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou',
      'bcd1q35t4g0ezx9cl5qzac4tl377n9492uztqjwf5wh',
    ],
    bad: [
      ['bcd1q35t4g0ezx9cl5qzac4tl377n9492uztqjwf5ac', 'two letters'],
      [segwit, 'Bitcoin’s'],
    ],
  },
  // And trustwallet/wallet-core, tests/chains/BitcoinGold.
  BITCOIN_GOLD: {
    good: [
      'GT7Hz8QWPNmrZ9Z1mEgpYKN7Jdp97eoQjN',
      'AQRA16uKrFpxzR17yidYtJDn2t287dc1XY',
      'btg1qtesn92ddy8m5yvypgsdtft3zj5qldj9g2u52sk',
    ],
    bad: [
      ['btg1qtesn92ddy8m5yvypgsdtft3zj5qldj9g2u52sl', 'one letter'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  // And trustwallet/wallet-core, tests/chains/Litecoin; taproot: rust-litecoin, address tests.
  LITECOIN: {
    good: [
      'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz',
      'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441',
      'ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga',
      'ltc1paardr2nczq0rx5rqpfwnvpzm497zvux64y0f7wjgcs7xuuuh2nnqd8yawa',
    ],
    bad: [
      ['ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpgb', 'one letter'],
      ['3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou', 'Bitcoin’s, or its own in the old form'],
      ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'a test network’s'],
      [segwit, 'Bitcoin’s'],
    ],
  },
  DOGECOIN: {
    good: ['DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD', 'AF8ekvSf6eiSBRspJjnfzK6d1EM6pnPq3G'],
    bad: [
      ['DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCy', 'one letter missing'],
      [bitcoin, 'Bitcoin’s'],
      ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'a test network’s'],
    ],
  },
  DASH: {
    good: ['XtAG1982HcYJVibHxRZrBmdzL5YTzj4cA1', '7gks9gWVmGeir7m4MhsSxMzXC2eXXAuuRD'],
    bad: [
      ['XtAG1982HcYJVibHxRZrBmdzL5YTzj4cA2', 'one letter'],
      [bitcoin, 'Bitcoin’s'],
      ['XWqnSWzQA5kDAS727UTYtXkdcbKc8mEvyN', 'Stratis’'],
    ],
  },
  DIGI_BYTE: {
    good: [
      'dgb1q6fdfum8w0052aqmqjhpcpjzuyg4jlwjy9jrwz9',
      'DPPWe2aK4aYj3rt3yvw9zstCDXrN6frS7a',
      'SRFLzWuizzCPQDc5qLM2L8pZkvFws6We3j',
    ],
    bad: [
      ['dgb1q6fdfum8w0052aqmqjhpcpjzuyg4jlwjy9jrwz8', 'one letter'],
      ['3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou', 'Bitcoin’s, or its own in the old form'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/Decred: address-encoder does not look at the checksum.
  DECRED: {
    good: [
      'DsmcYVbP1Nmag2H4AS17UTvmWXmGeA7nLDx',
      'Dcur2mcGjmENx4DhNqDctW5wJCVyT3Qeqkx',
      'DsVMHD5D86dpRnt2GPZvv4bYUJZg6B9Pzqa',
    ],
    bad: [
      ['DsmcYVbP1Nmag2H4AS17UTvmWXmGeA7nLDy', 'one letter'],
      ['DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD', 'Dogecoin’s'],
      ['t3gQDEavk5VzAAHK8TrQu2BWDLxEiF1unBm', 'Zcash’s'],
    ],
  },
  DIVI: {
    good: ['D8gBQyHPm7A673utQQwBaQcX2Kz91wJovR', 'DSQvV5yKP5m2tR6uShpt8zmeM8UavPhwfH'],
    bad: [
      ['D8gBQyHPm7A673utQQwBaQcX2Kz91wJovS', 'one letter'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  FIRO: {
    good: [
      'aJpBLBFFkxY1iGfBmZCTWQQABPqakQwWZ3',
      'a4roLhCKc2m3RtG7ucoxyJrCk2JqayqdSr',
      'Zzn3ivpQZ3XoTnEBUuqPuVCMJ3JBGoxmsi',
    ],
    bad: [
      [
        'EXXWKhUtcaFKVW1NeRFuqPq33zAJMtQJwR4y',
        'an exchange’s own (wallet-core), which takes money from transparent addresses alone',
      ],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  KOMODO: {
    good: ['RDNC9mLrN48pVGDQ5jSoPb2nRsUPJ5t2R7', 'RWvfkt8UjbPWXgeZEcgYmKw2vA1bbAx5t2'],
    bad: [
      ['RDNC9mLrN48pVGDQ5jSoPb2nRsUPJ5t2R8', 'one letter'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/Pivx.
  PIVX: {
    good: ['DLCk9wuF3r8CRbawUhrDpDHXAGfkHAC7if', 'DSHhD6WxT5RfG2deUzVfuC1jDuRfdDpsSo'],
    bad: [
      ['1G15VvshDxwFTnahZZECJfFwEkq9fP79', 'nothing’s (wallet-core)'],
      [bitcoin, 'Bitcoin’s'],
      ['SRFLzWuizzCPQDc5qLM2L8pZkvFws6We3j', 'DigiByte’s, or one for staking alone'],
    ],
  },
  QTUM: {
    good: ['Qc6iYCZWn4BauKXGYirRG8pMtgdHMk2dzn'],
    bad: [
      ['Qc6iYCZWn4BauKXGYirRG8pMtgdHMk2dzm', 'one letter'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  RAVENCOIN: {
    good: ['RJYZeWxr1Ly8YgcvJU1qD5MR9jUtk14HkN', 'rGtwTfEisPQ7k8KNggmT4kq2vHpbEV6evU'],
    bad: [
      ['RJYZeWxr1Ly8YgcvJU1qD5MR9jUtk14HkM', 'one letter'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/Verge.
  VERGE: {
    good: ['DRyNFvJaybnF22UfMS6NR1Qav3mqxPj86E', 'vg1qujpe553lzgyg95g7k0w6zwscuy0ae022h4q4zg'],
    bad: [
      ['DRyNFvJaybnF22UfMS6NR1Qav3mqxPj234', 'letters (wallet-core)'],
      ['vg1qujpe553lzgyg95g7k0w6zwscuy0ae022h4q4', 'letters missing (wallet-core)'],
    ],
  },
  // And trustwallet/wallet-core, tests/chains/Zcash; ZIP-320; a unified one of the protocol's own
  // test vectors.
  ZCASH: {
    good: [
      't1b2ArRwLq6KbdJFzJVYPxgUVT1d9QuBzTf',
      't3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd',
      'zs1wkejr23wqa9ptpvv73ch3wr96lh8gnyx3689skmyttljy4nyfj69eyclukwkxrhr3rrkgxvnur0',
      'tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte',
      'u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdvckzaect2jtte308mkwlycj2u0eac077wu70vqcetkxf',
    ],
    bad: [
      ['t1RygJmrLdNGgi98gUgEJDTVaELTAYWoMBz', 'one letter (wallet-core)'],
      ['textest1auz6gx89x2wcku6gswdvaz2nf9x3seex6px6v0', 'a test network’s (wallet-core)'],
      ['tmBsTi2xWTjUdEXnuTceL7fecEQKeWaPDJd', 'a test network’s'],
      ['znc3p7CFNTsz1s6CceskrTxKevQLPoDK4cK', 'Horizen’s'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  HORIZEN: {
    good: ['znc3p7CFNTsz1s6CceskrTxKevQLPoDK4cK', 'zswRHzwXtwKVmP8ffKKgWz6A7TB97Fuzx7w'],
    bad: [
      ['znc3p7CFNTsz1s6CceskrTxKevQLPoDK4cL', 'one letter'],
      ['t1b2ArRwLq6KbdJFzJVYPxgUVT1d9QuBzTf', 'Zcash’s'],
      [ethereum, 'of the chain that ZEN has moved to'],
    ],
  },
};
