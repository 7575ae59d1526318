import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RunningBitcoinChain,
  startBitcoinChain,
} from '../../../../sandbox/bitcoin/start-bitcoin-chain.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import type { LeaseTerms } from '../../../../src/core/swap/swap.ts';
import { createBitcoinAdapter } from '../../../../src/families/bitcoin/adapter/create-bitcoin-adapter.ts';
import {
  type BitcoinChain,
  bitcoinNativeToken,
} from '../../../../src/families/bitcoin/formats/chain.ts';
import type { BitcoinTransfer } from '../../../../src/families/bitcoin/formats/transaction.ts';
import type { BitcoinWalletKind } from '../../../../src/families/bitcoin/keys/account.ts';
import { deriveBitcoinKey } from '../../../../src/families/bitcoin/keys/derive-key.ts';
import { taprootSign } from '../../../../src/families/bitcoin/keys/taproot-key.ts';
import { until } from '../../../support/until.ts';
import { testKeys } from '../../evm/adapter/test-keys.ts';

const proofDepth = 3;

/** The adapter on a chain that runs: what the parts do together. */
describe.each<BitcoinWalletKind>(['p2wpkh', 'p2tr'])(
  'the adapter of Bitcoin with an address of the kind %s',
  (kind) => {
    const closing = new AbortController();
    let sandbox: RunningBitcoinChain;
    let chain: BitcoinChain;
    const key = new Uint8Array(32).fill(kind === 'p2tr' ? 7 : 8);
    const signer = {
      ...testKeys(() => `0x${Buffer.from(key).toString('hex')}`),
      signTaproot: async (_keyRef: string, digest: Uint8Array) => taprootSign(key, digest),
    };

    beforeAll(async () => {
      sandbox = await startBitcoinChain({
        blockIntervalMs: 100,
        finalityDepth: proofDepth,
        signal: closing.signal,
      });
      const genesis = (await (await fetch(`${sandbox.esploraUrl}/block-height/0`)).text()).trim();
      chain = {
        ...(chainRegistry.BITCOIN as BitcoinChain),
        network: 'regtest',
        genesis,
        proofDepth,
        blockTimeMs: 100,
      };
    });
    afterAll(async () => {
      closing.abort();
      await sandbox?.close();
    });

    it('carries a transfer from its coins to its proof', async () => {
      const adapter = createBitcoinAdapter({
        chain,
        rpcUrls: [sandbox.esploraUrl],
        protectedCoin: 0n,
      });
      const secret = { kind: 'private-key', key } as const;
      const { address } = await deriveBitcoinKey(secret, kind, 'regtest');
      const receiver = (
        await deriveBitcoinKey({ ...secret, key: new Uint8Array(32).fill(9) }, 'p2wpkh', 'regtest')
      ).address;
      await sandbox.treasury.fund(address, 1_000_000n);
      const held = async () =>
        (await adapter.balances(address, [bitcoinNativeToken])).balances.get(bitcoinNativeToken);
      await until(async () => (await held()) === 1_000_000n);

      const transfer: BitcoinTransfer = {
        family: 'bitcoin',
        kind: 'transfer',
        to: receiver,
        value: 250_000n,
        memo: '=:ETH',
      };
      const transaction = await adapter.inputs.choose(address, transfer);
      const terms: LeaseTerms = { kind: 'outpoints', outpoints: adapter.inputs.of(transaction) };
      expect(await adapter.valueOf(transaction, address)).toBe(250_000n);
      const fee = await adapter.estimateFee(address, transaction);
      const unsigned = await adapter.prepare({ account: address, terms, transaction, fee });
      const { balanceChanges } = await adapter.simulate({
        unsigned,
        accounts: [receiver],
        tokens: [],
        inspect: [],
      });
      expect(balanceChanges).toEqual([
        { account: address, token: bitcoinNativeToken, delta: -250_000n },
        { account: receiver, token: bitcoinNativeToken, delta: 250_000n },
      ]);
      const before = (await adapter.head()).latest;
      const signed = await adapter.sign(unsigned, signer, 'key');
      expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
      expect(['accepted', 'already_known']).toContain((await adapter.broadcast(signed)).kind);

      const lease = { account: address, terms };
      const status = async () =>
        (await adapter.observe([signed], [address])).attempts.get(signed.txId);
      await until(async () => (await status())?.status === 'final');
      expect(await status()).toMatchObject({
        succeeded: true,
        feePaid: 'total' in fee ? fee.total : 0n,
      });
      expect(await adapter.prove(lease, [signed])).toMatchObject({
        kind: 'landed',
        txId: signed.txId,
        succeeded: true,
      });
      expect(await adapter.receivedIn(signed.txId, receiver, bitcoinNativeToken)).toMatchObject([
        { txId: signed.txId, index: 0, amount: 250_000n, final: true },
      ]);
      expect(await adapter.receivedSince(before, receiver, bitcoinNativeToken)).toHaveLength(1);
      expect(await adapter.broadcast(signed)).toEqual({ kind: 'already_known' });
      expect(await held()).toBe(750_000n - ('total' in fee ? fee.total : 0n));
    });
  },
);
