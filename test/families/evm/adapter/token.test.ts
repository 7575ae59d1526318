import { numberToHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZeroFirstToken } from '../../../../sandbox/evm/artifacts/ZeroFirstToken.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { EvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { createEvmAdapter } from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { startRpcProxy } from './rpc-proxy.ts';
import { asHosts } from './several-hosts.ts';
import { forwarder, oldToken } from './small-contracts.ts';

const spender = '0x0605808857d431Bfb447979A599B19Ab48166C9c';

let local: LocalChain;
let adapter: EvmAdapter;
beforeAll(async () => {
  local = await startLocalChain();
  adapter = createEvmAdapter({ chain: local.chain, rpcUrls: [local.url] });
});
afterAll(() => local.close());

describe('tokens', () => {
  it('may return their symbol as bytes32', async () => {
    const token = await local.install(oldToken);
    expect(await adapter.token(token.toLowerCase())).toEqual({
      address: token,
      symbol: 'MKR',
      decimals: 18,
    });
  });

  it('have the decimals that both hosts of their chain show', async () => {
    const token = await local.install(oldToken);
    const proxies = await Promise.all([1, 2].map(() => startRpcProxy(local.url)));
    try {
      const onTwo = createEvmAdapter({ chain: local.chain, ...asHosts(proxies) });
      expect(await onTwo.token(token)).toMatchObject({ decimals: 18 });
      const fifteen = `0x${(15).toString(16).padStart(64, '0')}`;
      for (const proxy of proxies) {
        proxy.lie('eth_call', (shown, [call]) =>
          JSON.stringify(call).includes('0x313ce567') ? fifteen : shown,
        );
        await expect(onTwo.token(token)).rejects.toMatchObject({ code: 'WITNESSES_DISAGREE' });
        proxy.lie('eth_call', undefined);
      }
    } finally {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    }
  });

  it('are not contracts without an answer', async () => {
    await expect(adapter.token(await local.install(forwarder))).rejects.toMatchObject({
      code: 'UNKNOWN_TOKEN',
    });
    await expect(adapter.token('0x12')).rejects.toMatchObject({ code: 'UNKNOWN_TOKEN' });
  });

  it('that require a reset to zero are detected by the approval that would revert', async () => {
    const token = await local.deploy(ZeroFirstToken, ['Tether', 'USDT', 6]);
    const owner = local.stranger.address;
    const approve = (value: bigint) => adapter.allowances.approve(token, spender, value);
    await local.send({ to: token, data: ofFamily(approve(5n), 'evm').data as `0x${string}` });
    expect((await adapter.allowances.read(owner, token, spender)).value).toBe(5n);
    await expect(adapter.estimateFee(owner, approve(6n))).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
    });
    await expect(adapter.estimateFee(owner, approve(0n))).resolves.toMatchObject({ family: 'evm' });
  });
});

describe('fees', () => {
  it('cover twice the next base fee, and a quarter more gas than estimated', async () => {
    await local.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(7_000_000_000n)]);
    await local.send({ to: spender, value: 1n });
    const pending = await local.rpc<{ baseFeePerGas: `0x${string}` }>('eth_getBlockByNumber', [
      'pending',
      false,
    ]);
    const estimate = await adapter.estimateFee(local.stranger.address, {
      family: 'evm',
      to: spender,
      data: '0x',
      value: 1n,
    });
    const fee = ofFamily(estimate, 'evm');
    expect(fee.gasLimit).toBe(26_250n);
    expect(fee.maxFeePerGas - fee.maxPriorityFeePerGas).toBe(2n * BigInt(pending.baseFeePerGas));
    // The external account tips one gwei, and is the only sender.
    expect(fee.maxPriorityFeePerGas).toBe(1_000_000_000n);
  });

  it('are a gas price on chains without EIP-1559', async () => {
    const legacy = createEvmAdapter({
      chain: { ...local.chain, transactionType: 'legacy' },
      rpcUrls: [local.url],
    });
    const price = BigInt(await local.rpc<string>('eth_gasPrice'));
    const fee = ofFamily(
      await legacy.estimateFee(local.stranger.address, {
        family: 'evm',
        to: spender,
        data: '0x',
        value: 1n,
      }),
      'evm',
    );
    expect(fee.maxPriorityFeePerGas).toBe(0n);
    expect(fee.maxFeePerGas).toBe((price * 5n + 3n) / 4n);
  });
});
