import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { createEndpoint } from '../../../../src/families/bitcoin/adapter/create-endpoint.ts';
import type { Endpoint } from '../../../../src/families/bitcoin/adapter/endpoint.ts';
import { paymentsTo } from '../../../../src/families/bitcoin/adapter/payments-to.ts';
import { requireScript } from '../../../../src/families/bitcoin/adapter/require-account.ts';
import { createWallets } from '../../../../src/families/bitcoin/adapter/wallets.ts';
import {
  type BitcoinChain,
  bitcoinNativeToken,
} from '../../../../src/families/bitcoin/formats/chain.ts';
import { machineClock } from '../../../../src/ports/clock.ts';
import { seededRandom } from '../../../chaos/random.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';

/** After each, all that has happened is compared: twice as many cost four times as much. */
const steps = 20;

/**
 * An index of addresses and spends on one side, and on the other what is worked out without one.
 */
describe('Esplora and bitcoind', () => {
  let local: LocalChain;
  let esplora: Endpoint;
  let bitcoind: Endpoint;
  beforeAll(async () => {
    local = await startLocalChain('p2wpkh');
    const chain = local.adapter().chain as BitcoinChain;
    const { esploraUrl, bitcoindUrl } = local.sandbox;
    const options = {
      chain,
      timeoutMs: 10_000,
      fetch,
      now: Date.now,
      requireNotBehind: () => undefined,
    };
    esplora = createEndpoint(esploraUrl, chain, options);
    bitcoind = createEndpoint(`bitcoind+${bitcoindUrl}`, chain, options);
  });
  afterAll(() => local?.close());

  it.each([7, 12])('say the same of whatever happens (seed %i)', async (seed) => {
    const random = seededRandom(seed, 'servers');
    const { blocks, blockchain } = local.sandbox;
    const { mempool } = blockchain;
    // Deeper than what is replaced below.
    await blocks.mine(3);
    const chain = local.adapter().chain as BitcoinChain;
    const { latest: start } = await local.adapter().head();
    const accounts = [await local.newAddress(), await local.newAddress(), await local.newAddress()];
    const txIds = new Set<string>();
    const outpoints = new Set<string>();

    /** Where there are coins for it. */
    async function pay(): Promise<void> {
      const adapter = local.adapter();
      const account = random.pick(accounts);
      const order = {
        family: 'bitcoin',
        kind: 'transfer',
        to: random.pick(accounts),
        value: 50_000n,
      } as const;
      try {
        const transaction = await adapter.inputs.choose(account, order);
        const spent = adapter.inputs.of(transaction);
        const fee = await adapter.estimateFee(account, transaction);
        const terms = { kind: 'outpoints', outpoints: spent } as const;
        const unsigned = await adapter.prepare({ account, terms, transaction, fee });
        const signed = await adapter.sign(unsigned, local.keys, account);
        await adapter.broadcast(signed);
        txIds.add(signed.txId);
        for (const outpoint of [...spent, `${signed.txId}:0`, `${signed.txId}:1`])
          outpoints.add(outpoint);
      } catch (error) {
        if (
          !(error instanceof FerrymanError) ||
          !/^(BALANCE_RESERVED|INSUFFICIENT_BALANCE)$/.test(error.code)
        )
          throw error;
      }
    }

    async function act(): Promise<string> {
      const chosen = random.between(0, 9);
      if (chosen < 2) {
        const account = random.pick(accounts);
        await local.fund(random.chance(0.4) ? local.otherAddressOf(account) : account, 200_000n);
        return 'fund';
      }
      if (chosen < 6) {
        await pay();
        return 'pay';
      }
      if (chosen < 8) {
        await blocks.mine(random.between(1, 2));
        return 'mine';
      }
      if (chosen === 8 && txIds.size > 0) {
        await blocks.evict(random.pick([...txIds]));
        return 'evict';
      }
      await blocks.reorganize({ depth: random.between(1, 2), drop: random.chance(0.5) });
      return 'reorganize';
    }

    const wallets = createWallets(chain, local.publicKeyOf, machineClock);

    async function tell(endpoint: Endpoint): Promise<object> {
      const told: Record<string, unknown> = { tip: await endpoint.tip() };
      for (const account of accounts) {
        const place = { address: account, script: requireScript(chain, account) };
        const other = local.otherAddressOf(account);
        const places = [place, { address: other, script: requireScript(chain, other) }] as const;
        const { script } = place;
        const { spendable, onTheirWay } = await endpoint.coins(places);
        const sorted = (coins: typeof spendable) =>
          coins.map(({ txid, vout, value }) => `${txid}:${vout} ${value}`).sort();
        const payments = await endpoint.payments(account, script, start);
        const paying = payments.filter(({ outputs }) =>
          outputs.some((output) => Buffer.compare(output.script, script) === 0),
        );
        const { txIds: spends, isWhole } = await endpoint.spends(places, 0);
        told[`from ${account}`] = { isWhole, spends: [...new Set(spends)].sort() };
        told[account] = { spendable: sorted(spendable), onTheirWay: sorted(onTheirWay) };
        told[`to ${account}`] = paying
          .map(({ txId, block }) => `${block?.number} ${block?.hash} ${txId}`)
          .sort();
      }
      const targets = accounts.map((account) => ({
        account,
        token: bitcoinNativeToken,
        after: start,
      }));
      told.payments = await paymentsTo(endpoint, chain, wallets, targets);
      for (const txId of txIds) told[txId] = plain(await endpoint.transaction(txId));
      for (const outpoint of outpoints) told[outpoint] = await endpoint.spendOf(outpoint);
      // Nothing takes the place of what is in a block.
      const waiting = [...txIds].filter((txId) => mempool.get(txId));
      told.fees = await Promise.all(waiting.map((txId) => endpoint.descendantFees([txId])));
      return told;
    }

    const happened: string[] = [];
    for (let step = 0; step < steps; step++) {
      happened.push(await act());
      expect(await tell(bitcoind), happened.join(', ')).toEqual(await tell(esplora));
    }
    expect(txIds.size).toBeGreaterThan(0);
  });
});

/** Bytes as hex, whichever kind of array holds them. */
function plain(found: Awaited<ReturnType<Endpoint['transaction']>>): unknown {
  const shown = (outputs: readonly { value: bigint; script: Uint8Array }[]) =>
    outputs.map(({ value, script }) => `${value} ${Buffer.from(script).toString('hex')}`);
  return found && { ...found, spends: shown(found.spends), outputs: shown(found.outputs) };
}
