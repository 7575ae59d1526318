import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect } from 'vitest';
import { decide } from '../../../../src/core/decide/decide.ts';
import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import type { SwapId } from '../../../../src/core/swap/ids.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { Lease, Order, Step } from '../../../../src/core/swap/swap.ts';
import { createBatches } from '../../../../src/executor/batching/batches.ts';
import type { ExecutorContext } from '../../../../src/executor/context.ts';
import { broadcastAttempt } from '../../../../src/executor/effects/broadcast-attempt.ts';
import { executeStep } from '../../../../src/executor/effects/execute-step.ts';
import { proveLease } from '../../../../src/executor/effects/prove-lease.ts';
import { replaceAttempt } from '../../../../src/executor/effects/replace-attempt.ts';
import { createKeyedMutex } from '../../../../src/executor/keyed-mutex.ts';
import { createChainObserver } from '../../../../src/executor/observe-chain.ts';
import { createSignals } from '../../../../src/executor/signals.ts';
import type { BitcoinAdapter } from '../../../../src/families/bitcoin/adapter/create-bitcoin-adapter.ts';
import { type Coin, fundOutputs } from '../../../../src/families/bitcoin/adapter/fund-outputs.ts';
import {
  feeOf,
  virtualSizeOf,
} from '../../../../src/families/bitcoin/adapter/funded-transaction.ts';
import { requirePsbt } from '../../../../src/families/bitcoin/adapter/read-order.ts';
import { readRouterPsbt } from '../../../../src/families/bitcoin/adapter/read-router-psbt.ts';
import { requireScript } from '../../../../src/families/bitcoin/adapter/require-account.ts';
import { encodeUnsigned } from '../../../../src/families/bitcoin/adapter/unsigned-bytes.ts';
import { bitcoinNativeToken } from '../../../../src/families/bitcoin/formats/chain.ts';
import type {
  BitcoinPsbt,
  BitcoinTransfer,
} from '../../../../src/families/bitcoin/formats/transaction.ts';
import type { BitcoinWalletKind } from '../../../../src/families/bitcoin/keys/account.ts';
import { machineClock } from '../../../../src/ports/clock.ts';
import type { Journal } from '../../../../src/ports/journal.ts';
import type { Wallet } from '../../../../src/ports/stores/wallet-store.ts';
import { adapterSigner } from '../../../support/adapter-signer.ts';
import { aJob } from '../../../support/snapshot.ts';
import { trustingSeals } from '../../../support/trusting-seals.ts';
import { until } from '../../../support/until.ts';
import { guardOfBitcoin as guard } from '../guard/own-rules.ts';
import { psbtOf } from './build-psbt.ts';
import { type LocalChain, proofDepth, type Server, startLocalChain } from './local-chain.ts';

export const amount = 250_000n;

interface Ready {
  wallet: Wallet;
  receiver: string;
  change?: Partial<Job>;
  sequence?: number | undefined;
}

interface StuckWorldOptions {
  /** Of the accounts. Default: p2wpkh. */
  kind?: BitcoinWalletKind;
  /** What speaks to the adapter. */
  server: Server;
}

export type StuckWorld = Awaited<ReturnType<typeof startStuckWorld>>;

/** Journal, executor, rules and chain together, with payments of Bitcoin that bid too little. */
export async function startStuckWorld(
  journal: Journal,
  { kind = 'p2wpkh', server }: StuckWorldOptions,
) {
  const local: LocalChain = await startLocalChain(kind);
  // Whether a stranger used a coin two hosts have to say.
  const posted: { server: number; body: string }[] = [];
  const adapter: BitcoinAdapter = local.adapter({
    servers: [server, server],
    fetchOf: (index) => async (url, init) => {
      const response = await fetch(url, init);
      if (typeof init?.body === 'string') posted.push({ server: index, body: init.body });
      return response;
    },
  });
  const context = {
    journal,
    guard,
    jobSeals: trustingSeals,
    prices: { read: async () => ({ at: 0, tokens: [] }) },
    signer: adapterSigner(adapter, local.keys),
    signingLog: {
      has: () => true,
      newest: async () => [],
      instance: async () => undefined,
      log: async () => undefined,
      paymentsOf: async () => [],
    },
    chains: new Map([['BITCOIN', adapter]]),
    policy: defaultPolicy,
    clock: machineClock,
    logger: pino({ level: 'silent' }),
    holder: 'worker',
    checkpoint: async () => undefined,
    mutex: createKeyedMutex(),
    batches: createBatches(),
    queue: { dispatch: async () => undefined },
    signals: createSignals(),
  } as unknown as ExecutorContext<Journal>;

  const snapshotOf = async (id: SwapId) => (await journal.snapshot(id))!;
  const stepOf = async (id: SwapId) => (await snapshotOf(id)).steps[0] as Step & { lease: Lease };
  const attemptsOf = async (id: SwapId) => (await stepOf(id)).lease.attempts;
  const inclusions = async (id: SwapId) =>
    (await attemptsOf(id)).map(({ inclusion }) => inclusion.status);
  const observe = () => createChainObserver(context, 'BITCOIN', async () => true)();

  const bitcoin = ofFamily(adapter.chain, 'bitcoin');

  async function coinAt(outpoint: string): Promise<Coin> {
    const [txid = '', index = ''] = outpoint.split(':');
    const answer = await fetch(`${local.sandbox.esploraUrl}/tx/${txid}`);
    const { vout } = (await answer.json()) as { vout: { value: number; scriptpubkey: string }[] };
    const { value, scriptpubkey } = vout[Number(index)]!;
    return {
      txid,
      vout: Number(index),
      value: BigInt(value),
      script: Buffer.from(scriptpubkey, 'hex'),
    };
  }

  /** The same as a PSBT. */
  async function madeElsewhere(
    address: string,
    transfer: BitcoinTransfer,
    sequence: number,
  ): Promise<BitcoinPsbt> {
    const { transaction } = readRouterPsbt(
      requirePsbt(ofFamily(await adapter.inputs.choose(address, transfer), 'bitcoin')),
    );
    const inputs = transaction.inputs.map((input) => ({ ...input, sequence }));
    const psbt = psbtOf({ ...transaction, inputs }).toString('base64');
    return { family: 'bitcoin', kind: 'psbt', psbt, signInputs: [...inputs.keys()] };
  }

  /** A swap that has its swap data. */
  async function ready({ wallet, receiver, change = {}, sequence }: Ready) {
    const { address } = wallet;
    const asset = {
      family: 'bitcoin',
      chain: 'BITCOIN',
      token: bitcoinNativeToken,
      decimals: 8,
      symbol: 'BTC',
    } as const;
    const job = aJob({
      wallet,
      from: asset,
      to: asset,
      amount,
      receiver,
      refundAddress: address,
      deadline: Date.now() + 3_600_000,
      ...change,
    });
    const transfer = {
      family: 'bitcoin',
      kind: 'transfer',
      to: receiver,
      value: job.amount,
      memo: 'order 7',
    } as const;
    const { swap } = await journal.submit({ idempotencyKey: randomUUID(), bodyHash: 'x', job });
    const versioned = async () => ({
      swapId: swap.id,
      version: (await snapshotOf(swap.id)).swap.version,
    });
    const quoted = {
      provider: 'across',
      minOut: 390n,
      expectedOut: 400n,
      declaredFee: 0n,
      signals: { warnings: [], flags: [] },
      raw: {},
    };
    await journal.recordQuote({
      ...(await versioned()),
      ...quoted,
      quoteId: randomUUID(),
      swapType: 'on-chain',
      destinationAnchor: 0n,
      quotedAt: Date.now(),
    });
    await journal.recordSwapData({
      ...(await versioned()),
      ...quoted,
      orderId: (await snapshotOf(swap.id)).order!.id,
      transaction:
        sequence === undefined ? transfer : await madeElsewhere(address, transfer, sequence),
      echo: {
        srcTokenAddress: bitcoinNativeToken,
        srcTokenBlockchain: 'BITCOIN',
        srcTokenAmount: '0.0025',
        dstTokenAddress: bitcoinNativeToken,
        dstTokenBlockchain: 'BITCOIN',
        fromAddress: address,
        receiver,
      },
      signBy: Date.now() + 60_000,
      goodUntil: Date.now() + 600_000,
    });
    return swap.id;
  }

  async function pay(id: SwapId) {
    const snapshot = await snapshotOf(id);
    return executeStep(context, snapshot, {
      kind: 'execute',
      step: 'swap',
      order: snapshot.order as Order,
    });
  }

  return {
    local,
    adapter,
    context,
    journal,
    snapshotOf,
    stepOf,
    attemptsOf,
    inclusions,
    observe,
    held: async (address: string) =>
      (await adapter.balances(address, [bitcoinNativeToken])).balances.get(bitcoinNativeToken),
    act: async (id: SwapId, kind: 'bump' | 'cancel', own = context) =>
      replaceAttempt(own, await snapshotOf(id), { kind, step: await stepOf(id) }),

    /**
     * Pays at the lowest rate, from the coins given (with inputs of this sequence, as a PSBT that
     * somebody else has made), and raises what it takes to get in afterwards.
     */
    async stuck(coins: readonly bigint[], change: Partial<Job> = {}, sequence?: number) {
      const [address, receiver] = [await local.newAddress(), await local.newAddress()];
      for (const coin of coins) await local.fund(address, coin);
      const wallet = await journal.createWallet({
        name: address,
        family: 'bitcoin',
        address,
        keyRef: address,
      });
      const id = await ready({ wallet, receiver, change, sequence });
      expect(await pay(id)).toEqual({ kind: 'none' });
      local.sandbox.blocks.stall(20);
      await local.sandbox.blocks.mine(1);
      await observe();
      expect(await inclusions(id)).toEqual(['pending']);
      return { id, address, receiver, wallet };
    },
    ready,
    pay,

    /**
     * What it is decided to send, as it is after a crash or when it is time to send again, is sent.
     */
    async sendAgain(id: SwapId, later: number) {
      const now = machineClock.now() + later;
      const decision = decide(await snapshotOf(id), { kind: 'none' }, now, context.policy);
      if (decision.kind !== 'broadcast') throw new Error(`decided to ${decision.kind}`);
      return broadcastAttempt(context, 'BITCOIN', decision.attempt, {
        ...decision,
        firstSigned: 0,
        swaps: [],
      });
    },

    /** Nothing waits for the second server: what it gets late would undo what a test does then. */
    async reachBoth({ bytes }: { bytes: string }) {
      const hex = bytes.slice(2);
      const servers = () =>
        posted.filter(({ body }) => body.includes(hex)).map((one) => one.server);
      await until(async () => new Set(servers()).size === 2);
    },

    /** Waits until it is final, and proves it. */
    async settle(id: SwapId): Promise<bigint> {
      await local.sandbox.blocks.mine(proofDepth + 1);
      await observe();
      await proveLease(context, await snapshotOf(id), await stepOf(id));
      return (await snapshotOf(id)).swap.feeSpent;
    },

    /** How many coins a server knows, with those that are in no block yet. */
    async unspentAt(address: string): Promise<number> {
      const answer = await fetch(`${local.sandbox.esploraUrl}/address/${address}/utxo`);
      return ((await answer.json()) as unknown[]).length;
    },

    /**
     * Somebody else has the key too, and takes coins of an address. @param rate satoshis for a
     * virtual byte
     */
    async steal(address: string, outpoints: readonly string[], rate: bigint): Promise<string> {
      const coins = await Promise.all(outpoints.map(coinAt));
      const funded = fundOutputs({
        spent: coins,
        coins: [],
        outputs: [],
        changeScript: requireScript(bitcoin, await local.newAddress()),
        leastFee: (size) => rate * size,
        maxFee: 100_000n,
      });
      const bytes = encodeUnsigned(funded);
      const fee = {
        family: 'bitcoin',
        total: feeOf(funded),
        virtualSize: virtualSizeOf(funded),
      } as const;
      const unsigned = {
        family: 'bitcoin',
        chain: 'BITCOIN',
        account: address,
        bytes,
        fee,
      } as const;
      const signed = await adapter.sign(unsigned, local.keys, address);
      expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
      return signed.txId;
    },
    close: () => local.close(),
  };
}
