import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RunningBitcoinChain,
  startBitcoinChain,
} from '../../../../sandbox/bitcoin/start-bitcoin-chain.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import type { TransactionObject } from '../../../../src/core/swap/transaction-object.ts';
import { createBitcoinAdapter } from '../../../../src/families/bitcoin/adapter/create-bitcoin-adapter.ts';
import { bitcoinAddressOf } from '../../../../src/families/bitcoin/formats/address.ts';
import {
  type BitcoinChain,
  bitcoinNativeToken,
} from '../../../../src/families/bitcoin/formats/chain.ts';
import type { BitcoinTransaction } from '../../../../src/families/bitcoin/formats/transaction.ts';
import { importWallet } from '../../../../src/keys/import-wallet.ts';
import { openKeystores } from '../../../../src/keys/open-keystores.ts';
import type { GuardRequest, Intent } from '../../../../src/ports/guard.ts';
import { judged } from '../../../guard/scenario.ts';
import { until } from '../../../support/until.ts';
import { scripts } from '../adapter/build-psbt.ts';
import { aBitcoinRequest, stranger } from './scenario.ts';

const value = 250_000n;
const { vault } = scripts;
const password = 'correct horse';
const phrase = `${'abandon '.repeat(11)}about`;
const [depositAddress, otherAddress] = [vault, stranger].map(
  (script) => bitcoinAddressOf(script, 'regtest')!,
);

/**
 * What the adapter makes and tells is what the guard judges, and what a keystore's wallet signs.
 */
describe.each(['p2wpkh', 'p2tr'] as const)(
  'the guard, the adapter and a keystore with an address of the kind %s',
  (kind) => {
    const closing = new AbortController();
    let sandbox: RunningBitcoinChain;
    let chain: BitcoinChain;
    let dataFolder = '';
    let account = '';

    beforeAll(async () => {
      dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-guard-'));
      const choice = {
        family: 'bitcoin',
        account: { kind, network: 'regtest' },
        secret: phrase,
      } as const;
      ({ address: account } = await importWallet({
        dataFolder,
        name: 'coins',
        password,
        cost: 16_384,
        ...choice,
      }));
      sandbox = await startBitcoinChain({
        blockIntervalMs: 100,
        finalityDepth: 3,
        signal: closing.signal,
      });
      const genesis = (await (await fetch(`${sandbox.esploraUrl}/block-height/0`)).text()).trim();
      chain = {
        ...(chainRegistry.BITCOIN as BitcoinChain),
        network: 'regtest',
        genesis,
        proofDepth: 3,
        blockTimeMs: 100,
      };
      const { balances } = createBitcoinAdapter({
        chain,
        rpcUrls: [sandbox.esploraUrl],
        protectedCoin: 0n,
      });
      await sandbox.treasury.fund(account, 1_000_000n);
      await until(
        async () =>
          (await balances(account, [bitcoinNativeToken])).balances.get(bitcoinNativeToken) ===
          1_000_000n,
      );
    });
    afterAll(async () => {
      closing.abort();
      await sandbox?.close();
      await rm(dataFolder, { recursive: true });
    });

    const transfer = {
      family: 'bitcoin',
      kind: 'transfer',
      to: depositAddress!,
      value,
      memo: 'order 7',
    } as const;

    async function requestFor(
      completed: TransactionObject,
      given: Intent | TransactionObject,
    ): Promise<GuardRequest> {
      const adapter = createBitcoinAdapter({
        chain,
        rpcUrls: [sandbox.esploraUrl],
        protectedCoin: 0n,
      });
      const terms = { kind: 'outpoints', outpoints: adapter.inputs.of(completed) } as const;
      const fee = await adapter.estimateFee(account, completed);
      const unsigned = await adapter.prepare({ account, terms, transaction: completed, fee });
      const simulation = await adapter.simulate({
        unsigned,
        accounts: [],
        tokens: [bitcoinNativeToken],
        inspect: [],
      });
      const base = aBitcoinRequest({ job: { amount: value } });
      const { order } = base.intent as Extract<Intent, { kind: 'swap' }>;
      const echo = { ...order.echo!, fromAddress: account };
      const intent: Intent =
        'family' in given ? { kind: 'swap', order: { ...order, echo, transaction: given } } : given;
      const job = { ...base.job, wallet: { ...base.job.wallet, address: account } };
      return { ...base, intent, job, chain, lease: { account, terms }, unsigned, simulation };
    }

    it.each(['a transfer', 'the same as the routing service’s PSBT'])(
      'agree on %s',
      async (what) => {
        const adapter = createBitcoinAdapter({
          chain,
          rpcUrls: [sandbox.esploraUrl],
          protectedCoin: 0n,
        });
        const completed = await adapter.inputs.choose(account, transfer);
        const request = await requestFor(completed, what === 'a transfer' ? transfer : completed);
        expect(judged(request)).toEqual({ kind: 'allow', fired: [] });
        const signer = await openKeystores({ dataFolder, password });
        const { txId } = await adapter.sign(request.unsigned, signer, 'coins');
        expect(txId).toMatch(/^[0-9a-f]{64}$/);
      },
    );

    it('agree that another deposit address is not the order’s', async () => {
      const adapter = createBitcoinAdapter({
        chain,
        rpcUrls: [sandbox.esploraUrl],
        protectedCoin: 0n,
      });
      const elsewhere: BitcoinTransaction = { ...transfer, to: otherAddress! };
      const completed = await adapter.inputs.choose(account, elsewhere);
      const { kind: verdict, fired } = judged(await requestFor(completed, transfer));
      expect([verdict, fired.includes('B05')]).toEqual(['reject', true]);
    });
  },
);
