import { evmAddressForm as evmForm } from '../../../families/evm/formats/address.ts';
import type { AddressCodec, AddressForm } from '../../../families/shared/formats/address-form.ts';
import { solanaFormats } from '../../../families/solana/formats/formats.ts';
import type { ChainName } from '../../swap/chains.ts';
import { algorand, ardor, filecoin, nano, nem, stacks, stellar, symbol } from './base32.ts';
import {
  base58Check,
  bitcoinLike,
  decred,
  fioKey,
  mina,
  monero,
  ss58,
  tezos,
  waves,
  xrp,
} from './base58.ts';
import { bech32Address, cardano, cashAddress, cosmos, segwit, shieldedZcash } from './bech32.ts';
import { anyOf } from './codec.ts';
import {
  accountOf32Bytes,
  aion,
  casper,
  evm,
  evmOrBech32,
  flow,
  icon,
  internetComputer,
  kadena,
  sia,
  starknet,
  xdc,
} from './hex.ts';
import { antelope, hedera, iost, near, steem } from './names.ts';

const { addressForm: solanaForm } = solanaFormats;

const cosmosForm = (prefix: string): AddressForm => ({
  words: `${prefix}1…`,
  checksum: 'always',
  codec: cosmos(prefix),
});

const substrateForm = (prefix: number): AddressForm => ({
  words: `an SS58 address with the prefix ${prefix}`,
  checksum: 'always',
  codec: ss58(prefix),
});

const named = (words: string, codec: AddressCodec): AddressForm => ({
  words,
  checksum: 'never',
  codec,
});

const checked = (words: string, codec: AddressCodec): AddressForm => ({
  words,
  checksum: 'always',
  codec,
});

/**
 * Address forms by chain identifier, for chains whose family's form is not sufficient. Version
 * bytes and prefixes are the chains' own parameters, as collected in trustwallet/wallet-core's
 * registry. SS58 prefixes are from paritytech/ss58-registry, bech32 prefixes from SLIP-173.
 */
export const addressForms: Readonly<Record<ChainName, AddressForm>> = {
  HARMONY: { ...evmForm, words: `${evmForm.words}; or one1…`, codec: evmOrBech32('one') },
  IOTEX: { ...evmForm, words: `${evmForm.words}; or io1…`, codec: evmOrBech32('io') },
  XDC: { ...evmForm, words: `${evmForm.words}; or xdc in place of 0x`, codec: xdc },

  // Forks of Bitcoin's code. Old forms that look like Bitcoin's (3… of Litecoin and DigiByte) have
  // newer forms, so they are refused.
  BITCOIN_CASH: checked(
    'bitcoincash:q…, 1… or 3…',
    anyOf(cashAddress('bitcoincash'), bitcoinLike(0, 5)),
  ),
  E_CASH: checked('ecash:q…, 1… or 3…', anyOf(cashAddress('ecash'), bitcoinLike(0, 5))),
  // Payments to script hashes are invalid since 2020 (BSV, Genesis upgrade).
  BSV: checked('1…', bitcoinLike(0)),
  BITCOIN_DIAMOND: checked(
    '1…, 3… or bcd1…',
    anyOf(bitcoinLike(0, 5), segwit('bcd', { taproot: false })),
  ),
  BITCOIN_GOLD: checked(
    'G…, A… or btg1…',
    anyOf(bitcoinLike(38, 23), segwit('btg', { taproot: false })),
  ),
  LITECOIN: checked(
    'L…, M… or ltc1… (M… in place of 3…)',
    anyOf(bitcoinLike(48, 50), segwit('ltc')),
  ),
  DOGECOIN: checked('D…, A… or 9…', bitcoinLike(30, 22)),
  DASH: checked('X… or 7…', bitcoinLike(76, 16)),
  DIGI_BYTE: checked(
    'D…, S… or dgb1… (S… in place of 3…)',
    anyOf(bitcoinLike(30, 63), segwit('dgb')),
  ),
  DECRED: checked('Ds… or Dc…', decred),
  // dividend/src/chainparams.cpp of DiviProject/Divi: 30 and 13.
  DIVI: checked('D…', bitcoinLike(30, 13)),
  FIRO: checked('a… or Z…, transparent ones', bitcoinLike(82, 7)),
  KOMODO: checked('R… or b…', bitcoinLike(60, 85)),
  PIVX: checked('D…, transparent ones', bitcoinLike(30, 13)),
  QTUM: checked('Q…, M… or qc1…', anyOf(bitcoinLike(58, 50), segwit('qc'))),
  RAVENCOIN: checked('R… or r…', bitcoinLike(60, 122)),
  VERGE: checked('D…, E… or vg1…', anyOf(bitcoinLike(30, 33), segwit('vg', { taproot: false }))),
  STRATIS: {
    words: 'X… or y… of the old chain, or 0x and 40 hexadecimal digits of the new one',
    checksum: 'sometimes',
    codec: anyOf(bitcoinLike(75, 140), evm),
  },
  ZCASH: checked(
    't1…, t3…, tex1…, zs1… or u1…',
    anyOf(base58Check({ versions: [[0x1c, 0xb8], [0x1c, 0xbd]] }), shieldedZcash), // biome-ignore format: pairs
  ),
  HORIZEN: checked('zn… or zs…', base58Check({ versions: [[0x20, 0x89], [0x20, 0x96]] })), // biome-ignore format: pairs

  // Base58 with the chain's own checksum.
  ARK: checked('A… with 34 letters', bitcoinLike(23)),
  SOLAR: checked('S… with 34 letters', bitcoinLike(63)),
  // neo-project/neo, ProtocolSettings: AddressVersion 0x35. A… is from the chain before N3.
  NEO: checked('N… with 34 letters', bitcoinLike(0x35)),
  // ontio/ontology, common/address.go: 0x17.
  ONTOLOGY: checked('A… with 34 letters', bitcoinLike(0x17)),
  MINA_PROTOCOL: checked('B62… with 55 letters', mina),
  MONERO: checked('4… or 8… with 95 letters, or 4… with 106', monero),
  RIPPLE: checked('r… or X…', xrp),
  TEZOS: checked('tz1…, tz2…, tz3…, tz4… or KT1…', tezos),
  WAVES: checked('3P… with 35 letters', waves),
  FIO_PROTOCOL: checked('FIO and a public key', fioKey),
  ASTAR: substrateForm(5),
  KUSAMA: substrateForm(2),
  POLKADOT: substrateForm(0),
  POLYX: substrateForm(12),

  // Bech32.
  COSMOS: cosmosForm('cosmos'),
  BAND_PROTOCOL: cosmosForm('band'),
  KAVA_COSMOS: cosmosForm('kava'),
  OSMOSIS: cosmosForm('osmo'),
  SECRET: cosmosForm('secret'),
  // Both chains use the same addresses, so one of the other chain cannot be detected.
  TERRA: cosmosForm('terra'),
  TERRA_CLASSIC: cosmosForm('terra'),
  THOR_CHAIN: cosmosForm('thor'),
  CARDANO: checked('addr1…, Ae2… or Ddz…', cardano),
  MULTIVERS_X: checked('erd1…', bech32Address('erd', [32])),
  ZILLIQA: checked('zil1…', bech32Address('zil', [20])),

  // Base32.
  ALGORAND: checked('58 letters and digits', algorand),
  ARDOR: checked('ARDOR-XXXX-XXXX-XXXX-XXXXX', ardor),
  FILECOIN: checked('f1…, f2… or f3…', filecoin),
  NANO: checked('nano_ and 60 letters', nano),
  NEM: checked('N… with 40 letters', nem),
  STACKS: checked('SP… or SM…', stacks),
  STELLAR: checked('G… with 56 letters or M… with 69', stellar),
  SYMBOL: checked('N… with 39 letters', symbol),

  // Hexadecimal.
  AION: named('0xa0 and 62 hexadecimal digits', aion),
  APTOS: named('0x and 64 hexadecimal digits, zeros in front included', accountOf32Bytes),
  CASPER: {
    words: '01 and 64 or 02 and 66 hexadecimal digits, in the right case or all in lower case',
    checksum: 'sometimes',
    codec: casper,
  },
  FLOW: checked('0x and 16 hexadecimal digits', flow),
  ICON: named('hx or cx and 40 hexadecimal digits', icon),
  ICP: checked('an account identifier: 64 hexadecimal digits', internetComputer),
  IOTA: named('0x and 64 hexadecimal digits', accountOf32Bytes),
  KADENA: named('k: and 64 hexadecimal digits', kadena),
  SIA: checked('76 hexadecimal digits', sia),
  STARKNET: {
    words: '0x and 63 or 64 hexadecimal digits, in the right case or all in lower case',
    checksum: 'sometimes',
    codec: starknet,
  },
  SUI: named('0x and 64 hexadecimal digits', accountOf32Bytes),
  VE_CHAIN: evmForm,

  // Account names and numbers.
  EOS: named('an account’s name: up to 12 of a to z, 1 to 5 and dots', antelope),
  WAX: named('an account’s name: up to 12 of a to z, 1 to 5 and dots', antelope),
  HEDERA: {
    words: '0.0. and the account’s number, with a checksum of five letters or without',
    checksum: 'sometimes',
    codec: hedera,
  },
  IOST: named('an account’s name: 5 to 11 letters, digits and underscores', iost),
  NEAR: named('an account’s name such as alice.near, or 64 hexadecimal digits', near),
  STEEM: named('an account’s name: 3 to 16 letters, digits and dashes', steem),
  // A Solana token since its migration.
  HELIUM: solanaForm,
};
