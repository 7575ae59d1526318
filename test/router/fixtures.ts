import type { WalletId } from '../../src/core/swap/ids.ts';
import type { Job } from '../../src/core/swap/job.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { CallBudget } from '../../src/ports/call-budget.ts';

export const wallet = '0x07C6D5e2d79Be05457632bB9F64fd58C9db8AaC3';
export const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const contract = '0x02D0722c62A41c6f6eF0E05bED1423F2f1B68864';
export const spender = '0x0605808857d431Bfb447979A599B19Ab48166C9c';

/** 1000 USDC on ETH for the native coin of POLYGON. */
export function makeJob(change: Partial<Job> = {}): Job {
  return {
    wallet: {
      id: '00000000-0000-4000-8000-000000000001' as WalletId,
      name: 'main',
      address: wallet,
    },
    from: { family: 'evm', chain: 'ETH', token: usdc, decimals: 6, symbol: 'USDC' },
    to: { family: 'evm', chain: 'POLYGON', token: evmNativeToken, decimals: 18, symbol: 'POL' },
    amount: 1_000_500_000n,
    receiver,
    bound: { kind: 'slippage', slippageBps: 50 },
    refundAddress: wallet,
    providers: { allow: [], deny: [] },
    flow: 'wallet',
    deadline: 2_000_000_000_000,
    metadata: {},
    ...change,
  };
}

/** The members that quotes and swap data share. */
function trade(): Record<string, unknown> {
  return {
    estimate: {
      destinationTokenAmount: '400.25',
      destinationTokenMinAmount: '398',
      destinationWeiAmount: '400250000000000000000',
      destinationWeiMinAmount: '398000000000000000000',
      durationInMinutes: '3',
      slippage: '0.005',
      priceImpact: null,
    },
    fees: {
      gasTokenFees: {
        gas: { gasLimit: null },
        protocol: {
          fixedAmount: '0.001',
          fixedWeiAmount: '1000000000000000',
          fixedUsdAmount: '2.5',
        },
        provider: { fixedAmount: '0.002', fixedWeiAmount: '2000000000000000', fixedUsdAmount: 5 },
      },
      percentFees: { percent: 0, token: null },
    },
    providerType: 'some_future_bridge',
    swapType: 'cross-chain',
    warnings: [],
    routing: [],
    useAcmeContract: true,
    memberOfNextYear: { a: [1, 2] },
  };
}

export function quoteBody(): Record<string, unknown> {
  return {
    ...trade(),
    id: 'quote-1',
    tokens: {
      from: { address: usdc, decimals: 6 },
      to: { address: evmNativeToken, decimals: '18' },
    },
    transaction: { approvalAddress: spender },
  };
}

export function swapBody(transaction: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...trade(),
    quote: {
      srcTokenAddress: usdc,
      srcTokenBlockchain: 'ETH',
      srcTokenAmount: '1000.5',
      dstTokenAddress: evmNativeToken,
      dstTokenBlockchain: 'POLYGON',
      fromAddress: wallet,
      receiver,
      slippage: 0.005,
    },
    transaction: {
      to: contract,
      data: '0xABCD',
      value: '3000000000000000',
      approvalAddress: spender,
      ...transaction,
    },
  };
}

/** A budget from which each call is taken by `take`. */
export function budgetOf(take: CallBudget['take']): CallBudget {
  const calls = {
    use: () => false,
    require: async () => undefined,
    giveBack: async () => undefined,
  };
  return { take, reserve: async () => calls };
}
