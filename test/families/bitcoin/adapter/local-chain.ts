import { randomBytes } from 'node:crypto';
import { pointFromScalar } from '@bitcoinerlab/secp256k1';
import {
  type RunningBitcoinChain,
  startBitcoinChain,
} from '../../../../sandbox/bitcoin/start-bitcoin-chain.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import {
  type BitcoinAdapter,
  createBitcoinAdapter,
} from '../../../../src/families/bitcoin/adapter/create-bitcoin-adapter.ts';
import type { PublicKeyOf } from '../../../../src/families/bitcoin/adapter/wallets.ts';
import {
  bitcoinAddressOf,
  parseBitcoinAddress,
} from '../../../../src/families/bitcoin/formats/address.ts';
import type { BitcoinChain } from '../../../../src/families/bitcoin/formats/chain.ts';
import { ownScriptsOf } from '../../../../src/families/bitcoin/formats/own-scripts.ts';
import type { BitcoinWalletKind } from '../../../../src/families/bitcoin/keys/account.ts';
import { deriveBitcoinKey } from '../../../../src/families/bitcoin/keys/derive-key.ts';
import { taprootSign } from '../../../../src/families/bitcoin/keys/taproot-key.ts';
import { defaultProtectedCoin } from '../../../../src/guard/policy/guard-policy.ts';
import type { Keys } from '../../../../src/ports/keys.ts';
import { testKeys } from '../../evm/adapter/test-keys.ts';

/** Blocks on top of one after which it is final. */
export const proofDepth = 6;

/** The sandbox's chain, which makes blocks only when it is told to, with keys in memory. */
export interface LocalChain {
  sandbox: RunningBitcoinChain;
  /** Keys are known by their addresses. */
  keys: Keys;
  adapter(options?: AdapterOptions): BitcoinAdapter;
  /** An address with a key, and nothing on it. */
  newAddress(): Promise<string>;
  /** The address of the other type, of the same key. */
  otherAddressOf(address: string): string;
  /** As the keystores would tell it. */
  publicKeyOf: PublicKeyOf;
  /** One more coin for an address. */
  fund(address: string, satoshis: bigint): Promise<void>;
  close(): Promise<void>;
}

/** What speaks to the adapter: one and the same node, by either interface. */
export type Server = 'esplora' | 'bitcoind';

interface AdapterOptions {
  chain?: Partial<BitcoinChain>;
  /** Stands between the adapter and the server. */
  fetch?: typeof fetch;
  /** The same for each host by its number, in the place of `fetch`. */
  fetchOf?: (host: number) => typeof fetch;
  /** The same node as so many hosts; default: one, by Esplora's interface. */
  servers?: readonly Server[];
  /** How long one question may take, in milliseconds. */
  timeoutMs?: number;
  /** As in the operator's policy. */
  protectedCoin?: bigint;
}

export async function startLocalChain(kind: BitcoinWalletKind): Promise<LocalChain> {
  const closing = new AbortController();
  const sandbox = await startBitcoinChain({
    blockIntervalMs: 10_000,
    finalityDepth: 3 * proofDepth,
    signal: closing.signal,
  });
  await sandbox.blocks.setMining(false);
  const { esploraUrl } = sandbox;
  const genesis = await (await fetch(`${esploraUrl}/block-height/0`)).text();
  const chain: BitcoinChain = {
    ...ofFamily(chainRegistry.BITCOIN!, 'bitcoin'),
    network: 'regtest',
    genesis: genesis.trim(),
    proofDepth,
  };
  const keys = new Map<string, Uint8Array>();
  const keyOf = (keyRef: string): Uint8Array => keys.get(keyRef)!;

  const publicKeyOf = async (address: string): Promise<string | undefined> => {
    const key = keys.get(address);
    return key && Buffer.from(pointFromScalar(key, true)!).toString('hex');
  };

  return {
    sandbox,
    publicKeyOf,
    keys: {
      ...testKeys((keyRef) => `0x${Buffer.from(keyOf(keyRef)).toString('hex')}`),
      signTaproot: async (keyRef, digest) => taprootSign(keyOf(keyRef), digest),
    },
    adapter({
      chain: changed = {},
      fetch = globalThis.fetch,
      fetchOf = () => fetch,
      servers = ['esplora'],
      timeoutMs = 10_000,
      protectedCoin = defaultProtectedCoin,
    } = {}) {
      const rpcUrls = servers.map((server, index) =>
        server === 'esplora'
          ? `http://server-${index}.test`
          : `bitcoind+${sandbox.bitcoindUrl.replace(/@.*/, `@server-${index}.test`)}`,
      );
      const toServer: typeof globalThis.fetch = (url, init) => {
        const { hostname, pathname } = new URL(String(url));
        return fetchOf(Number(hostname.match(/\d/)))(`${esploraUrl}${pathname}`, init);
      };
      return createBitcoinAdapter({
        chain: { ...chain, ...changed },
        rpcUrls,
        protectedCoin,
        publicKeyOf,
        fetch: toServer,
        timeoutMs,
      });
    },
    async newAddress() {
      const key = Uint8Array.from(randomBytes(32));
      const { address } = await deriveBitcoinKey({ kind: 'private-key', key }, kind, 'regtest');
      keys.set(address, key);
      return address;
    },
    otherAddressOf(address) {
      const { script } = parseBitcoinAddress(address, 'regtest') as { script: Uint8Array };
      const [, other] = ownScriptsOf(script, pointFromScalar(keyOf(address), true)!);
      return bitcoinAddressOf(other!, 'regtest')!;
    },
    async fund(address, satoshis) {
      let isThere = false;
      const funding = sandbox.treasury.fund(address, satoshis).then(() => {
        isThere = true;
      });
      while (!isThere) {
        await sandbox.blocks.mine(1);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await funding;
    },
    async close() {
      closing.abort();
      await sandbox.close();
    },
  };
}
