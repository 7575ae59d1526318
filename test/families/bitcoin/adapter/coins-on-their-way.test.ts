import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeaseTerms } from '../../../../src/core/swap/swap.ts';
import { bitcoinNativeToken } from '../../../../src/families/bitcoin/formats/chain.ts';
import type { BitcoinTransfer } from '../../../../src/families/bitcoin/formats/transaction.ts';
import { type LocalChain, type Server, startLocalChain } from './local-chain.ts';

/** A wallet of Bitcoin often has a single coin, which is away while a payment of it waits. */
describe.each<Server>(['esplora', 'bitcoind'])(
  'while the only coin of an address is on its way, by %s',
  (server) => {
    let local: LocalChain;
    beforeAll(async () => {
      local = await startLocalChain('p2wpkh');
    });
    afterAll(() => local?.close());

    const adapterOf = () => local.adapter({ servers: [server] });
    const transferTo = (to: string, value: bigint): BitcoinTransfer => ({
      family: 'bitcoin',
      kind: 'transfer',
      to,
      value,
    });

    /** Signs and sends a payment from all that the address has; what it costs, in satoshis. */
    async function pay(
      account: string,
      to: string,
      value: bigint,
    ): Promise<{ txId: string; fee: bigint }> {
      const adapter = adapterOf();
      const transaction = await adapter.inputs.choose(account, transferTo(to, value));
      const terms: LeaseTerms = { kind: 'outpoints', outpoints: adapter.inputs.of(transaction) };
      const fee = await adapter.estimateFee(account, transaction);
      const signed = await adapter.sign(
        await adapter.prepare({ account, terms, transaction, fee }),
        local.keys,
        account,
      );
      expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
      return { txId: signed.txId, fee: 'total' in fee ? fee.total : 0n };
    }

    async function heldBy(account: string): Promise<bigint | undefined> {
      return (await adapterOf().balances(account, [bitcoinNativeToken])).balances.get(
        bitcoinNativeToken,
      );
    }

    it('has what comes back of it, and asks for patience where it is needed for the next payment', async () => {
      const [payer, receiver] = [await local.newAddress(), await local.newAddress()];
      await local.fund(payer, 1_000_000n);
      const { fee } = await pay(payer, receiver, 250_000n);
      expect(await heldBy(payer)).toBe(750_000n - fee);
      const { choose } = adapterOf().inputs;
      await expect(choose(payer, transferTo(receiver, 100_000n))).rejects.toMatchObject({
        code: 'BALANCE_RESERVED',
        next: 'retry',
      });
      await expect(choose(payer, transferTo(receiver, 800_000n))).rejects.toMatchObject({
        code: 'INSUFFICIENT_BALANCE',
      });
      await local.sandbox.blocks.mine(1);
      expect(await heldBy(payer)).toBe(750_000n - fee);
      await choose(payer, transferTo(receiver, 100_000n));
    });

    it('says of a coin whether it is in a block, for what is about to spend it', async () => {
      const [payer, receiver] = [await local.newAddress(), await local.newAddress()];
      await local.fund(payer, 1_000_000n);
      const { txId } = await pay(payer, receiver, 250_000n);
      const adapter = adapterOf();
      const change = `${txId}:1`;
      const terms: LeaseTerms = { kind: 'outpoints', outpoints: [change] };
      const transaction = await adapter.replacement.cancelTransaction({ account: payer, terms });
      const fee = await adapter.estimateFee(payer, transaction);
      const unsigned = await adapter.prepare({ account: payer, terms, transaction, fee });
      const waiting = async () =>
        (await adapter.simulate({ unsigned, accounts: [], tokens: [], inspect: [] })).bitcoin
          ?.waiting;
      expect(await waiting()).toEqual([change]);
      await local.sandbox.blocks.mine(1);
      expect(await waiting()).toEqual([]);
    });

    it('has nothing of what somebody else sends, which may never get into a block', async () => {
      const [payer, receiver] = [await local.newAddress(), await local.newAddress()];
      await local.fund(payer, 1_000_000n);
      await pay(payer, receiver, 250_000n);
      expect(await heldBy(receiver)).toBe(0n);
    });

    it('has received nothing with what its own payment brings back', async () => {
      const [payer, receiver] = [await local.newAddress(), await local.newAddress()];
      await local.fund(payer, 1_000_000n);
      const before = (await adapterOf().head()).latest;
      const { txId } = await pay(payer, receiver, 250_000n);
      await local.sandbox.blocks.mine(1);
      expect(await adapterOf().receivedSince(before, payer, bitcoinNativeToken)).toEqual([]);
      expect(await adapterOf().receivedIn(txId, payer, bitcoinNativeToken)).toEqual([]);
      expect(await adapterOf().receivedIn(txId, receiver, bitcoinNativeToken)).toHaveLength(1);
    });
  },
);
