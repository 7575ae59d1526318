import { elsewhere, type RowsByChain } from './address-rows.ts';

const { bitcoin, segwit } = elsewhere;
const cosmosHub = 'cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27';
const ofAnother = [
  [cosmosHub, 'Cosmos Hub’s'],
  [segwit, 'Bitcoin’s'],
] as const;

/**
 * Bech32 and base32. Where nothing else is said: ensdomains/address-encoder,
 * src/coin/<coin>.test.ts.
 */
export const bech32Rows: RowsByChain = {
  // And trustwallet/wallet-core, registry.json, which has one of each of these chains.
  COSMOS: {
    good: [
      cosmosHub,
      'cosmos1gu6y2a0ffteesyeyeesk23082c6998xyzmt9mz',
      [cosmosHub.toUpperCase(), cosmosHub],
    ],
    bad: [
      ['cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d28', 'one letter'],
      ['kava1r4v2zdhdalfj2ydazallqvrus9fkphmglhn6u6', 'Kava’s'],
      [segwit, 'Bitcoin’s'],
    ],
  },
  BAND_PROTOCOL: {
    good: ['band16gpgu994g2gdrzvwp9047le3pcq9wz6mcgtd4w'],
    bad: [
      ['band1pnndgfwsrff86263xzpc5cd3t6yfvgjyqc8000', 'three letters (wallet-core)'],
      ...ofAnother,
    ],
  },
  KAVA_COSMOS: {
    good: [
      'kava1r4v2zdhdalfj2ydazallqvrus9fkphmglhn6u6',
      'kava1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z09wt76x',
    ],
    bad: [
      ['kava1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z09wt000', 'three letters (wallet-core)'],
      ...ofAnother,
    ],
  },
  OSMOSIS: {
    good: [
      'osmo1mry47pkga5tdswtluy0m8teslpalkdq0k6r728',
      'osmo1mky69cn8ektwy0845vec9upsdphktxt0en97f5',
    ],
    bad: [['osmo1mky69cn8ektwy0845vec9upsdphktxt0en97f6', 'one letter'], ...ofAnother],
  },
  SECRET: {
    good: [
      'secret167m3s89ddurjpyr82vsluvvj0t8ylzn95trrqy',
      'secret1l0cjpuwu09hwu4wdds7pljn83346x2c90d8h0l',
    ],
    bad: [['secret167m3s89ddurjpyr82vsluvvj0t8ylzn95trrqz', 'one letter'], ...ofAnother],
  },
  TERRA: {
    good: [
      'terra1pdx498r0hrc2fj36sjhs8vuhrz9hd2cw0tmam9',
      'terra18wukp84dq227wu4mgh0jm6n9nlnj6rs82pp9wf',
    ],
    bad: [['terra1pdx498r0hrc2fj36sjhs8vuhrz9hd2cw0tmam8', 'one letter'], ...ofAnother],
  },
  TERRA_CLASSIC: {
    good: [
      'terra14z56l0fp2lsf86zy3hty2z47ezkhnthtr9yq76',
      'terra18wukp84dq227wu4mgh0jm6n9nlnj6rs82pp9wf',
    ],
    bad: [['terra14z56l0fp2lsf86zy3hty2z47ezkhnthtr9yq75', 'one letter'], ...ofAnother],
  },
  THOR_CHAIN: {
    good: [
      'thor1kljxxccrheghavaw97u78le6yy3sdj7h696nl4',
      'thor1z53wwe7md6cewz9sqwqzn0aavpaun0gw0exn2r',
    ],
    bad: [['thor1kljxxccrheghavaw97u78le6yy3sdj7h696nl5', 'one letter'], ...ofAnother],
  },
  // And CIP-19, test vectors.
  CARDANO: {
    good: [
      'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
      'addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh',
      'addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k',
      'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
      'Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi',
      'DdzFFzCqrhsiMfvZtvTgqbR5jT4UAMEwJCT2bBvWSTiN736tSSxhnhHbmJYUhTiuZGgojfi3jizinGRVUdBF9QHgWHi11nEVpwK36gC9',
    ],
    bad: [
      ['addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl9', 'one letter'],
      [
        'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
        'a test network’s (CIP-19)',
      ],
      ['stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw', 'of a stake (CIP-19)'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  MULTIVERS_X: {
    good: ['erd1qdzvfpa7gqjsnfhdxhvcp2mlysc80uz60yjhxre3lwl00q0jd4nqgauy9q'],
    bad: [
      [
        'xerd10z9xdugayn528ksaesdwlhf006fw5sg2qmmm0h52fvxczwgesyvq5pwemr',
        'another prefix (wallet-core)',
      ],
      ['erd1qdzvfpa7gqjsnfhdxhvcp2mlysc80uz60yjhxre3lwl00q0jd4nqgauy9p', 'one letter'],
      ...ofAnother,
    ],
  },
  // And trustwallet/wallet-core, tests/chains/Zilliqa.
  ZILLIQA: {
    good: [
      'zil139tkqvc8rw92e6jrs40gawwc3mmdmmauv3x3yz',
      'zil1fwh4ltdguhde9s7nysnp33d5wye6uqpugufkz7',
    ],
    bad: [
      ['zil1fwh4ltdguhde9s7nysnp33d5wye6uqpugufkz8', 'one letter'],
      ['0x91cddcebe846ce4d47712287eee53cf17c2cfb7', 'a digit missing (wallet-core)'],
      ...ofAnother,
    ],
  },

  // And trustwallet/wallet-core, tests/chains/Algorand.
  ALGORAND: {
    good: [
      '7777777777777777777777777777777777777777777777777774MSJUVU',
      'HXIWBVQGOO6ZWE5NYJO22XMYRUGZ6TGNX2K2EERPT3ZIWPHE5CLJGB2GEA',
    ],
    bad: [
      ['JBCQYJ2FREG667NAN7BFKH4RFIKPT7CYDQJNW3SNN5Z7F7ILFLKQ346TS3', 'one letter (wallet-core)'],
      ['GABQHYQOY22KHGTCTAK24AWAUE4TXERF4O4JBSXELNM7IL5CTPUWM3SC', 'Stellar’s (wallet-core)'],
      ['JBCQYJ2FREG667NAN7BFKH4RFIKPT7CYDQJNW3SNN5Z7F7ILFLKQ346TSU ', 'a blank (wallet-core)'],
    ],
  },
  ARDOR: {
    good: ['ARDOR-MT4P-AHG4-A4NA-CCMM2'],
    bad: [
      ['ARDOR-MT4P-AHG4-A4NA-CCMM3', 'one letter'],
      ['ARDOR-MT4P-AHG4-A4AN-CCMM2', 'two letters in the wrong order'],
      ['NXT-MT4P-AHG4-A4NA-CCMM2', 'Nxt’s'],
    ],
  },
  FILECOIN: {
    good: [
      'f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq',
      'f24vg6ut43yw2h2jqydgbg2xq7x6f4kub3bg6as6i',
      'f3vvmn62lofvhjd2ugzca6sof2j2ubwok6cj4xxbfzz4yuxfkgobpihhd2thlanmsh3w2ptld2gqkn2jvlss4a',
    ],
    bad: [
      ['f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrr', 'one letter'],
      ['t15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq', 'a test network’s'],
      ['f01729', 'an id, which has no checksum'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/Nano: address-encoder does not look at the checksum.
  NANO: {
    good: [
      'nano_1nanode8ngaakzbck8smq6ru9bethqwyehomf79sae1k7xd47dkidjqzffeg',
      [
        'xrb_1111111111111111111111111111111111111111111111111111hifc8npp',
        'nano_1111111111111111111111111111111111111111111111111111hifc8npp',
      ],
    ],
    bad: [
      ['xrb_1111111111111111111111111111111111111111111111111111hi111111', 'letters (wallet-core)'],
      ['nano_1nanode8ngaakzbck8smq6ru9bethqwyehomf79sae1k7xd47dkidjqzffe', 'one letter missing'],
      ['ban_1nanode8ngaakzbck8smq6ru9bethqwyehomf79sae1k7xd47dkidjqzffeg', 'Banano’s'],
    ],
  },
  NEM: {
    good: [
      'NAPRILC6USCTAY7NNXB4COVKQJL427NPCEERGKS6',
      [
        'NAMOAV-HFVPJ6-FP32YP-2GCM64-WSRMKX-A5KKYW-WHPY',
        'NAMOAVHFVPJ6FP32YP2GCM64WSRMKXA5KKYWWHPY',
      ],
    ],
    bad: [
      ['NAPRILC6USCTAY7NNXB4COVKQJL427NPCEERGKS7', 'one letter'],
      ['NATNE7Q5BITMUTRRN6IB4I7FLSDRDWZA34SQ33Y', 'Symbol’s'],
      ['TALICEROONSJCPHC63F52V6FY3SDMSVAEUGHMB7C', 'a test network’s'],
    ],
  },
  STACKS: {
    good: [
      'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
      'SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G',
    ],
    bad: [
      ['SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ8', 'one letter'],
      ['ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ', 'a test network’s (SIP-005)'],
      [bitcoin, 'Bitcoin’s'],
    ],
  },
  // trustwallet/wallet-core, tests/chains/Stellar; SEP-23.
  STELLAR: {
    good: [
      'GABQHYQOY22KHGTCTAK24AWAUE4TXERF4O4JBSXELNM7IL5CTPUWM3SC',
      'GAI3GJ2Q3B35AOZJ36C4ANE3HSS4NK7WI6DNO4ZSHRAX6NG7BMX6VJER',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
    ],
    bad: [
      // SEP-23, invalid ones.
      ['GAAAAAAAACGC6', 'too short'],
      ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA', 'one letter too many'],
      [
        'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLL',
        'bits that belong to nothing',
      ],
      ['CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE', 'a contract’s'],
    ],
  },
  // symbol/symbol, test vectors: the same key on the main network and on the test network.
  SYMBOL: {
    good: [
      'NATNE7Q5BITMUTRRN6IB4I7FLSDRDWZA34SQ33Y',
      ['NATNE7-Q5BITM-UTRRN6-IB4I7F-LSDRDW-ZA34SQ-33Y', 'NATNE7Q5BITMUTRRN6IB4I7FLSDRDWZA34SQ33Y'],
    ],
    bad: [
      ['TATNE7Q5BITMUTRRN6IB4I7FLSDRDWZA37JGO5Q', 'a test network’s'],
      ['NATNE7Q5BITMUTRRN6IB4I7FLSDRDWZA35C4KNQ', 'of the rules before the start'],
      ['NAPRILC6USCTAY7NNXB4COVKQJL427NPCEERGKS6', 'NEM’s'],
    ],
  },
};
