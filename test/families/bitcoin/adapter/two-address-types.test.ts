import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeaseTerms } from '../../../../src/core/swap/swap.ts';
import type { TransactionObject } from '../../../../src/core/swap/transaction-object.ts';
import { requireScript } from '../../../../src/families/bitcoin/adapter/require-account.ts';
import { createWallets } from '../../../../src/families/bitcoin/adapter/wallets.ts';
import {
  decodeHex,
  decodeRaw,
  fromLibrary,
} from '../../../../src/families/bitcoin/adapter/wire-transaction.ts';
import { bitcoinNativeToken } from '../../../../src/families/bitcoin/formats/chain.ts';
import type { BitcoinWalletKind } from '../../../../src/families/bitcoin/keys/account.ts';
import { machineClock } from '../../../../src/ports/clock.ts';
import { psbtOf } from './build-psbt.ts';
import { type LocalChain, type Server, startLocalChain } from './local-chain.ts';

const network = { network: 'regtest' } as const;

describe.each<[BitcoinWalletKind, Server]>([
  ['p2wpkh', 'bitcoind'],
  ['p2tr', 'esplora'],
])('a %s wallet with coins of both address types, by %s', (kind, server) => {
  let local: LocalChain;
  beforeAll(async () => {
    local = await startLocalChain(kind);
  });
  afterAll(() => local?.close());

  const adapterOf = () => local.adapter({ servers: [server] });
  const heldBy = async (account: string) =>
    (await adapterOf().balances(account, [bitcoinNativeToken])).balances.get(bitcoinNativeToken);
  const scriptOf = (address: string) => requireScript(network, address);

  /** Signs and sends it; nodes accept only valid signatures. */
  async function send(account: string, transaction: TransactionObject) {
    const adapter = adapterOf();
    const terms: LeaseTerms = { kind: 'outpoints', outpoints: adapter.inputs.of(transaction) };
    const fee = await adapter.estimateFee(account, transaction);
    const unsigned = await adapter.prepare({ account, terms, transaction, fee });
    const simulation = await adapter.simulate({
      unsigned,
      accounts: [],
      tokens: [bitcoinNativeToken],
      inspect: [],
    });
    const signed = await adapter.sign(unsigned, local.keys, account);
    expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
    return {
      ...signed,
      total: 'total' in fee ? fee.total : 0n,
      terms,
      delta: simulation.balanceChanges[0]?.delta,
      read: fromLibrary(decodeRaw(decodeHex(signed.bytes))),
    };
  }

  it('counts both, pays from both, gets its change at the address that it shows, and received nothing by it', async () => {
    const [account, receiver] = [await local.newAddress(), await local.newAddress()];
    await local.fund(account, 500_000n);
    await local.fund(local.otherAddressOf(account), 400_000n);
    expect(await heldBy(account)).toBe(900_000n);

    const adapter = adapterOf();
    const before = (await adapter.head()).latest;
    const transfer = {
      family: 'bitcoin',
      kind: 'transfer',
      to: receiver,
      value: 700_000n,
    } as const;
    const transaction = await adapter.inputs.choose(account, transfer);
    expect(adapter.inputs.of(transaction)).toHaveLength(2);
    expect(await adapter.valueOf(transaction, account)).toBe(700_000n);
    const { txId, total, read, delta } = await send(account, transaction);
    expect(delta).toBe(-700_000n);
    expect(read.outputs.map(({ script }) => script)).toEqual(
      [receiver, account].map((address) => Uint8Array.from(scriptOf(address))),
    );
    // Its own change counts before it is in a block, and is never what somebody paid.
    expect(await heldBy(account)).toBe(200_000n - total);
    await local.sandbox.blocks.mine(1);
    expect(await heldBy(account)).toBe(200_000n - total);
    expect(await adapter.receivedSince(before, account, bitcoinNativeToken)).toEqual([]);
    expect(await adapter.receivedIn(txId, account, bitcoinNativeToken)).toEqual([]);
    expect(await adapter.receivedIn(txId, receiver, bitcoinNativeToken)).toHaveLength(1);
  });

  it('knows a payment from coins of the other type alone as its own', async () => {
    const [account, receiver] = [await local.newAddress(), await local.newAddress()];
    await local.fund(local.otherAddressOf(account), 400_000n);
    const adapter = adapterOf();
    const before = (await adapter.head()).latest;
    const transfer = {
      family: 'bitcoin',
      kind: 'transfer',
      to: receiver,
      value: 100_000n,
    } as const;
    const { txId, total } = await send(account, await adapter.inputs.choose(account, transfer));
    expect(await heldBy(account)).toBe(300_000n - total);
    await expect(adapter.inputs.choose(account, transfer)).rejects.toMatchObject({
      code: 'BALANCE_RESERVED',
    });
    const { accounts } = adapter;
    const signed =
      accounts.kind === 'listed' &&
      (await accounts.signedWithin({ account, from: 0, until: Date.now() }));
    expect(signed).toMatchObject({ txIds: [txId] });
    await local.sandbox.blocks.mine(1);
    expect(await adapter.receivedSince(before, account, bitcoinNativeToken)).toEqual([]);
    const target = { account, token: bitcoinNativeToken, after: before };
    const [found] = await adapter.paymentsTo([target], undefined);
    expect(found?.payments).toEqual([]);
  });

  it('signs a PSBT whose change goes to the other type, lifts it by a child, and takes back a lease of both', async () => {
    const [account, receiver] = [await local.newAddress(), await local.newAddress()];
    const other = local.otherAddressOf(account);
    await local.fund(account, 500_000n);
    await local.fund(other, 400_000n);
    const adapter = adapterOf();
    const transfer = {
      family: 'bitcoin',
      kind: 'transfer',
      to: receiver,
      value: 700_000n,
    } as const;
    const chosen = adapter.inputs.of(await adapter.inputs.choose(account, transfer));
    const psbt = psbtOf({
      version: 2,
      inputs: chosen.map((outpoint) => {
        const [txid = '', vout] = outpoint.split(':');
        return { txid, vout: Number(vout), sequence: 0xffff_fffd };
      }),
      outputs: [
        { value: 700_000n, script: scriptOf(receiver) },
        { value: 199_700n, script: scriptOf(other) },
      ],
      locktime: 0,
    }).toString('base64');
    const order = { family: 'bitcoin', kind: 'psbt', psbt, signInputs: [0, 1] } as const;
    expect(await adapter.valueOf(order, account)).toBe(700_000n);
    const parent = await send(account, order);
    expect(parent.delta).toBe(-700_000n);
    expect(await heldBy(account)).toBe(199_700n);

    const { raise, cancelTransaction } = adapter.replacement;
    if (raise.kind !== 'child') throw new Error('Bitcoin raises fees by children');
    local.sandbox.blocks.stall(20);
    const child = await raise.childOf({ account, parent, most: 100_000n });
    local.sandbox.blocks.endStall();
    expect(child?.terms).toEqual({ kind: 'outpoints', outpoints: [`${parent.txId}:1`] });
    expect((await send(account, child!.transaction)).read.outputs).toEqual([
      expect.objectContaining({ script: Uint8Array.from(scriptOf(account)) }),
    ]);

    const { terms } = parent;
    const cancel = await cancelTransaction({ account, terms });
    const fee = await adapter.estimateFee(account, cancel);
    const unsigned = await adapter.prepare({ account, terms, transaction: cancel, fee });
    const { bytes } = await adapter.sign(unsigned, local.keys, account);
    const back = fromLibrary(decodeRaw(decodeHex(bytes)));
    expect(back.inputs).toHaveLength(2);
    expect(back.outputs.map(({ script }) => script)).toEqual([Uint8Array.from(scriptOf(account))]);
  });
});

describe('the coins of a key that the keystores have as two wallets', () => {
  it.each([
    ['once a minute has passed', 60_000, false],
    ['at once if the process uses the other wallet', 0, true],
  ])('are told apart %s after the second one is imported', async (_when, passed, uses) => {
    const local = await startLocalChain('p2wpkh');
    try {
      const account = await local.newAddress();
      const other = local.otherAddressOf(account);
      const key = await local.publicKeyOf(account);
      const imported = new Set([account]);
      let [reads, now] = [0, 0];
      const wallets = createWallets(
        network,
        async (address) => {
          reads += 1;
          return imported.has(address) ? key : undefined;
        },
        { now: () => now },
      );
      const placesOf = async (address: string) =>
        (await wallets.of(address)).places.map((place) => place.address);
      expect(await placesOf(account)).toEqual([account, other]);
      const readsOfOne = reads;
      await placesOf(account);
      expect(reads).toBe(readsOfOne);

      imported.add(other);
      now += passed;
      if (uses) expect(await placesOf(other)).toEqual([other]);
      expect(await placesOf(account)).toEqual([account]);
    } finally {
      await local.close();
    }
  });

  it('belong to the wallet that shows their address', async () => {
    const local = await startLocalChain('p2wpkh');
    try {
      const account = await local.newAddress();
      const other = local.otherAddressOf(account);
      const alone = await createWallets(network, local.publicKeyOf, machineClock).of(account);
      expect(alone.places.map(({ address }) => address)).toEqual([account, other]);
      const key = await local.publicKeyOf(account);
      const both = createWallets(
        network,
        async (address) => (address === account || address === other ? key : undefined),
        machineClock,
      );
      for (const address of [account, other]) {
        const wallet = await both.of(address);
        expect(wallet.places.map((place) => place.address)).toEqual([address]);
        expect(wallet.publicKey).toBeUndefined();
      }
    } finally {
      await local.close();
    }
  });
});

describe('coins that may carry more than their amount', () => {
  it('are those up to the bound of the operator’s policy', async () => {
    const local = await startLocalChain('p2wpkh');
    try {
      const account = await local.newAddress();
      await local.fund(account, 15_000n);
      await local.fund(account, 100_000n);
      const to = await local.newAddress();
      const transfer = { family: 'bitcoin', kind: 'transfer', to, value: 110_000n } as const;
      const chosen = async (protectedCoin: bigint) => {
        const { inputs } = local.adapter({ protectedCoin });
        return inputs.of(await inputs.choose(account, transfer));
      };
      expect(await chosen(14_999n)).toHaveLength(2);
      await expect(chosen(15_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    } finally {
      await local.close();
    }
  });
});
