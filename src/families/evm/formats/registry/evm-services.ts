/**
 * Public explorers and endpoints of EVM networks. Ferryman sends requests only to endpoints in the
 * configuration.
 */
export interface EvmServices {
  /** Base URL of an explorer with `/tx/` and `/address/` pages (EIP-3091). */
  explorerUrl?: string;
  /** A public JSON-RPC endpoint, for trials only: not reliable enough for production. */
  rpcUrl: string;
}

/** From viem's chains; OASIS, BOBA_BSC and DX_CHAIN from ethereum-lists/chains. */
export const evmServices: Readonly<Record<string, EvmServices>> = {
  MUMBAI: {
    explorerUrl: 'https://mumbai.polygonscan.com',
    rpcUrl: 'https://80001.rpc.thirdweb.com',
  },
  BSCT: {
    explorerUrl: 'https://testnet.bscscan.com',
    rpcUrl: 'https://data-seed-prebsc-1-s1.bnbchain.org:8545',
  },
  GOERLI: { explorerUrl: 'https://goerli.etherscan.io', rpcUrl: 'https://5.rpc.thirdweb.com' },
  FUJI: {
    explorerUrl: 'https://testnet.snowtrace.io',
    rpcUrl: 'https://api.avax-test.network/ext/bc/C/rpc',
  },
  SCROLL_SEPOLIA: {
    explorerUrl: 'https://sepolia.scrollscan.com',
    rpcUrl: 'https://sepolia-rpc.scroll.io',
  },
  ARTHERA: {
    explorerUrl: 'https://explorer-test.arthera.net',
    rpcUrl: 'https://rpc-test.arthera.net',
  },
  SEPOLIA: {
    explorerUrl: 'https://sepolia.etherscan.io',
    rpcUrl: 'https://11155111.rpc.thirdweb.com',
  },
  BERACHAIN_TESTNET: {
    explorerUrl: 'https://artio.beratrail.io',
    rpcUrl: 'https://artio.rpc.berachain.com',
  },
  BLAST_TESTNET: {
    explorerUrl: 'https://sepolia.blastscan.io',
    rpcUrl: 'https://sepolia.blast.io',
  },
  HOLESKY: {
    explorerUrl: 'https://holesky.etherscan.io',
    rpcUrl: 'https://ethereum-holesky-rpc.publicnode.com',
  },
  UNICHAIN_SEPOLIA_TESTNET: {
    explorerUrl: 'https://sepolia.uniscan.xyz',
    rpcUrl: 'https://sepolia.unichain.org',
  },
  ETH: { explorerUrl: 'https://etherscan.io', rpcUrl: 'https://ethereum.reth.rs/rpc' },
  BSC: { explorerUrl: 'https://bscscan.com', rpcUrl: 'https://56.rpc.thirdweb.com' },
  POLYGON: { explorerUrl: 'https://polygonscan.com', rpcUrl: 'https://polygon.drpc.org' },
  POLYGON_ZKEVM: { explorerUrl: 'https://zkevm.polygonscan.com', rpcUrl: 'https://zkevm-rpc.com' },
  AVALANCHE: {
    explorerUrl: 'https://snowtrace.io',
    rpcUrl: 'https://api.avax.network/ext/bc/C/rpc',
  },
  MOONRIVER: {
    explorerUrl: 'https://moonriver.moonscan.io',
    rpcUrl: 'https://rpc.api.moonriver.moonbeam.network',
  },
  FANTOM: { explorerUrl: 'https://ftmscan.com', rpcUrl: 'https://250.rpc.thirdweb.com' },
  HARMONY: {
    explorerUrl: 'https://explorer.harmony.one',
    rpcUrl: 'https://1666600000.rpc.thirdweb.com',
  },
  ARBITRUM: { explorerUrl: 'https://arbiscan.io', rpcUrl: 'https://arb1.arbitrum.io/rpc' },
  AURORA: { explorerUrl: 'https://aurorascan.dev', rpcUrl: 'https://mainnet.aurora.dev' },
  TELOS: { explorerUrl: 'https://www.teloscan.io', rpcUrl: 'https://rpc.telos.net' },
  OPTIMISM: {
    explorerUrl: 'https://optimistic.etherscan.io',
    rpcUrl: 'https://mainnet.optimism.io',
  },
  CRONOS: { explorerUrl: 'https://explorer.cronos.org', rpcUrl: 'https://evm.cronos.org' },
  OKX: { explorerUrl: 'https://www.oklink.com/okc', rpcUrl: 'https://exchainrpc.okex.org' },
  GNOSIS: { explorerUrl: 'https://gnosisscan.io', rpcUrl: 'https://rpc.gnosischain.com' },
  FUSE: { explorerUrl: 'https://explorer.fuse.io', rpcUrl: 'https://rpc.fuse.io' },
  MOONBEAM: { explorerUrl: 'https://moonscan.io', rpcUrl: 'https://rpc.api.moonbeam.network' },
  CELO: { explorerUrl: 'https://celoscan.io', rpcUrl: 'https://forno.celo.org' },
  BOBA: { explorerUrl: 'https://bobascan.com', rpcUrl: 'https://mainnet.boba.network' },
  BOBA_BSC: {
    explorerUrl: 'https://blockexplorer.bnb.boba.network',
    rpcUrl: 'https://bnb.boba.network',
  },
  ASTAR_EVM: {
    explorerUrl: 'https://astar.subscan.io',
    rpcUrl: 'https://astar.api.onfinality.io/public',
  },
  KAVA: { explorerUrl: 'https://kavascan.com', rpcUrl: 'https://evm.kava.io' },
  BITGERT: { explorerUrl: 'https://brisescan.com', rpcUrl: 'https://rpc-bitgert.icecreamswap.com' },
  OASIS: { explorerUrl: 'https://explorer.emerald.oasis.dev', rpcUrl: 'https://emerald.oasis.dev' },
  METIS: { explorerUrl: 'https://explorer.metis.io', rpcUrl: 'https://metis.rpc.hypersync.xyz' },
  DEFIKINGDOMS: {
    explorerUrl: 'https://subnets.avax.network/defi-kingdoms',
    rpcUrl: 'https://subnets.avax.network/defi-kingdoms/dfk-chain/rpc',
  },
  KLAYTN: { explorerUrl: 'https://kaiascan.io', rpcUrl: 'https://public-en.node.kaia.io' },
  VELAS: {
    explorerUrl: 'https://evmexplorer.velas.com',
    rpcUrl: 'https://evmexplorer.velas.com/rpc',
  },
  SYSCOIN: { explorerUrl: 'https://explorer.syscoin.org', rpcUrl: 'https://rpc.syscoin.org' },
  ETHEREUM_CLASSIC: {
    explorerUrl: 'https://blockscout.com/etc/mainnet',
    rpcUrl: 'https://etc.rivet.link',
  },
  FLARE: {
    explorerUrl: 'https://flare-explorer.flare.network',
    rpcUrl: 'https://flare-api.flare.network/ext/C/rpc',
  },
  IOTEX: { explorerUrl: 'https://iotexscan.io', rpcUrl: 'https://babel-api.mainnet.iotex.io' },
  THETA: {
    explorerUrl: 'https://explorer.thetatoken.org',
    rpcUrl: 'https://eth-rpc-api.thetatoken.org/rpc',
  },
  ZK_SYNC: { explorerUrl: 'https://explorer.zksync.io', rpcUrl: 'https://mainnet.era.zksync.io' },
  PULSECHAIN: {
    explorerUrl: 'https://ipfs.scan.pulsechain.com',
    rpcUrl: 'https://rpc.pulsechain.com',
  },
  LINEA: { explorerUrl: 'https://lineascan.build', rpcUrl: 'https://rpc.linea.build' },
  BASE: { explorerUrl: 'https://basescan.org', rpcUrl: 'https://mainnet.base.org' },
  MANTLE: { explorerUrl: 'https://mantlescan.xyz', rpcUrl: 'https://rpc.mantle.xyz' },
  MANTA_PACIFIC: {
    explorerUrl: 'https://pacific-explorer.manta.network',
    rpcUrl: 'https://pacific-rpc.manta.network/http',
  },
  SCROLL: { explorerUrl: 'https://scrollscan.com', rpcUrl: 'https://rpc.scroll.io' },
  ZETACHAIN: {
    explorerUrl: 'https://zetascan.com',
    rpcUrl: 'https://zetachain-evm.blockpi.network/v1/rpc/public',
  },
  BLAST: { explorerUrl: 'https://blastscan.io', rpcUrl: 'https://rpc.blast.io' },
  HORIZEN_EON: {
    explorerUrl: 'https://eon-explorer.horizenlabs.io',
    rpcUrl: 'https://eon-rpc.horizenlabs.io/ethv1',
  },
  MERLIN: { explorerUrl: 'https://scan.merlinchain.io', rpcUrl: 'https://rpc.merlinchain.io' },
  ROOTSTOCK: { explorerUrl: 'https://explorer.rsk.co', rpcUrl: 'https://public-node.rsk.co' },
  MODE: { explorerUrl: 'https://modescan.io', rpcUrl: 'https://mainnet.mode.network' },
  ZK_FAIR: { explorerUrl: 'https://scan.zkfair.io', rpcUrl: 'https://rpc.zkfair.io' },
  ZK_LINK: { explorerUrl: 'https://explorer.zklink.io', rpcUrl: 'https://rpc.zklink.io' },
  XLAYER: { explorerUrl: 'https://www.oklink.com/xlayer', rpcUrl: 'https://xlayerrpc.okx.com' },
  TAIKO: { explorerUrl: 'https://taikoscan.io', rpcUrl: 'https://rpc.mainnet.taiko.xyz' },
  SEI: { explorerUrl: 'https://seiscan.io', rpcUrl: 'https://evm-rpc.sei-apis.com' },
  CORE: { explorerUrl: 'https://scan.coredao.org', rpcUrl: 'https://rpc.coredao.org' },
  BAHAMUT: { explorerUrl: 'https://www.ftnscan.com', rpcUrl: 'https://rpc1.bahamut.io' },
  BITLAYER: { explorerUrl: 'https://www.btrscan.com', rpcUrl: 'https://rpc.bitlayer.org' },
  GRAVITY: { explorerUrl: 'https://explorer.gravity.xyz', rpcUrl: 'https://rpc.gravity.xyz' },
  FRAXTAL: { explorerUrl: 'https://fraxscan.com', rpcUrl: 'https://rpc.frax.com' },
  BERACHAIN: { explorerUrl: 'https://berascan.com', rpcUrl: 'https://rpc.berachain.com' },
  SONEIUM: { explorerUrl: 'https://soneium.blockscout.com', rpcUrl: 'https://rpc.soneium.org' },
  UNICHAIN: { explorerUrl: 'https://uniscan.xyz', rpcUrl: 'https://mainnet.unichain.org' },
  MORPH: { explorerUrl: 'https://explorer.morphl2.io', rpcUrl: 'https://rpc.morphl2.io' },
  HEMI: { explorerUrl: 'https://explorer.hemi.xyz', rpcUrl: 'https://rpc.hemi.network/rpc' },
  PLASMA: { explorerUrl: 'https://plasmascan.to', rpcUrl: 'https://rpc.plasma.to' },
  MONAD: { explorerUrl: 'https://monadscan.com', rpcUrl: 'https://rpc.monad.xyz' },
  HYPER_EVM: { explorerUrl: 'https://hyperevmscan.io', rpcUrl: 'https://rpc.hyperliquid.xyz/evm' },
  MEGAETH: { explorerUrl: 'https://mega.etherscan.io', rpcUrl: 'https://mainnet.megaeth.com/rpc' },
  ROBINHOOD: {
    explorerUrl: 'https://robinhoodchain.blockscout.com',
    rpcUrl: 'https://rpc.mainnet.chain.robinhood.com',
  },
  LISK: { explorerUrl: 'https://blockscout.lisk.com', rpcUrl: 'https://rpc.api.lisk.com' },
  DX_CHAIN: { rpcUrl: 'https://mainnet.dxchain.com' },
  XDC: { explorerUrl: 'https://xdcscan.com', rpcUrl: 'https://rpc.xdcrpc.com' },
};
