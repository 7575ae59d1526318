import { type Address, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createEvmAdapter,
  type EvmAdapter,
} from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { asHosts, hostName } from './several-hosts.ts';
import { redPill } from './small-contracts.ts';

const ether = 10n ** 18n;
const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';

let local: LocalChain;
let account: Address;
let contract: Address;
let proxies: RpcProxy[];
let adapter: EvmAdapter;

beforeAll(async () => {
  local = await startLocalChain();
  account = privateKeyToAccount(generatePrivateKey()).address;
  await local.rpc('anvil_setBalance', [account, numberToHex(10n * ether)]);
  contract = await local.install(redPill);
  await local.mine();
});
afterAll(() => local?.close());

beforeEach(async () => {
  proxies = await Promise.all([0, 1, 2].map(() => startRpcProxy(local.url)));
  adapter = adapterOn(2);
});
afterEach(() => Promise.all(proxies.map((proxy) => proxy.close())));

const adapterOn = (hosts: number): EvmAdapter =>
  createEvmAdapter({ chain: local.chain, ...asHosts(proxies.slice(0, hosts)) });

async function simulate(by: EvmAdapter = adapter): Promise<SimulatedChanges> {
  const unsigned = await adapter.prepare({
    account,
    terms: { kind: 'nonce', nonce: 0n },
    transaction: { family: 'evm', to: receiver, data: '0x', value: ether },
    fee: {
      family: 'evm',
      gasLimit: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 10n ** 9n,
    },
  });
  return by.simulate({ unsigned, accounts: [receiver], tokens: [], inspect: [contract] });
}

/** A host on which the contract has other code. */
const lieAboutCode = (proxy: RpcProxy): void =>
  proxy.lie('eth_getCode', (code, [address]) => (address === contract ? '0x6001' : code));

const newest = () => local.rpc<string>('eth_blockNumber').then(BigInt);

describe('a simulation where several hosts are configured', () => {
  it('is made on each of them at one block', async () => {
    const { witnesses, block, balanceChanges } = await simulate();
    expect(witnesses).toEqual({ hosts: [hostName(0), hostName(1)] });
    expect(block).toBe(await newest());
    expect(balanceChanges).toContainEqual({
      account: receiver,
      token: evmNativeToken,
      delta: ether,
    });
    for (const proxy of proxies.slice(0, 2)) expect(proxy.methods()).toContain('eth_simulateV1');
  });

  it('says that one host decides, if only one is configured', async () => {
    expect((await simulate(adapterOn(1))).witnesses).toEqual({ hosts: [hostName(0)] });
  });

  it('counts two ports of one host as one', async () => {
    const oneHost = createEvmAdapter({
      chain: local.chain,
      rpcUrls: proxies.slice(0, 2).map(({ url }) => url),
    });
    expect((await simulate(oneHost)).witnesses?.hosts).toHaveLength(1);
  });

  it.each([0, 1])('shows what both say if host %i shows other code', async (liar) => {
    lieAboutCode(proxies[liar]!);
    const { witnesses } = await simulate();
    expect(witnesses?.contradiction).toEqual([
      { host: hostName(0), shows: expect.stringContaining(`${contract} has 0x`) },
      { host: hostName(1), shows: expect.stringContaining(`${contract} has 0x`) },
    ]);
    // Only what differs.
    expect(JSON.stringify(witnesses)).not.toContain(`${receiver} gets`);
  });

  it('shows what both say if one shows that the transaction fails', async () => {
    proxies[1]!.lie('eth_simulateV1', (result) =>
      JSON.parse(JSON.stringify(result).replaceAll('"status":"0x1"', '"status":"0x0"')),
    );
    expect((await simulate()).witnesses?.contradiction?.[1]).toEqual({
      host: hostName(1),
      shows: expect.stringContaining('fails'),
    });
  });

  it.each([0, 1])('waits while host %i is down, and names it', async (down) => {
    proxies[down]!.act(() => 'drop_request');
    await expect(simulate()).rejects.toMatchObject({
      code: 'WITNESS_MISSING',
      message: expect.stringContaining(`${hostName(down)} does not answer`),
    });
    proxies[down]!.act(() => 'forward');
    expect((await simulate()).witnesses?.hosts).toHaveLength(2);
  });

  it('takes two of three while the third is down, and none against its word', async () => {
    const three = adapterOn(3);
    proxies[1]!.act(() => 'drop_request');
    expect((await simulate(three)).witnesses).toEqual({ hosts: [hostName(0), hostName(2)] });
    proxies[1]!.act(() => 'forward');
    lieAboutCode(proxies[1]!);
    const { hosts, contradiction } = (await simulate(three)).witnesses!;
    expect(hosts).toEqual([hostName(0), hostName(2)]);
    expect(contradiction?.map(({ host }) => host)).toContain(hostName(1));
  });

  it('uses the newest block that all have', async () => {
    const block = await newest();
    proxies[1]!.standStillAt(block);
    await local.mine();
    expect((await simulate()).block).toBe(block);
  });

  it('waits if hosts have different blocks at one height', async () => {
    proxies[1]!.lie('eth_getBlockByNumber', (found) => ({
      ...(found as object),
      hash: `0x${'ab'.repeat(32)}`,
    }));
    await expect(simulate()).rejects.toMatchObject({
      code: 'WITNESSES_DISAGREE',
      message: expect.stringContaining('has another block'),
    });
  });
});

describe('balances where several hosts are configured', () => {
  const balance = async () =>
    (await adapter.balances(account, [evmNativeToken])).balances.get(evmNativeToken);

  it.each([0, 1])('are the lower ones, of whichever host (%i)', async (lower) => {
    proxies[lower]!.lie('eth_getBalance', () => numberToHex(ether));
    expect(await balance()).toBe(ether);
    proxies[lower]!.lie('eth_getBalance', () => numberToHex(20n * ether));
    expect(await balance()).toBe(10n * ether);
  });

  it('are those of the other host while one is down', async () => {
    proxies[0]!.act(() => 'drop_request');
    expect(await balance()).toBe(10n * ether);
  });
});

describe('allowances where several hosts are configured', () => {
  it.each([0, 1])('are the lower ones, of whichever host (%i)', async (lower) => {
    const read = async (told: bigint) => {
      for (const [index, proxy] of proxies.entries())
        proxy.lie('eth_call', () => numberToHex(index === lower ? told : 7n, { size: 32 }));
      return (await adapter.allowances.read(account, contract, receiver)).value;
    };
    expect(await read(3n)).toBe(3n);
    expect(await read(10n)).toBe(7n);
  });
});

describe('fees where several hosts are configured', () => {
  const estimate = () =>
    adapter.estimateFee(account, { family: 'evm', to: receiver, data: '0x', value: 1n });

  it.each([0, 1])(
    'have the lower tip and the higher base fee, of whichever host (%i)',
    async (liar) => {
      const says = (proxy: RpcProxy, base: bigint, tip: bigint) =>
        proxy.lie('eth_feeHistory', () => ({
          oldestBlock: '0x1',
          baseFeePerGas: [numberToHex(base), numberToHex(base)],
          gasUsedRatio: [0.5],
          reward: [[numberToHex(tip)]],
        }));
      for (const proxy of proxies) says(proxy, 100n, 10n);
      says(proxies[liar]!, 100n, 9_000n);
      expect(await estimate()).toMatchObject({ maxFeePerGas: 210n, maxPriorityFeePerGas: 10n });
      says(proxies[liar]!, 40n, 4n);
      expect(await estimate()).toMatchObject({ maxFeePerGas: 204n, maxPriorityFeePerGas: 4n });
      proxies[liar]!.lie('eth_feeHistory', () => ({
        ...{ oldestBlock: '0x1', baseFeePerGas: ['0x64', '0x64'], gasUsedRatio: [0.5] },
      }));
      expect(await estimate()).toMatchObject({ maxFeePerGas: 210n, maxPriorityFeePerGas: 10n });
    },
  );
});
