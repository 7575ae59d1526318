import {
  type Address,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  toHex,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvmChainName } from '../../sandbox/endpoints.ts';
import { SwapRouter } from '../../sandbox/evm/artifacts/SwapRouter.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { byHand, type Hand, type SwapAnswer, usdcForDai } from './by-hand.ts';

let sandbox: Sandbox;
let hand: Hand;
let owner: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [], blockIntervalMs: 100 });
  hand = byHand(sandbox.endpoints);
  const plenty = 10_000n;
  owner = await hand.walletWith({
    ETH: plenty,
    WETH: plenty,
    USDC: plenty,
    DAI: plenty,
    USDT: plenty,
    FEE: plenty,
  });
});

afterAll(() => sandbox?.close());

describe('swaps through pools', () => {
  it.each([
    ['USDC', 'DAI'],
    ['DAI', 'USDT'],
    ['USDT', 'WETH'],
    ['USDT', 'FEE'],
    ['FEE', 'USDC'],
    ['FEE', 'DAI'],
    ['WETH', 'DAI'],
    ['ETH', 'USDC'],
    ['ETH', 'FEE'],
    ['DAI', 'ETH'],
    ['USDT', 'ETH'],
    ['FEE', 'ETH'],
  ])('%s to %s pays the receiver exactly what the swap data says', async (fromToken, toToken) => {
    const receiver = hand.wallet().address;
    const trade = {
      from: 'ETH',
      fromToken,
      to: 'ETH',
      toToken,
      amount: '123.45',
      receiver,
    } as const;
    const { answer, receipt } = await hand.execute(trade, owner);

    expect(receipt.status).toBe('success');
    expect(answer).toMatchObject({ providerType: 'UNISWAP_V2', swapType: 'on-chain' });
    const received = await hand.balance('ETH', toToken, receiver);
    expect(received).toBe(BigInt(answer.estimate.destinationWeiAmount));
    expect(received).toBeGreaterThan(BigInt(answer.estimate.destinationWeiMinAmount));
  });

  it('has the wallet approve another contract than the one it calls', async () => {
    const { address } = owner;
    const trade = usdcForDai(address, '1', { enableChecks: false });
    const { transaction } = await hand.swap(trade, address, (await hand.quote(trade, address)).id);
    expect(transaction.approvalAddress).toBeDefined();
    expect(transaction.approvalAddress).not.toBe(transaction.to);
  });

  it('takes exactly the amount from the wallet, also where a fee is burned on the way', async () => {
    const before = await hand.balance('ETH', 'FEE', owner.address);
    const receiver = hand.wallet().address;
    await hand.execute(
      { from: 'ETH', fromToken: 'FEE', to: 'ETH', toToken: 'USDT', amount: '10', receiver },
      owner,
    );
    expect(before - (await hand.balance('ETH', 'FEE', owner.address))).toBe(10n * 10n ** 18n);
  });

  it.each(['USDC', 'WETH', 'ETH'])(
    'moves the price by less than 1 %% for a few hundred %s',
    async (fromToken) => {
      const { address: receiver } = owner;
      const trade = {
        from: 'ETH',
        fromToken,
        to: 'ETH',
        toToken: 'DAI',
        amount: '300',
        receiver,
      } as const;
      const { estimate } = (await hand.quote(trade, receiver)) as unknown as {
        estimate: { priceImpact: number };
      };
      expect(estimate.priceImpact).toBeGreaterThanOrEqual(0);
      expect(estimate.priceImpact).toBeLessThan(1);
    },
  );

  it('reverts where the price has moved past the minimum', async () => {
    const { address: receiver } = owner;
    const trade = usdcForDai(receiver, '100', { slippage: 0.001 });
    const quoted = await hand.quote(trade, receiver);
    await hand.approve(trade, owner, quoted.transaction.approvalAddress);
    const { transaction, estimate } = await hand.swap(trade, receiver, quoted.id);

    const whale = hand.wallet();
    await hand.fund('ETH', 'ETH', whale.address, 1n);
    await hand.fund('ETH', 'USDC', whale.address, 20_000_000n);
    const shift = {
      ...trade,
      amount: '20000000',
      receiver: whale.address,
      extra: { slippage: 0.5 },
    };
    expect((await hand.execute(shift, whale)).receipt.status).toBe('success');

    const before = await hand.balance('ETH', 'USDC', receiver);
    const receipt = await owner.send('ETH', transaction);
    expect(receipt.status).toBe('reverted');
    expect(await hand.balance('ETH', 'USDC', receiver)).toBe(before);
    const { errorName, args } = decodeErrorResult({
      abi: SwapRouter.abi,
      data: await revertData('ETH', owner.address, transaction),
    });
    expect([errorName, args?.[1]]).toEqual([
      'MinimumNotReached',
      BigInt(estimate.destinationWeiMinAmount),
    ]);
  });

  it('reverts after the deadline', async () => {
    const wallet = hand.wallet();
    await hand.fund('ARBITRUM', 'ETH', wallet.address, 2n);
    const receiver = wallet.address;
    const trade = {
      from: 'ARBITRUM',
      fromToken: 'ETH',
      to: 'ARBITRUM',
      toToken: 'USDC',
      amount: '1',
      receiver,
    } as const;
    const { transaction } = await hand.swap(
      trade,
      receiver,
      (await hand.quote(trade, receiver)).id,
    );
    await hand.engine('ARBITRUM').increaseTime({ seconds: 3_600 });
    expect((await wallet.send('ARBITRUM', transaction)).status).toBe('reverted');
    const data = await revertData('ARBITRUM', receiver, transaction);
    expect(decodeErrorResult({ abi: SwapRouter.abi, data }).errorName).toBe('DeadlineExpired');
  });

  async function revertData(
    chain: EvmChainName,
    from: Address,
    transaction: SwapAnswer['transaction'],
  ): Promise<Hex> {
    const params = [{ ...transaction, value: toHex(BigInt(transaction.value)), from }, 'latest'];
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params };
    const headers = { 'content-type': 'application/json' };
    const url = sandbox.endpoints.chains[chain].rpcUrls[0]!;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) });
    return ((await response.json()) as { error: { data: Hex } }).error.data;
  }
});

describe('wrapping', () => {
  it.each([
    ['ETH', 'WETH'],
    ['WETH', 'ETH'],
  ])('turns %s into %s one for one, by the wrapped token itself', async (fromToken, toToken) => {
    const { address: receiver } = owner;
    const before = await hand.balance('ETH', 'WETH', receiver);
    const trade = { from: 'ETH', fromToken, to: 'ETH', toToken, amount: '2.5', receiver } as const;
    const { answer, receipt } = await hand.execute(trade, owner);

    expect(receipt.status).toBe('success');
    expect(answer.providerType).toBe('WRAPPED');
    expect(answer.transaction.to).toBe(sandbox.endpoints.chains.ETH.wrappedNative);
    expect(answer.transaction.approvalAddress).toBeUndefined();
    const wrapped = toToken === 'WETH' ? 1n : -1n;
    expect((await hand.balance('ETH', 'WETH', receiver)) - before).toBe(
      (wrapped * 25n * 10n ** 18n) / 10n,
    );
  });

  it('has no route to another receiver', async () => {
    const receiver = hand.wallet().address;
    const trade = {
      from: 'ETH',
      fromToken: 'ETH',
      to: 'ETH',
      toToken: 'WETH',
      amount: '1',
      receiver,
    } as const;
    const answer = await hand.router('/api/routes/quoteBest', hand.tradeBody(trade, owner.address));
    expect(answer.body).toMatchObject({ error: { code: 2001 } });
  });
});

describe('a token like USDT', () => {
  it('refuses to change one allowance into another', async () => {
    const wallet = hand.wallet();
    await hand.fund('POLYGON', 'POL', wallet.address, 10n);
    const to = hand.tokenAddress('POLYGON', 'USDT');
    const spender = getAddress('0x000000000000000000000000000000000000dEaD');
    const allow = async (amount: bigint) => {
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender, amount],
      });
      return (await wallet.send('POLYGON', { to, data })).status;
    };
    expect(await allow(5n)).toBe('success');
    expect(await allow(7n)).toBe('reverted');
    expect(await allow(0n)).toBe('success');
    expect(await allow(7n)).toBe('success');
  });
});
