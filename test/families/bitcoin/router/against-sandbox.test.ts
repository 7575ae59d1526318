import { pointFromScalar } from '@bitcoinerlab/secp256k1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../sandbox/start-sandbox.ts';
import { sandboxSettings } from '../../../../src/cli/sandbox-settings.ts';
import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { LeaseTerms } from '../../../../src/core/swap/swap.ts';
import { createBitcoinAdapter } from '../../../../src/families/bitcoin/adapter/create-bitcoin-adapter.ts';
import { readRouterPsbt } from '../../../../src/families/bitcoin/adapter/read-router-psbt.ts';
import {
  type BitcoinChain,
  bitcoinNativeToken,
} from '../../../../src/families/bitcoin/formats/chain.ts';
import { entryOf, psbtInput } from '../../../../src/families/bitcoin/formats/read-psbt.ts';
import type { BitcoinWalletKind } from '../../../../src/families/bitcoin/keys/account.ts';
import { deriveBitcoinKey } from '../../../../src/families/bitcoin/keys/derive-key.ts';
import { taprootSign } from '../../../../src/families/bitcoin/keys/taproot-key.ts';
import { createRouterClient } from '../../../../src/router/create-router-client.ts';
import { makeJob } from '../../../router/fixtures.ts';
import { type BitcoinHand, bitcoinHand } from '../../../sandbox/bitcoin-hand.ts';
import { anOrder } from '../../../support/snapshot.ts';
import { until } from '../../../support/until.ts';
import { testKeys } from '../../evm/adapter/test-keys.ts';
import { guardOfBitcoin } from '../guard/own-rules.ts';

let sandbox: Sandbox;
let hand: BitcoinHand;
beforeAll(async () => {
  sandbox = await startSandbox({
    otherChains: ['BITCOIN'],
    blockIntervalMs: 100,
    quoteLifetimeMs: 60_000,
  });
  hand = bitcoinHand(sandbox.endpoints);
});
afterAll(() => sandbox?.close());

const keys: Readonly<Record<BitcoinWalletKind, Uint8Array>> = {
  p2wpkh: new Uint8Array(32).fill(8),
  p2tr: new Uint8Array(32).fill(7),
};

function adapterOf() {
  const settings = sandboxSettings(sandbox.endpoints).chains.find(
    ({ chain }) => chain.name === 'BITCOIN',
  )!;
  const chain = settings.chain as BitcoinChain;
  return {
    chain,
    adapter: createBitcoinAdapter({ chain, rpcUrls: settings.rpcUrls, protectedCoin: 0n }),
  };
}

function jobOf(address: string, provider: string): Job {
  const usdc = sandbox.endpoints.chains.POLYGON.tokens.find(({ symbol }) => symbol === 'USDC')!;
  return makeJob({
    wallet: { ...makeJob().wallet, address },
    from: {
      family: 'bitcoin',
      chain: 'BITCOIN',
      token: bitcoinNativeToken,
      decimals: 8,
      symbol: 'BTC',
    },
    to: { family: 'evm', chain: 'POLYGON', token: usdc.address, decimals: 6, symbol: 'USDC' },
    amount: 1_000_000n,
    refundAddress: address,
    providers: { allow: [provider], deny: [] },
  });
}

function routerTold(publicKey: string) {
  const { url: baseUrl } = sandbox.endpoints.router;
  return createRouterClient({ baseUrl, timeoutMs: 20_000, publicKeyOf: async () => publicKey });
}

describe('orders of the sandbox’s router on Bitcoin', () => {
  it.each<[BitcoinWalletKind, string, 'psbt' | 'transfer']>([
    ['p2wpkh', 'across', 'psbt'],
    ['p2tr', 'relay', 'psbt'],
    ['p2wpkh', 'stargate_v2', 'transfer'],
    ['p2tr', 'stargate_v2', 'transfer'],
  ])(
    'of a %s wallet by %s are read, found in order, signed and paid for',
    async (kind, provider, form) => {
      const { chain, adapter } = adapterOf();
      const key = keys[kind];
      const { address } = await deriveBitcoinKey({ kind: 'private-key', key }, kind, 'regtest');
      await hand.fund({ address }, '0.02');
      const job = jobOf(address, provider);
      const publicKey = Buffer.from(pointFromScalar(key, true)!).toString('hex');
      const router = routerTold(publicKey);
      const { quoteId } = await router.quote(job);
      const order = ofFamily((await router.swap(job, quoteId)).transaction, 'bitcoin');
      expect(order.kind).toBe(form);
      if (order.kind === 'psbt') {
        // What a taproot signer has to know, and nothing where the address shows all.
        const told = readRouterPsbt(order).inputs.map((entries) =>
          entryOf(entries, psbtInput.tapInternalKey),
        );
        const internalKey = Buffer.from(publicKey, 'hex').subarray(1);
        expect(told.map((one) => one && Buffer.from(one))).toEqual([
          kind === 'p2tr' ? internalKey : undefined,
        ]);
      }

      const transaction =
        order.kind === 'transfer' ? await adapter.inputs.choose(address, order) : order;
      expect(await adapter.valueOf(transaction, address)).toBe(job.amount);
      const outpoints = adapter.inputs.of(transaction);
      const terms: LeaseTerms = { kind: 'outpoints', outpoints };
      const fee = await adapter.estimateFee(address, transaction);
      const unsigned = await adapter.prepare({ account: address, terms, transaction, fee });

      const verdict = guardOfBitcoin.judge({
        intent: { kind: 'swap', order: anOrder({ transaction: order }) },
        chain,
        job,
        lease: { account: address, terms },
        unsigned,
        simulation: await adapter.simulate({
          unsigned,
          accounts: [],
          tokens: [bitcoinNativeToken],
          inspect: [],
        }),
        policy: defaultPolicy,
        authenticity: { kind: 'sealed', by: 'library' },
        feeSpent: 0n,
      });
      expect(verdict).toMatchObject({ kind: 'allow' });

      const signer = {
        ...testKeys(() => `0x${Buffer.from(key).toString('hex')}`),
        signTaproot: async (_keyRef: string, digest: Uint8Array) => taprootSign(key, digest),
      };
      const signed = await adapter.sign(unsigned, signer, 'key');
      expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
      await until(
        async () =>
          (await router.status({ quoteId, sourceTxId: signed.txId })).status === 'SUCCESS',
      );
    },
  );

  it.each(['p2wpkh', 'p2tr'] as const)(
    'are not made for a %s wallet whose public key is another’s',
    async (kind) => {
      const { address } = await deriveBitcoinKey(
        { kind: 'private-key', key: keys[kind] },
        kind,
        'regtest',
      );
      await hand.fund({ address }, '0.02');
      const job = jobOf(address, 'across');
      const router = routerTold(
        Buffer.from(pointFromScalar(new Uint8Array(32).fill(9), true)!).toString('hex'),
      );
      const { quoteId } = await router.quote(job);
      await expect(router.swap(job, quoteId)).rejects.toMatchObject({
        code: 'ROUTER_REFUSED',
        details: { serviceCode: '1006' },
      });
    },
  );
});
