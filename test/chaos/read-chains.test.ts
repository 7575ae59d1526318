import { createPublicClient, createWalletClient, encodeFunctionData, http, parseAbi, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { arePoolsEmpty, awaitPools } from './pools.ts';
import { readChains } from './read-chains.ts';

const spender = '0x4444444444444444444444444444444444444444';
const approve = parseAbi(['function approve(address spender, uint256 amount) returns (bool)']);
const gwei = 10n ** 9n;

describe('what is read from the chains of a run', () => {
  let sandbox: Sandbox;
  const secret = generatePrivateKey();
  const account = privateKeyToAccount(secret);
  const wallets = [{ name: 'treasury', family: 'evm' as const, address: account.address, secret }];

  beforeAll(async () => {
    sandbox = await startSandbox({ finalityDepth: 4 });
    await fundSandboxWallet(sandbox.endpoints, account.address);
  });
  afterAll(() => sandbox?.close());

  function send(nonce: number, call: { to: `0x${string}`; data?: `0x${string}`; value?: bigint }) {
    const client = createWalletClient({ account, transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]) });
    const fees = { gas: 100_000n, maxFeePerGas: 50n * gwei, maxPriorityFeePerGas: gwei };
    return client.sendTransaction({ chain: null, nonce, ...fees, ...call });
  }

  it('has what waited in a pool, in final blocks, and not what waits for a nonce that nothing uses', async () => {
    const { endpoints } = sandbox;
    const usdc = endpoints.chains.ETH.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x';
    await tellSandbox(endpoints.control.url, '/chains/ETH', { mining: false });
    const data = encodeFunctionData({ abi: approve, args: [spender, 7n] });
    const txId = await send(0, { to: usdc, data });
    const paying = await send(1, { to: spender, value: parseEther('0.5') });
    await send(3, { to: spender, value: 1n });
    expect(await arePoolsEmpty(endpoints, wallets)).toBe(false);
    await tellSandbox(endpoints.control.url, '/chains/ETH', { mining: true });
    expect(await awaitPools(endpoints, wallets)).toEqual([]);
    expect(await arePoolsEmpty(endpoints, wallets)).toBe(true);
    const client = createPublicClient({ transport: http(endpoints.chains.ETH.rpcUrls[0]) });
    const [final, { blockNumber }] = await Promise.all([
      client.getBlock({ blockTag: 'finalized' }),
      client.getTransactionReceipt({ hash: paying }),
    ]);
    expect(final.number).toBeGreaterThanOrEqual(blockNumber);

    const view = await readChains(endpoints, wallets, []);
    const place = { chain: 'ETH', wallet: 'treasury' };
    expect(view.outgoing.map((sent) => [sent.txId, sent.paid.map(({ amount }) => amount)])).toEqual([
      [txId, []],
      [paying, [parseEther('0.5')]],
    ]);
    expect(view.approvals).toEqual([{ ...place, txId, token: usdc, spender, amount: 7n }]);
    expect(view.accounts).toContainEqual({ ...place, next: 2, pooled: [3] });
  });
});
