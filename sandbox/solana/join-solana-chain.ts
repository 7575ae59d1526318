import { BRIDGE_IDS } from '../chains/bridge-ids.ts';
import type { CommonChain } from '../common-chain.ts';
import type { StartChainOptions } from '../evm/start-chain.ts';
import { BRIDGES } from '../providers/bridges.ts';
import { jupiter } from '../providers/jupiter.ts';
import type { WalletProvider } from '../providers/provider.ts';
import { LISTED_TOKENS, NATIVE_TOKEN, WRAPPED_TOKEN } from './listed-tokens.ts';
import type { SolanaChain } from './solana-chain.ts';
import { fromBase58, solanaNotation } from './solana-notation.ts';
import { solanaOperations } from './solana-operations.ts';
import { startSolanaChain } from './start-solana-chain.ts';

/** A running Solana chain in the form that the sandbox needs. */
export interface JoinedSolanaChain extends CommonChain {
  readonly family: 'solana';
  /** URL for subscriptions. */
  readonly wsUrl: string;
  readonly genesis: string;
  readonly deployment: CommonChain['deployment'] &
    Required<Pick<CommonChain['deployment'], 'wrappedNative'>>;
  /** Base58 addresses of the makers, who sign swaps together with the user. */
  readonly makers: readonly string[];
  readonly lookupTable: string;
  /** The provider of swaps on this chain. */
  readonly jupiter: WalletProvider;
  setSlotsBehind(slots: number | undefined): void;
  /** Makes the transaction with this signature fail in its block. Undefined: none. */
  letFail(signature: string | undefined): void;
  close(): Promise<void>;
}

/** In millionths of a lamport per compute unit: 2 SOL for 200,000 units. */
const STALLING_PRICE = 10_000_000_000n;

/**
 * Starts the Solana chain with the providers that need no contracts.
 * @throws {SandboxError}
 */
export async function joinSolanaChain({
  definition,
  ...options
}: StartChainOptions): Promise<JoinedSolanaChain> {
  const gatewayIds = BRIDGE_IDS.filter(
    (id) => BRIDGES[id].chains?.includes(definition.name) ?? true,
  );
  const solana = await startSolanaChain({ ...options, gatewayIds });
  return {
    family: 'solana',
    definition,
    url: solana.rpcUrl,
    wsUrl: solana.wsUrl,
    genesis: solana.blockchain.genesisHash,
    makers: solana.pools.map(({ maker }) => maker.publicKey.toBase58()),
    lookupTable: solana.lookupTable.key.toBase58(),
    notation: solanaNotation,
    heads: solana.heads,
    blocks: blockFaults(solana),
    deployment: {
      tokens: LISTED_TOKENS,
      native: NATIVE_TOKEN,
      wrappedNative: WRAPPED_TOKEN,
      bridgeGateways: Object.fromEntries(
        [...solana.gateways].map(([id, key]) => [
          id,
          { address: fromBase58(key.toBase58()), spender: null },
        ]),
      ),
    },
    operations: solanaOperations(solana),
    jupiter: jupiter(solana),
    setSlotsBehind: solana.setSlotsBehind,
    letFail: solana.blockchain.letFail,
    close: solana.close,
  };
}

function blockFaults({ blocks }: SolanaChain): CommonChain['blocks'] {
  return {
    setMining: async (on) => blocks.setMining(on),
    stall: async (computeUnitPrice = STALLING_PRICE) => blocks.stall(computeUnitPrice),
    endStall: async () => blocks.stall(undefined),
    async reorganize({ depth, drop }) {
      const { from, removed, returned } = blocks.reorganize({ depth, drop });
      return { from, removed: removed.map(fromBase58), returned: returned.map(fromBase58) };
    },
  };
}
