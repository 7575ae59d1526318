import { type Address, numberToHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FeeOracle } from '../../../../sandbox/evm/artifacts/FeeOracle.ts';
import { maximumFee } from '../../../../src/core/swap/transaction-object.ts';
import {
  createEvmAdapter,
  type EvmAdapterOptions,
} from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import type { FeeProfile } from '../../../../src/families/evm/formats/fee-profile.ts';
import { evmChains } from '../../../../src/families/evm/formats/registry/evm-chains.ts';
import type { EvmFee, EvmTransaction } from '../../../../src/families/evm/formats/transaction.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { rewritingFetch } from './rewriting-fetch.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { asHosts } from './several-hosts.ts';

const receiver: Address = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
const payment: EvmTransaction = { family: 'evm', to: receiver, data: '0x', value: 1n };
const call: EvmTransaction = { ...payment, data: `0x${'ab'.repeat(100)}` };
const gwei = 10n ** 9n;

let local: LocalChain;
beforeAll(async () => {
  local = await startLocalChain();
});
afterAll(() => local.close());

const feesOf = (name: string): FeeProfile => evmChains[name]!.fees;

function adapterWith(fees: FeeProfile, options: Partial<EvmAdapterOptions> = {}) {
  const { transactionType = 'eip1559' } = options.chain ?? {};
  const chain = { ...local.chain, transactionType, fees };
  return createEvmAdapter({ rpcUrls: [local.url], ...options, chain });
}

async function estimate(
  fees: FeeProfile,
  transaction = payment,
  options: Partial<EvmAdapterOptions> = {},
): Promise<EvmFee> {
  const adapter = adapterWith(fees, options);
  return (await adapter.estimateFee(local.stranger.address, transaction)) as EvmFee;
}

/** What the oracle says: wei for each byte and each gas. */
async function charge(
  oracle: string,
  prices: readonly [perByte: bigint, perGas: bigint, constant: bigint, ratio?: bigint],
) {
  await local.rpc('anvil_setCode', [oracle, FeeOracle.deployedBytecode]);
  for (const [slot, price] of prices.entries())
    await local.rpc('anvil_setStorageAt', [
      oracle,
      numberToHex(slot),
      numberToHex(price!, { size: 32 }),
    ]);
}

describe('what a rollup takes beside gas', () => {
  const { oracle } = feesOf('BASE').surcharge!;

  it('is nothing on a chain that takes nothing', async () => {
    expect(await estimate(feesOf('ETH'))).not.toHaveProperty('surcharge');
    expect(await estimate(feesOf('ARBITRUM'))).not.toHaveProperty('surcharge');
  });

  it('is twice what the bytes cost now, and what the operator takes for the gas limit', async () => {
    await charge(oracle, [gwei, 3n, 7n]);
    const fee = await estimate(feesOf('BASE'), call);
    const { surcharge = 0n, gasLimit, maxFeePerGas } = fee;
    const bytes = (surcharge - 3n * gasLimit - 7n) / (2n * gwei);
    // The calldata and the other members of the transaction, without a signature.
    expect(surcharge).toBe(2n * bytes * gwei + 3n * gasLimit + 7n);
    expect(bytes).toBeGreaterThan(140n);
    expect(bytes).toBeLessThan(180n);
    expect(maximumFee(fee)).toBe(gasLimit * maxFeePerGas + surcharge);
  });

  it('is by the signed bytes on Scroll', async () => {
    await charge(oracle, [gwei, 0n, 0n]);
    const scroll = feesOf('SCROLL');
    await charge(scroll.surcharge!.oracle, [gwei, 0n, 0n]);
    const [unsigned, signed] = await Promise.all([
      estimate(feesOf('BASE'), call),
      estimate(scroll, call),
    ]);
    expect(signed.surcharge! - unsigned.surcharge!).toBe(2n * gwei * 67n);
  });

  it('is converted to coins where the oracle says it in ether', async () => {
    await charge(oracle, [gwei, 0n, 9n, 4n]);
    const [inCoins, inEther] = await Promise.all([
      estimate(feesOf('BASE'), call),
      estimate(feesOf('MANTLE'), call),
    ]);
    expect(inEther.surcharge! - 9n).toBe(4n * (inCoins.surcharge! - 9n));
  });

  it('has no operator’s fee where the oracle does not know one', async () => {
    // The code of an older oracle: reverts on every call but `getL1Fee`, which costs 5.
    const older = '0x60003560e01c6349948e0e14601357600080fd5b600560005260206000f3';
    await local.rpc('anvil_setCode', [oracle, older]);
    expect((await estimate(feesOf('BASE'))).surcharge).toBe(10n);
  });

  it('is not believed to be nothing where there is no oracle', async () => {
    await local.rpc('anvil_setCode', [oracle, '0x']);
    await expect(estimate(feesOf('BASE'))).rejects.toMatchObject({ code: 'RPC_MALFORMED' });
  });

  it('is estimated after another transaction too', async () => {
    await charge(oracle, [gwei, 0n, 0n]);
    const adapter = adapterWith(feesOf('BASE'));
    const account = local.stranger.address;
    const fee = await adapter.estimateFee(account, payment);
    const nonce = await adapter.accounts.nextNonce(account);
    const terms = { kind: 'nonce', nonce } as const;
    const unsigned = await adapter.prepare({ account, terms, transaction: payment, fee });
    const later = (await adapter.after!([unsigned]).estimateFee(account, payment)) as EvmFee;
    expect(later.surcharge).toBeGreaterThan(0n);
  });

  it('leaves less for the gas of a replacement', async () => {
    const adapter = adapterWith(feesOf('BASE'));
    const fee = {
      family: 'evm',
      gasLimit: 100n,
      maxFeePerGas: 8n,
      maxPriorityFeePerGas: 8n,
    } as const;
    const market = { ...fee, maxFeePerGas: 1_000n, surcharge: 500n };
    const replaced = await adapter.replacement.replacementFee({
      fee,
      market,
      most: 2_500n,
      replaced: [],
    });
    expect(replaced).toMatchObject({ maxFeePerGas: 20n, surcharge: 500n });
    expect(maximumFee(replaced)).toBe(2_500n);
  });

  it('is part of the fee that was paid, as the receipt has it', async () => {
    const txId = await local.send({ to: receiver, value: 1n });
    await local.mine(2 * local.chain.proofDepth);
    const told = { l1Fee: '0x64', operatorFeeScalar: '0xf4240', operatorFeeConstant: '0x5' };
    const fetch = rewritingFetch('eth_getTransactionReceipt', (receipt) =>
      receipt === null ? null : { ...(receipt as object), ...told },
    );
    const paid = async (name: string): Promise<bigint> => {
      const adapter = adapterWith(feesOf(name), { fetch });
      const { attempts } = await adapter.observe([{ txId }], []);
      const inclusion = attempts.get(txId);
      if (!inclusion || !('feePaid' in inclusion)) throw new Error('it is not included');
      return inclusion.feePaid;
    };
    const gas = await paid('ETH');
    // 21,000 gas × 10⁶, by a hundred or a millionth.
    expect((await paid('BASE')) - gas).toBe(100n + 21_000n * 10n ** 8n + 5n);
    expect((await paid('MANTLE')) - gas).toBe(100n + 21_000n + 5n);
    expect((await paid('SCROLL')) - gas).toBe(100n + 21_000n + 5n);
  });
});

describe('hosts that say different things of it', () => {
  let proxies: [RpcProxy, RpcProxy];
  const { oracle } = feesOf('BASE').surcharge!;
  beforeEach(async () => {
    await charge(oracle, [0n, 0n, 100n]);
    proxies = [await startRpcProxy(local.url), await startRpcProxy(local.url)];
    return () => Promise.all(proxies.map((proxy) => proxy.close()));
  });

  it('are believed in the higher', async () => {
    proxies[1].lie('eth_call', () => numberToHex(1_000n, { size: 32 }));
    expect((await estimate(feesOf('BASE'), payment, asHosts(proxies))).surcharge).toBe(3_000n);
    proxies[1].lie('eth_call', () => numberToHex(0n, { size: 32 }));
    expect((await estimate(feesOf('BASE'), payment, asHosts(proxies))).surcharge).toBe(100n);
  });
});

describe('the tip', () => {
  const tipOf = (fees: FeeProfile, told: bigint) =>
    estimate(fees, payment, {
      fetch: rewritingFetch('eth_feeHistory', (history) => ({
        ...(history as object),
        gasUsedRatio: Array(10).fill(0.5),
        reward: Array(10).fill([numberToHex(told)]),
      })),
    }).then(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas);

  it('is what the network asks for where nodes suggest less', async () => {
    expect(await tipOf(feesOf('POLYGON'), gwei)).toBe(30n * gwei);
    expect(await tipOf(feesOf('BSC'), gwei / 20n)).toBe(gwei);
    expect(await tipOf(feesOf('ETH'), 0n)).toBe(1n);
  });

  it('is what nodes suggest where that is plausible', async () => {
    expect(await tipOf(feesOf('POLYGON'), 45n * gwei)).toBe(45n * gwei);
    expect(await tipOf(feesOf('ETH'), 2n * gwei)).toBe(2n * gwei);
  });

  it('stays below the ceiling whatever a node suggests', async () => {
    expect(await tipOf(feesOf('ETH'), 10n ** 15n)).toBe(10n * gwei);
  });
});

describe('the price on a chain without EIP-1559', () => {
  const legacy = () => ({ ...local.chain, transactionType: 'legacy' as const });
  const priceOf = (fees: FeeProfile, told: bigint) =>
    estimate(fees, payment, {
      chain: legacy(),
      fetch: rewritingFetch('eth_gasPrice', () => numberToHex(told)),
    });

  it('is the node’s, within the bounds of the chain, without a tip', async () => {
    const fees = feesOf('METIS');
    expect(await priceOf(fees, 20n * gwei)).toMatchObject({
      maxFeePerGas: 25n * gwei,
      maxPriorityFeePerGas: 0n,
    });
    expect((await priceOf(fees, 10n ** 18n)).maxFeePerGas).toBe(fees.maxGasPrice);
    expect((await priceOf({ ...fees, minTip: gwei }, 1n)).maxFeePerGas).toBe(gwei);
  });
});
