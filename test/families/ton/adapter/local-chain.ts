import { createPrivateKey, createPublicKey, randomBytes, sign as signEd25519 } from 'node:crypto';
import { Address, beginCell, type Cell } from '@ton/core';
import { expect, vi } from 'vitest';
import { fundAccount } from '../../../../sandbox/ton/fund-account.ts';
import { GLOBAL_ID } from '../../../../sandbox/ton/global-id.ts';
import { jettonWalletAddress } from '../../../../sandbox/ton/jetton.ts';
import { type RunningTonChain, startTonChain } from '../../../../sandbox/ton/start-ton-chain.ts';
import { type Jetton, TON, type TonToken } from '../../../../sandbox/ton/ton-catalogue.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { TonAdapter } from '../../../../src/families/ton/adapter/create-ton-adapter.ts';
import { createTonAdapter } from '../../../../src/families/ton/adapter/create-ton-adapter.ts';
import type { WalletOf } from '../../../../src/families/ton/adapter/wallets.ts';
import { friendlyTonAddress } from '../../../../src/families/ton/formats/address.ts';
import type { TonChain } from '../../../../src/families/ton/formats/chain.ts';
import type {
  TonMessage,
  TonTransaction,
} from '../../../../src/families/ton/formats/transaction.ts';
import {
  type TonWallet,
  tonWalletAddress,
  tonWalletId,
} from '../../../../src/families/ton/formats/wallet.ts';
import type { TonWalletVersion } from '../../../../src/families/ton/formats/wallet-versions.ts';
import type { SignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import type { Keys } from '../../../../src/ports/keys.ts';

/** Blocks between the newest one that the masterchain has taken in and the newest one. */
export const finalityDepth = 6;
/** Blocks that a transfer of jettons takes with all that it leads to. */
export const generations = 4;
export const coin = 10n ** 9n;
/** Nanotons that a transfer of jettons sends along. */
export const sentAlong = coin / 10n;

export interface LocalWallet {
  wallet: TonWallet;
  address: string;
}

/** The sandbox's chain, which makes blocks only when it is told to, with keys in memory. */
export interface LocalChain {
  chain: TonChain;
  sandbox: RunningTonChain;
  /** Keys are named by the addresses of their wallets. */
  keys: Keys;
  adapter(options?: AdapterOptions): TonAdapter;
  newWallet(
    version: TonWalletVersion,
    funds?: readonly (readonly [TonToken, bigint])[],
  ): Promise<LocalWallet>;
  /** Makes blocks until what was sent has led to all that it leads to, and so many more. */
  mine(blocks?: number): Promise<void>;
  /** Lets seconds pass, here and on the chain, whose masterchain has then a block of that time. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

interface AdapterOptions {
  chain?: Partial<TonChain>;
  walletOf?: WalletOf;
  /** Stands between the adapter and the node. */
  fetch?: typeof fetch;
  /** The same node as so many hosts. */
  hosts?: number;
  /** What stands between the adapter and each of them, by number. */
  fetchOf?: (host: number) => typeof fetch;
}

export async function startLocalChain(): Promise<LocalChain> {
  const closing = new AbortController();
  const sandbox = await startTonChain({
    blockIntervalMs: 10_000,
    finalityDepth,
    signal: closing.signal,
  });
  sandbox.blocks.setMining(false);
  await sandbox.blocks.mine(2 * finalityDepth);
  const chain: TonChain = {
    ...ofFamily(chainRegistry.TON!, 'ton'),
    genesis: sandbox.genesis,
    networkId: GLOBAL_ID,
  };
  const keys = new Map<string, { seed: Buffer; wallet: TonWallet }>();

  async function fund(
    address: string,
    funds: readonly (readonly [TonToken, bigint])[],
  ): Promise<void> {
    const account = friendlyTonAddress(address, { bounceable: false });
    let isDone = false;
    const funding = Promise.all(
      funds.map(([token, amount]) => fundAccount(sandbox, account, token, amount)),
    );
    const done = funding.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await sandbox.blocks.mine(1);
      await new Promise(setImmediate);
    }
    await done;
    await sandbox.blocks.mine(finalityDepth);
  }

  return {
    chain,
    sandbox,
    keys: {
      async signDigest() {
        throw new Error('these keys are of Ed25519');
      },
      async signTaproot() {
        throw new Error('these keys are of Ed25519');
      },
      async signMessage(keyRef, message) {
        return signEd25519(null, message, privateKeyOf(keys.get(keyRef)!.seed));
      },
    },
    adapter({
      fetch = globalThis.fetch,
      hosts = 1,
      fetchOf = () => fetch,
      chain: changed = {},
      walletOf,
    } = {}) {
      const rpcUrls = Array.from(
        { length: hosts },
        (_, index) => `http://node-${index}.test/api/v2`,
      );
      const toNode: typeof globalThis.fetch = (url, init) => {
        const { host } = new URL(String(url));
        return fetchOf(rpcUrls.findIndex((one) => new URL(one).host === host))(
          sandbox.endpoint,
          init,
        );
      };
      return createTonAdapter({
        chain: { ...chain, ...changed },
        rpcUrls,
        fetch: toNode,
        walletOf: walletOf ?? (async (account) => keys.get(account)?.wallet),
      });
    },
    async newWallet(version, funds = [[TON, 10n * coin]]) {
      const seed = randomBytes(32);
      const publicKey = createPublicKey(privateKeyOf(seed))
        .export({ type: 'spki', format: 'der' })
        .subarray(-32);
      const wallet = { version, publicKey, walletId: tonWalletId(version, { network: GLOBAL_ID }) };
      const address = tonWalletAddress(wallet);
      keys.set(address, { seed, wallet });
      if (funds.length > 0) await fund(address, funds);
      return { wallet, address };
    },
    async mine(blocks = 1) {
      await sandbox.blocks.mine(blocks + generations - 1);
    },
    async pass(seconds) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
      await sandbox.blocks.mine(finalityDepth + 1);
    },
    async close() {
      vi.useRealTimers();
      closing.abort();
      await sandbox.close();
    },
  };
}

function privateKeyOf(seed: Buffer) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

export function sends(...messages: TonMessage[]): TonTransaction {
  return { family: 'ton', messages };
}

/** @param to canonical form */
export function coinsTo(to: string, value: bigint): TonMessage {
  return { address: friendlyTonAddress(to, { bounceable: false }), value };
}

/** Has a wallet send messages, and makes blocks until all that they lead to is final. */
export async function sendFrom(
  local: LocalChain,
  adapter: TonAdapter,
  { address: account }: LocalWallet,
  messages: readonly TonMessage[],
): Promise<SignedTransaction> {
  const seqno = await adapter.accounts.nextNonce(account);
  const fee = { family: 'ton', walletFee: coin / 100n } as const;
  const terms = { kind: 'seqno', seqno } as const;
  const unsigned = await adapter.prepare({ account, terms, transaction: sends(...messages), fee });
  const sent = await adapter.sign(unsigned, local.keys, account);
  expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
  await local.mine(2 * finalityDepth);
  return sent;
}

interface Forwarded {
  payload?: Cell;
  /** In what is left of the message's cell, and not in one of its own. */
  inPlace?: boolean;
  /** Nanotons that tell the receiver. */
  forwarded?: bigint;
}

/** What asks the jetton wallet of `from` to pay (TEP-74), and to tell the receiver. */
export function jettonsTo(
  jetton: Jetton,
  from: string,
  to: string,
  amount: bigint,
  { payload, inPlace = false, forwarded = 1n }: Forwarded = {},
): TonMessage {
  const owner = Address.parseRaw(from);
  const body = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(0, 64)
    .storeCoins(amount)
    .storeAddress(Address.parseRaw(to))
    .storeAddress(owner)
    .storeBit(false)
    .storeCoins(forwarded);
  if (inPlace) body.storeBit(false).storeSlice((payload ?? beginCell().endCell()).beginParse());
  else body.storeMaybeRef(payload ?? null);
  return {
    address: jettonWalletAddress(jetton.minter, owner).toString(),
    value: sentAlong,
    payload: body.endCell().toBoc().toString('base64'),
  };
}
