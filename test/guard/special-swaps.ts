import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { GuardRequest } from '../../src/ports/guard.ts';
import { account, aSwapRequest, cleanSwap, dai, receiver, usdc, weth } from './scenario.ts';

/** The correct swap with additional measured changes. */
export const simulated = (add: {
  balances?: [string, string, bigint][];
  allowances?: [string, string, bigint, bigint][];
}) => {
  const clean = cleanSwap();
  return {
    balanceChanges: [
      ...clean.balanceChanges,
      ...(add.balances ?? []).map(([holder, token, delta]) => ({ account: holder, token, delta })),
    ],
    allowanceChanges: [
      ...clean.allowanceChanges,
      ...(add.allowances ?? []).map(([token, taker, before, after]) => ({
        token,
        spender: taker,
        before,
        after,
      })),
    ],
  };
};

/** The correct swap with one measured balance at another value, or not measured. */
export const measured = (holder: string, token: string, delta: bigint | undefined) => ({
  balanceChanges: cleanSwap().balanceChanges.flatMap((change) => {
    if (change.account !== holder || change.token !== token) return [change];
    return delta === undefined ? [] : [{ ...change, delta }];
  }),
});

export const crossChain = {
  job: { to: { family: 'evm', chain: 'ARBITRUM', token: dai, decimals: 18, symbol: 'DAI' } },
  echo: {
    srcTokenBlockchain: 'ETH',
    srcTokenAddress: usdc,
    srcTokenAmount: '1000',
    dstTokenBlockchain: 'ARBITRUM',
    dstTokenAddress: dai,
    fromAddress: account,
    receiver,
  },
} as const;

export const native = {
  job: {
    from: { family: 'evm', chain: 'ETH', token: evmNativeToken, decimals: 18, symbol: 'ETH' },
    to: { family: 'evm', chain: 'ETH', token: usdc, decimals: 6, symbol: 'USDC' },
    amount: 10n ** 18n,
  },
  echo: {
    srcTokenBlockchain: 'ETH',
    srcTokenAddress: evmNativeToken,
    srcTokenAmount: '1',
    dstTokenBlockchain: 'ETH',
    dstTokenAddress: usdc,
    fromAddress: account,
    receiver,
  },
} as const;

/** Ether for USDC. */
export const nativeSwap = (value: bigint, declaredFee = 0n): GuardRequest => {
  const request = aSwapRequest({
    job: native.job,
    order: { echo: native.echo, declaredFee },
    call: { value },
  });
  if (request.intent.kind === 'swap') delete request.intent.order.spender;
  return {
    ...request,
    simulation: {
      ...cleanSwap(),
      allowanceChanges: [],
      authorityChanges: [],
      balanceChanges: [
        { account, token: evmNativeToken, delta: -value },
        { account: receiver, token: usdc, delta: 400n },
      ],
    },
  };
};

/** Ether for its wrapped form. */
export const wrap = (change: { data?: string; to?: string } = {}): GuardRequest => {
  const request = aSwapRequest({
    job: { ...native.job, to: { ...native.job.to, token: weth, decimals: 18 }, receiver: account },
    order: { echo: { ...native.echo, dstTokenAddress: weth, receiver: account } },
    call: { to: weth, data: '0xd0e30db0', value: 10n ** 18n, ...change },
  });
  if (request.intent.kind === 'swap') delete request.intent.order.spender;
  return {
    ...request,
    simulation: {
      block: 1n,
      allowanceChanges: [],
      authorityChanges: [],
      balanceChanges: [
        { account, token: evmNativeToken, delta: -(10n ** 18n) },
        { account, token: weth, delta: 10n ** 18n },
      ],
      inspected: new Map([[weth, { hasCode: true, isToken: true }]]),
    },
  };
};
