import type { Explorer } from '../../families/shared/formats/chain-facts.ts';
import type { ChainName } from '../swap/chains.ts';

/**
 * A chain that is not EVM and on which Ferryman does not sign. A router may name it, and its
 * addresses can be checked.
 */
export interface OtherChain {
  title: string;
  /**
   * Set if the namespace is registered (namespaces.chainagnostic.org) and the chain's reference is
   * certain.
   */
  caip2?: string;
  /** The native coin's. */
  symbol: string;
  /** Of the native coin, in the chain's own accounting. */
  decimals: number;
  /** Forms of the native coin besides the zero address. */
  nativeForms?: readonly string[];
  explorer?: Explorer;
}

/**
 * @param transaction path to a transaction's page; `account` to an account's, both without the id
 */
function pages(base: string, transaction = 'tx', account = 'address'): Explorer {
  return { transaction: `${base}/${transaction}/{id}`, account: `${base}/${account}/{id}` };
}

function blockchair(coin: string): Explorer {
  return pages(`https://blockchair.com/${coin}`, 'transaction');
}

function mintscan(chain: string): Explorer {
  return pages(`https://www.mintscan.io/${chain}`);
}

function subscan(chain: string): Explorer {
  return pages(`https://${chain}.subscan.io`, 'extrinsic', 'account');
}

/**
 * Groups C10 to C19 of the interface's section 2.7, without their EVM chains. Decimals and
 * explorers are from trustwallet/wallet-core's registry, except IOST (8, developers.iost.io), NEO
 * (whole since N3), ONT (9 since version 2.3.5 of the node, docs.ont.io) and WAX (8,
 * `eosio.token`).
 */
export const otherChains: Readonly<Record<ChainName, OtherChain>> = {
  BITCOIN_CASH: {
    title: 'Bitcoin Cash',
    caip2: 'bip122:000000000000000000651ef99cb9fcbe',
    symbol: 'BCH',
    decimals: 8,
    explorer: blockchair('bitcoin-cash'),
  },
  NEAR: {
    title: 'NEAR',
    symbol: 'NEAR',
    decimals: 24,
    explorer: pages('https://nearblocks.io', 'txns'),
  },
  ICP: {
    title: 'Internet Computer',
    symbol: 'ICP',
    decimals: 8,
    explorer: pages('https://dashboard.internetcomputer.org', 'transaction', 'account'),
  },
  CARDANO: {
    title: 'Cardano',
    symbol: 'ADA',
    decimals: 6,
    explorer: pages('https://cardanoscan.io', 'transaction'),
  },
  AION: { title: 'Aion', symbol: 'AION', decimals: 18 },
  ALGORAND: {
    title: 'Algorand',
    caip2: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
    symbol: 'ALGO',
    decimals: 6,
    explorer: pages('https://allo.info', 'tx', 'account'),
  },
  APTOS: {
    title: 'Aptos',
    caip2: 'aptos:1',
    symbol: 'APT',
    decimals: 8,
    explorer: pages('https://explorer.aptoslabs.com', 'txn', 'account'),
  },
  ARDOR: { title: 'Ardor', symbol: 'ARDR', decimals: 8 },
  ARK: { title: 'ARK', symbol: 'ARK', decimals: 8 },
  ASTAR: {
    title: 'Astar',
    caip2: 'polkadot:9eb76c5184c4ab8679d2d5d819fdf90b',
    symbol: 'ASTR',
    decimals: 18,
    explorer: subscan('astar'),
  },
  COSMOS: {
    title: 'Cosmos Hub',
    caip2: 'cosmos:cosmoshub-4',
    symbol: 'ATOM',
    decimals: 6,
    explorer: mintscan('cosmos'),
  },
  BAND_PROTOCOL: {
    title: 'BandChain',
    caip2: 'cosmos:laozi-mainnet',
    symbol: 'BAND',
    decimals: 6,
    explorer: mintscan('band'),
  },
  BITCOIN_DIAMOND: { title: 'Bitcoin Diamond', symbol: 'BCD', decimals: 7 },
  BSV: {
    title: 'Bitcoin SV',
    symbol: 'BSV',
    decimals: 8,
    explorer: pages('https://whatsonchain.com'),
  },
  BITCOIN_GOLD: { title: 'Bitcoin Gold', symbol: 'BTG', decimals: 8 },
  CASPER: {
    title: 'Casper',
    caip2: 'casper:casper',
    symbol: 'CSPR',
    decimals: 9,
    explorer: pages('https://cspr.live', 'deploy', 'account'),
  },
  DASH: {
    title: 'Dash',
    caip2: 'bip122:00000ffd590b1485b3caadc19b22e637',
    symbol: 'DASH',
    decimals: 8,
    explorer: blockchair('dash'),
  },
  DECRED: {
    title: 'Decred',
    caip2: 'bip122:298e5cc3d985bfe7f81dc135f360abe0',
    symbol: 'DCR',
    decimals: 8,
    explorer: pages('https://dcrdata.decred.org'),
  },
  DIGI_BYTE: {
    title: 'DigiByte',
    caip2: 'bip122:7497ea1b465eb39f1c8f507bc877078f',
    symbol: 'DGB',
    decimals: 8,
    explorer: pages('https://digiexplorer.info'),
  },
  DIVI: { title: 'Divi', symbol: 'DIVI', decimals: 8 },
  DOGECOIN: {
    title: 'Dogecoin',
    caip2: 'bip122:1a91e3dace36e2be3bf030a65679fe82',
    symbol: 'DOGE',
    decimals: 8,
    explorer: blockchair('dogecoin'),
  },
  POLKADOT: {
    title: 'Polkadot',
    caip2: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    symbol: 'DOT',
    decimals: 10,
    explorer: subscan('assethub-polkadot'),
  },
  MULTIVERS_X: {
    title: 'MultiversX',
    caip2: 'mvx:1',
    symbol: 'EGLD',
    decimals: 18,
    explorer: pages('https://explorer.multiversx.com', 'transactions', 'accounts'),
  },
  FIO_PROTOCOL: {
    title: 'FIO',
    symbol: 'FIO',
    decimals: 9,
    explorer: pages('https://explorer.fioprotocol.io', 'transaction', 'account'),
  },
  FIRO: {
    title: 'Firo',
    symbol: 'FIRO',
    decimals: 8,
    explorer: pages('https://explorer.firo.org'),
  },
  FLOW: {
    title: 'Flow',
    caip2: 'flow:mainnet',
    symbol: 'FLOW',
    decimals: 8,
    explorer: pages('https://www.flowscan.io', 'tx', 'account'),
  },
  HEDERA: {
    title: 'Hedera',
    caip2: 'hedera:mainnet',
    symbol: 'HBAR',
    decimals: 8,
    explorer: pages('https://hashscan.io/mainnet', 'transaction', 'account'),
  },
  // A Solana token since April 2023; its own chain is shut down.
  HELIUM: {
    title: 'Helium',
    symbol: 'HNT',
    decimals: 8,
    explorer: pages('https://solscan.io', 'tx', 'account'),
  },
  ICON: {
    title: 'ICON',
    symbol: 'ICX',
    decimals: 18,
    explorer: pages('https://tracker.icon.community', 'transaction'),
  },
  IOST: { title: 'IOST', symbol: 'IOST', decimals: 8 },
  // Facts of the ledger since May 2025, which works like Sui's.
  IOTA: {
    title: 'IOTA',
    caip2: 'iota:mainnet',
    symbol: 'IOTA',
    decimals: 9,
    nativeForms: ['0x0000000000000000000000000000000000000000000000000000000000000002::iota::IOTA'],
    explorer: pages('https://explorer.iota.org', 'txblock'),
  },
  KADENA: { title: 'Kadena', symbol: 'KDA', decimals: 12 },
  KOMODO: {
    title: 'Komodo',
    symbol: 'KMD',
    decimals: 8,
    explorer: pages('https://kmdexplorer.io'),
  },
  KUSAMA: {
    title: 'Kusama',
    caip2: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
    symbol: 'KSM',
    decimals: 12,
    explorer: subscan('assethub-kusama'),
  },
  LITECOIN: {
    title: 'Litecoin',
    caip2: 'bip122:12a765e31ffd4059bada1e25190f6e98',
    symbol: 'LTC',
    decimals: 8,
    explorer: blockchair('litecoin'),
  },
  TERRA: {
    title: 'Terra',
    caip2: 'cosmos:phoenix-1',
    symbol: 'LUNA',
    decimals: 6,
    explorer: pages('https://finder.terra.money/mainnet'),
  },
  TERRA_CLASSIC: {
    title: 'Terra Classic',
    caip2: 'cosmos:columbus-5',
    symbol: 'LUNC',
    decimals: 6,
    explorer: pages('https://finder.terra.money/classic'),
  },
  MINA_PROTOCOL: {
    title: 'Mina',
    caip2: 'mina:mainnet',
    symbol: 'MINA',
    decimals: 9,
    explorer: pages('https://minascan.io/mainnet', 'tx', 'account'),
  },
  NANO: {
    title: 'Nano',
    symbol: 'XNO',
    decimals: 30,
    explorer: pages('https://nanexplorer.com/nano', 'block', 'account'),
  },
  NEO: {
    title: 'Neo N3',
    symbol: 'NEO',
    decimals: 0,
    explorer: pages('https://neo3.neotube.io', 'transaction'),
  },
  OSMOSIS: {
    title: 'Osmosis',
    caip2: 'cosmos:osmosis-1',
    symbol: 'OSMO',
    decimals: 6,
    explorer: mintscan('osmosis'),
  },
  PIVX: { title: 'PIVX', symbol: 'PIVX', decimals: 8 },
  POLYX: {
    title: 'Polymesh',
    caip2: 'polkadot:6fbd74e5e1d0a61d52ccfe9d4adaed16',
    symbol: 'POLYX',
    decimals: 6,
    explorer: subscan('polymesh'),
  },
  QTUM: {
    title: 'Qtum',
    caip2: 'bip122:000075aef83cf2853580f8ae8ce6f8c3',
    symbol: 'QTUM',
    decimals: 8,
    explorer: pages('https://qtum.info'),
  },
  THOR_CHAIN: {
    title: 'THORChain',
    caip2: 'cosmos:thorchain-1',
    symbol: 'RUNE',
    decimals: 8,
    explorer: pages('https://viewblock.io/thorchain'),
  },
  RAVENCOIN: {
    title: 'Ravencoin',
    caip2: 'bip122:0000006b444bc2f2ffe627be9d9e7e7a',
    symbol: 'RVN',
    decimals: 8,
    explorer: pages('https://blockbook.ravencoin.org'),
  },
  SIA: { title: 'Sia', symbol: 'SC', decimals: 24 },
  SECRET: {
    title: 'Secret Network',
    caip2: 'cosmos:secret-4',
    symbol: 'SCRT',
    decimals: 6,
    explorer: mintscan('secret'),
  },
  STEEM: { title: 'Steem', symbol: 'STEEM', decimals: 3 },
  // Its own chain was replaced by an EVM chain in 2024. Addresses show which of the two a router
  // means.
  STRATIS: { title: 'Stratis', symbol: 'STRAX', decimals: 8 },
  STACKS: {
    title: 'Stacks',
    caip2: 'stacks:1',
    symbol: 'STX',
    decimals: 6,
    explorer: pages('https://explorer.hiro.so', 'txid'),
  },
  SOLAR: { title: 'Solar', symbol: 'SXP', decimals: 8 },
  VE_CHAIN: {
    title: 'VeChain',
    caip2: 'vechain:b1ac3413d346d43539627e6be7ec1b4a',
    symbol: 'VET',
    decimals: 18,
    explorer: pages('https://explore.vechain.org', 'transactions', 'accounts'),
  },
  WAVES: {
    title: 'Waves',
    caip2: 'waves:087',
    symbol: 'WAVES',
    decimals: 8,
    explorer: pages('https://wavesexplorer.com'),
  },
  WAX: {
    title: 'WAX',
    caip2: 'antelope:1064487b3cd1a897ce03ae5b6a865651',
    symbol: 'WAXP',
    decimals: 8,
    explorer: pages('https://wax.bloks.io', 'transaction', 'account'),
  },
  E_CASH: {
    title: 'eCash',
    symbol: 'XEC',
    decimals: 2,
    explorer: pages('https://explorer.bitcoinabc.org'),
  },
  NEM: { title: 'NEM', symbol: 'XEM', decimals: 6 },
  STELLAR: {
    title: 'Stellar',
    caip2: 'stellar:pubnet',
    symbol: 'XLM',
    decimals: 7,
    explorer: pages('https://stellar.expert/explorer/public', 'tx', 'account'),
  },
  // Monero accounts cannot be viewed in an explorer.
  MONERO: {
    title: 'Monero',
    caip2: 'monero:418015bb9ae982a1975da7d79277c270',
    symbol: 'XMR',
    decimals: 12,
  },
  RIPPLE: {
    title: 'XRP Ledger',
    caip2: 'xrpl:0',
    symbol: 'XRP',
    decimals: 6,
    explorer: pages('https://livenet.xrpl.org', 'transactions', 'accounts'),
  },
  TEZOS: { title: 'Tezos', caip2: 'tezos:NetXdQprcVkpaWU', symbol: 'XTZ', decimals: 6 },
  VERGE: {
    title: 'Verge',
    symbol: 'XVG',
    decimals: 6,
    explorer: pages('https://verge-blockchain.info'),
  },
  SYMBOL: { title: 'Symbol', symbol: 'XYM', decimals: 6 },
  ZCASH: {
    title: 'Zcash',
    caip2: 'bip122:00040fe8ec8471911baa1db1266ea15d',
    symbol: 'ZEC',
    decimals: 8,
    explorer: blockchair('zcash'),
  },
  // ZEN moved to Base in 2025; the identifier means the old chain.
  HORIZEN: { title: 'Horizen', symbol: 'ZEN', decimals: 8 },
  ZILLIQA: {
    title: 'Zilliqa',
    symbol: 'ZIL',
    decimals: 12,
    explorer: pages('https://viewblock.io/zilliqa'),
  },
  KAVA_COSMOS: { title: 'Kava', symbol: 'KAVA', decimals: 6, explorer: mintscan('kava') },
  FILECOIN: {
    title: 'Filecoin',
    caip2: 'fil:f',
    symbol: 'FIL',
    decimals: 18,
    explorer: pages('https://filfox.info/en', 'message'),
  },
  EOS: {
    title: 'Vaulta (EOS)',
    caip2: 'antelope:aca376f206b8fc25a6ed44dbdc66547c',
    symbol: 'EOS',
    decimals: 4,
    explorer: pages('https://bloks.io', 'transaction', 'account'),
  },
  ONTOLOGY: {
    title: 'Ontology',
    symbol: 'ONT',
    decimals: 9,
    explorer: pages('https://explorer.ont.io'),
  },
  STARKNET: {
    title: 'Starknet',
    caip2: 'starknet:SN_MAIN',
    symbol: 'STRK',
    decimals: 18,
    explorer: pages('https://starkscan.co', 'tx', 'contract'),
  },
  SUI: {
    title: 'Sui',
    caip2: 'sui:mainnet',
    symbol: 'SUI',
    decimals: 9,
    nativeForms: [
      '0x0000000000000000000000000000000000000000000000000000000000000002::sui::SUI',
      '0x2::sui::SUI',
    ],
    explorer: pages('https://suiscan.xyz/mainnet', 'tx', 'account'),
  },
};
