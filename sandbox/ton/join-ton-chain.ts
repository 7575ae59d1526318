import { bytesToHex } from 'viem';
import { BRIDGE_IDS } from '../chains/bridge-ids.ts';
import type { CommonChain } from '../common-chain.ts';
import type { StartChainOptions } from '../evm/start-chain.ts';
import { BRIDGES } from '../providers/bridges.ts';
import {
  DEPOSIT_PROVIDER_IDS,
  DEPOSIT_PROVIDERS,
  pooledRole,
} from '../providers/deposit-providers.ts';
import type { WalletProvider } from '../providers/provider.ts';
import { stonfi } from '../providers/stonfi.ts';
import { SandboxError } from '../sandbox-error.ts';
import { GLOBAL_ID } from './global-id.ts';
import { POOLS } from './liquidity-pool.ts';
import { LISTED_TOKENS, NATIVE_TOKEN } from './listed-tokens.ts';
import { startTonChain } from './start-ton-chain.ts';
import type { TonChain } from './ton-chain.ts';
import { tonNotation } from './ton-notation.ts';
import { tonOperations } from './ton-operations.ts';

/** A running TON chain in the form that the sandbox needs. */
export interface JoinedTonChain extends CommonChain, Pick<TonChain, 'genesis' | 'setBlocksBehind'> {
  readonly family: 'ton';
  /** The `global_id` that wallets of version 5 sign. */
  readonly networkId: number;
  /** Addresses of the pools. */
  readonly pools: readonly string[];
  /** The provider of swaps on this chain. */
  readonly stonfi: WalletProvider;
  close(): Promise<void>;
}

/** Starts the TON chain with the providers that need no contracts. @throws {SandboxError} */
export async function joinTonChain({
  definition,
  ...options
}: StartChainOptions): Promise<JoinedTonChain> {
  const gatewayIds = BRIDGE_IDS.filter(
    (id) => BRIDGES[id].chains?.includes(definition.name) ?? true,
  );
  const pooling = DEPOSIT_PROVIDER_IDS.filter((id) =>
    DEPOSIT_PROVIDERS[id].pooledOn.includes(definition.name),
  );
  const walletRoles = pooling.map(pooledRole);
  const ton = await startTonChain({ ...options, gatewayIds, walletRoles });
  return {
    family: 'ton',
    definition,
    url: ton.url,
    genesis: ton.genesis,
    networkId: GLOBAL_ID,
    pools: POOLS.map(({ address }) => address.toString()),
    notation: tonNotation,
    heads: ton.heads,
    blocks: blockFaults(ton),
    deployment: {
      tokens: LISTED_TOKENS,
      native: NATIVE_TOKEN,
      bridgeGateways: Object.fromEntries(
        [...ton.gateways].map(([id, { hash }]) => [
          id,
          { address: bytesToHex(hash), spender: null },
        ]),
      ),
    },
    operations: tonOperations(ton),
    stonfi: stonfi(ton),
    setBlocksBehind: ton.setBlocksBehind,
    close: ton.close,
  };
}

function blockFaults({ blocks }: TonChain): CommonChain['blocks'] {
  return {
    setMining: async (on) => blocks.setMining(on),
    async stall(leastBid) {
      if (leastBid !== undefined)
        throw new SandboxError('bad-request', 'Nobody bids for a place in a block of TON.');
      blocks.stall(true);
    },
    endStall: async () => blocks.stall(false),
    async reorganize({ depth, drop }) {
      const { from, removed, returned } = await blocks.reorganize({ depth, drop });
      return { from, removed: removed.map(toHex), returned: returned.map(toHex) };
    },
  };
}

function toHex(hash: string): `0x${string}` {
  return bytesToHex(Buffer.from(hash, 'base64'));
}
