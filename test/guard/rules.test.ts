import { concatHex, type Hex, numberToHex, toRlp } from 'viem';
import { describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../src/core/chains.ts';
import { defaultPolicy } from '../../src/core/policy.ts';
import type { GuardRequest } from '../../src/ports/guard.ts';
import {
  aCancelRequest,
  account,
  amount,
  anApprovalRequest,
  approveData,
  aSwapRequest,
  attacker,
  cleanSwap,
  dai,
  judged,
  receiver,
  spender,
  target,
  usdc,
  weth,
} from './scenario.ts';

interface Case {
  what: string;
  request: () => GuardRequest;
  rule: string;
  kind?: 'requote';
}

/** Each case is one thing wrong with a transaction that is otherwise in order, and the rule that has to say so. */
function objects(cases: readonly Case[]): void {
  it.each(cases)('$rule: $what', ({ request, rule, kind = 'reject' }) => {
    expect(judged(request())).toEqual({ kind, fired: [rule] });
  });
}

const simulated = (add: { balances?: [string, string, bigint][]; allowances?: [string, string, bigint, bigint][] }) => {
  const clean = cleanSwap();
  return {
    balanceChanges: [
      ...clean.balanceChanges,
      ...(add.balances ?? []).map(([holder, token, delta]) => ({ account: holder, token, delta })),
    ],
    allowanceChanges: [
      ...clean.allowanceChanges,
      ...(add.allowances ?? []).map(([token, taker, before, after]) => ({ token, spender: taker, before, after })),
    ],
  };
};

/** The clean swap with one measured balance at another value, or not measured. */
const measured = (holder: string, token: string, delta: bigint | undefined) => ({
  balanceChanges: cleanSwap().balanceChanges.flatMap((change) => {
    if (change.account !== holder || change.token !== token) return [change];
    return delta === undefined ? [] : [{ ...change, delta }];
  }),
});

const crossChain = {
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

const native = {
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

const nativeSwap = (value: bigint, declaredFee = 0n): GuardRequest => {
  const request = aSwapRequest({ job: native.job, order: { echo: native.echo, declaredFee }, call: { value } });
  if (request.intent.kind === 'swap') delete request.intent.order.spender;
  return {
    ...request,
    simulation: {
      ...cleanSwap(),
      allowanceChanges: [],
      balanceChanges: [
        { account, token: evmNativeToken, delta: -value },
        { account: receiver, token: usdc, delta: 400n },
      ],
    },
  };
};

const wrap = (change: { data?: string; to?: string } = {}): GuardRequest => {
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
      balanceChanges: [
        { account, token: evmNativeToken, delta: -(10n ** 18n) },
        { account, token: weth, delta: 10n ** 18n },
      ],
      inspected: new Map([[weth, { hasCode: true, isToken: true }]]),
    },
  };
};

describe('what is in order is allowed', () => {
  it.each<[string, () => GuardRequest]>([
    ['a swap', () => aSwapRequest()],
    [
      'a swap that takes less than the amount',
      () => aSwapRequest({ simulation: measured(account, usdc, 1n - amount) }),
    ],
    ['a native swap with a declared fee', () => nativeSwap(10n ** 18n + 5n, 5n)],
    ['wrapping the native coin', () => wrap()],
    [
      'a legacy transaction where the chain has none but those',
      () =>
        aSwapRequest({
          bytes: { type: 'legacy', gasPrice: 10n ** 9n, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined },
          request: { chain: { ...aSwapRequest().chain, transactionType: 'legacy' } },
        }),
    ],
    [
      'a payment to another chain',
      () =>
        aSwapRequest({
          job: crossChain.job,
          order: { echo: crossChain.echo, declaredFee: 9n },
          call: { value: 9n },
          simulation: {
            balanceChanges: [
              { account, token: usdc, delta: -amount },
              { account, token: evmNativeToken, delta: -9n },
            ],
          },
        }),
    ],
    [
      'native output to the sender, who paid a declared fee from the same balance',
      () =>
        aSwapRequest({
          job: { receiver: account },
          order: {
            declaredFee: 5n,
            echo: {
              srcTokenBlockchain: 'ETH',
              srcTokenAddress: usdc,
              srcTokenAmount: '1000.00',
              dstTokenBlockchain: 'ETH',
              dstTokenAddress: evmNativeToken,
              fromAddress: account.toLowerCase(),
              receiver: account,
            },
          },
          call: { value: 5n },
          simulation: {
            balanceChanges: [
              { account, token: usdc, delta: -amount },
              { account, token: evmNativeToken, delta: 394n },
            ],
          },
        }),
    ],
    ['an approval', () => anApprovalRequest({ kind: 'approve', token: usdc, spender, value: amount })],
    ['a revoke', () => anApprovalRequest({ kind: 'revoke', token: usdc, spender })],
    [
      'taking a permission back from what is no contract',
      () => anApprovalRequest({ kind: 'revoke', token: usdc, spender: attacker }),
    ],
    ['a cancel', () => aCancelRequest()],
    [
      'a cancel whose fee is above what the job allows, and within the policy',
      () => ({ ...aCancelRequest(), job: { ...aCancelRequest().job, maxFee: 1n } }),
    ],
  ])('%s', (_what, request) => {
    expect(judged(request())).toEqual({ kind: 'allow', fired: [] });
  });
});

describe('envelope', () => {
  objects([
    { rule: 'E01', what: 'bytes for another chain', request: () => aSwapRequest({ bytes: { chainId: 56 } }) },
    {
      rule: 'E01',
      what: 'legacy bytes without a chain id, valid everywhere',
      request: () =>
        aSwapRequest({
          bytes: {
            type: 'legacy',
            chainId: undefined,
            gasPrice: 1n,
            maxFeePerGas: undefined,
            maxPriorityFeePerGas: undefined,
          },
        }),
    },
    { rule: 'E01', what: 'another nonce than the leased one', request: () => aSwapRequest({ bytes: { nonce: 8 } }) },
    {
      rule: 'E01',
      what: 'an access list',
      request: () => aSwapRequest({ bytes: { accessList: [{ address: attacker, storageKeys: [] }] } }),
    },
    {
      rule: 'E01',
      what: 'bytes of another account',
      request: () => aSwapRequest({ request: { unsigned: { ...aSwapRequest().unsigned, account: attacker } } }),
    },
    {
      rule: 'E01',
      what: 'a lease that is not of the job’s wallet',
      request: () =>
        aSwapRequest({
          job: { wallet: { ...aSwapRequest().job.wallet, address: attacker } },
          order: {
            echo: {
              ...crossChain.echo,
              dstTokenBlockchain: 'ETH',
              dstTokenAddress: evmNativeToken,
              fromAddress: attacker,
            },
          },
        }),
    },
  ]);

  it('rejects a delegation of the account (EIP-7702)', () => {
    const authorizationList = [
      { address: attacker, chainId: 1, nonce: 8, r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 0 },
    ];
    expect(judged(aSwapRequest({ bytes: { type: 'eip7702', authorizationList } }))).toEqual({
      kind: 'reject',
      fired: ['E01'],
    });
  });

  it('rejects the creation of a contract', () => {
    const { kind, fired } = judged(aSwapRequest({ bytes: { to: undefined, data: '0x60806040' } }));
    expect(kind).toBe('reject');
    expect(fired).toContain('E01');
  });
});

describe('target and call', () => {
  const code = (address: string, facts: { hasCode: boolean; isToken: boolean }) => ({
    inspected: new Map([...cleanSwap().inspected, [address, facts]]),
  });
  const contract = { hasCode: true, isToken: false };
  objects([
    {
      rule: 'E02',
      what: 'a target without code',
      request: () => aSwapRequest({ simulation: code(target, { hasCode: false, isToken: false }) }),
    },
    { rule: 'E02', what: 'a target that nobody inspected', request: () => aSwapRequest({ call: { to: attacker } }) },
    {
      rule: 'E02',
      what: 'a token as target',
      request: () => aSwapRequest({ simulation: code(target, { hasCode: true, isToken: true }) }),
    },
    {
      rule: 'E02',
      what: 'the source token as target, even where it does not look like a token',
      request: () => aSwapRequest({ call: { to: usdc }, simulation: code(usdc, contract) }),
    },
    {
      rule: 'E02',
      what: 'the wallet itself as target',
      request: () => aSwapRequest({ call: { to: account }, simulation: code(account, contract) }),
    },
    { rule: 'E02', what: 'the wrapped coin called for something else', request: () => wrap({ data: '0x2e1a7d4d' }) },
    { rule: 'E03', what: 'a call of no function', request: () => aSwapRequest({ call: { data: '0x' } }) },
    { rule: 'E03', what: 'permission for everything', request: () => aSwapRequest({ call: { data: '0xa22cb465' } }) },
    {
      rule: 'E03',
      what: 'a transfer from a contract that says it is no token',
      request: () => aSwapRequest({ call: { data: '0xa9059cbb' } }),
    },
  ]);
});

describe('approval', () => {
  const approve = { kind: 'approve', token: usdc, spender, value: amount } as const;
  const facts = (address: string, found: { hasCode: boolean; isToken: boolean }) => ({
    inspected: new Map([[address, found]]),
  });
  objects([
    {
      rule: 'E04',
      what: 'more than was asked for',
      request: () => anApprovalRequest(approve, { call: { data: approveData(spender, amount + 1n) } }),
    },
    {
      rule: 'E04',
      what: 'another spender',
      request: () => anApprovalRequest(approve, { call: { data: approveData(attacker, amount) } }),
    },
    {
      rule: 'E04',
      what: 'bytes after the arguments',
      request: () => anApprovalRequest(approve, { call: { data: `${approveData(spender, amount)}00` } }),
    },
    { rule: 'E04', what: 'another token', request: () => anApprovalRequest(approve, { call: { to: dai } }) },
    { rule: 'E04', what: 'coins with it', request: () => anApprovalRequest(approve, { call: { value: 1n } }) },
    {
      rule: 'E04',
      what: 'a spender without code',
      request: () => anApprovalRequest(approve, { simulation: facts(spender, { hasCode: false, isToken: false }) }),
    },
    {
      rule: 'E04',
      what: 'a token as spender',
      request: () => anApprovalRequest(approve, { simulation: facts(spender, { hasCode: true, isToken: true }) }),
    },
    {
      rule: 'E04',
      what: 'a spender that nobody inspected',
      request: () => anApprovalRequest(approve, { simulation: facts(target, { hasCode: true, isToken: false }) }),
    },
    { rule: 'E04', what: 'a token that is not sold', request: () => anApprovalRequest({ ...approve, token: dai }) },
    {
      rule: 'E04',
      what: 'a revoke that gives',
      request: () =>
        anApprovalRequest({ kind: 'revoke', token: usdc, spender }, { call: { data: approveData(spender, 1n) } }),
    },
    {
      rule: 'E04',
      what: 'a swap whose spender has no code',
      request: () =>
        aSwapRequest({
          simulation: { inspected: new Map([...cleanSwap().inspected, [spender, { hasCode: false, isToken: false }]]) },
        }),
    },
  ]);
});

describe('value and fees', () => {
  const policy = { ...defaultPolicy, maxNetworkFee: 10n ** 15n };
  objects([
    {
      rule: 'E06',
      what: 'coins with a token swap that declares none',
      request: () => aSwapRequest({ call: { value: 1n }, simulation: measured(account, evmNativeToken, -1n) }),
    },
    { rule: 'E06', what: 'more coins than amount and declared fee', request: () => nativeSwap(10n ** 18n + 6n, 5n) },
    {
      rule: 'E06',
      what: 'a declared fee above the policy’s',
      request: () => nativeSwap(10n ** 18n, defaultPolicy.maxDeclaredFee + 1n),
    },
    {
      rule: 'E07',
      kind: 'requote',
      what: 'a network fee above the policy’s',
      request: () => aSwapRequest({ request: { policy } }),
    },
    {
      rule: 'E07',
      kind: 'requote',
      what: 'a network fee above the job’s',
      request: () => aSwapRequest({ job: { maxFee: 10n ** 15n } }),
    },
    {
      rule: 'E07',
      kind: 'requote',
      what: 'a cancel above the policy’s',
      request: () => ({ ...aCancelRequest(), policy }),
    },
  ]);

  it('counts declared and network fee together against the job', () => {
    const networkFee = 300_000n * 20n * 10n ** 9n;
    const job = { ...native.job, maxFee: networkFee + 5n };
    const withFee = (declaredFee: bigint) => ({
      ...nativeSwap(10n ** 18n, declaredFee),
      job: { ...nativeSwap(0n).job, ...job },
    });
    expect(judged(withFee(5n))).toEqual({ kind: 'allow', fired: [] });
    expect(judged(withFee(6n))).toEqual({ kind: 'requote', fired: ['E07'] });
  });
});

describe('binding', () => {
  const echo = { ...crossChain.echo, dstTokenBlockchain: 'ETH', dstTokenAddress: evmNativeToken };
  const wrongEchoes = [
    ['source token', { srcTokenAddress: dai }],
    ['source chain', { srcTokenBlockchain: 'BSC' }],
    ['amount', { srcTokenAmount: '10000' }],
    ['amount that is no decimal number', { srcTokenAmount: '1e3' }],
    ['destination token', { dstTokenAddress: weth }],
    ['destination chain', { dstTokenBlockchain: 'ARBITRUM' }],
    ['sender', { fromAddress: attacker }],
    ['receiver', { receiver: attacker }],
    ['receiver with a wrong checksum', { receiver: '0xf02DC103E62cF4A2C007324d8Bb95513edabF875' }],
  ] as const;
  objects([
    ...wrongEchoes.map(([what, wrong]) => ({
      rule: 'G06',
      what: `the echo of another ${what}`,
      request: () => aSwapRequest({ order: { echo: { ...echo, ...wrong } } }),
    })),
    {
      rule: 'G06',
      what: 'no echo at all',
      request: () => {
        const request = aSwapRequest();
        if (request.intent.kind === 'swap') delete request.intent.order.echo;
        return request;
      },
    },
    {
      rule: 'G06',
      kind: 'requote',
      what: 'a minimum that fell by more than half a percent',
      request: () => aSwapRequest({ order: { minOut: 398n, quotedMinOut: 402n } }),
    },
    {
      rule: 'G06',
      kind: 'requote',
      what: 'a provider that is denied',
      request: () => aSwapRequest({ job: { providers: { allow: [], deny: ['uniswap_v2'] } } }),
    },
    {
      rule: 'G06',
      kind: 'requote',
      what: 'a provider that is not among those allowed',
      request: () => aSwapRequest({ job: { providers: { allow: ['across'], deny: [] } } }),
    },
    {
      rule: 'G07',
      kind: 'requote',
      what: 'a minimum below the job’s',
      request: () => aSwapRequest({ job: { bound: { kind: 'min_out', minOut: 399n } } }),
    },
    {
      rule: 'G07',
      kind: 'requote',
      what: 'a minimum below the job’s slippage',
      request: () => aSwapRequest({ job: { bound: { kind: 'slippage', slippageBps: 25 } } }),
    },
    {
      rule: 'G07',
      kind: 'requote',
      what: 'less expected than promised',
      request: () => aSwapRequest({ order: { expectedOut: 397n } }),
    },
    {
      rule: 'G11',
      what: 'another calldata than the order’s',
      request: () => aSwapRequest({ bytes: { data: '0xc35703ea0000002b' } }),
    },
    { rule: 'G11', what: 'a cancel that sends coins', request: () => aCancelRequest({ call: { value: 1n } }) },
    { rule: 'G11', what: 'a cancel that calls somebody', request: () => aCancelRequest({ call: { to: attacker } }) },
    { rule: 'G11', what: 'a cancel with calldata', request: () => aCancelRequest({ call: { data: '0x01' } }) },
  ]);
});

describe('simulation', () => {
  const operator = (1n << 256n) - 1n;
  objects([
    {
      rule: 'G12',
      what: 'more taken than the job gives',
      request: () => aSwapRequest({ simulation: measured(account, usdc, -amount - 1n) }),
    },
    {
      rule: 'G12',
      what: 'coins taken beyond the value',
      request: () => aSwapRequest({ simulation: measured(account, evmNativeToken, -1n) }),
    },
    {
      rule: 'G12',
      what: 'another token of the sender taken',
      request: () => aSwapRequest({ simulation: simulated({ balances: [[account, dai, -1n]] }) }),
    },
    {
      rule: 'G12',
      what: 'more taken, and some of it given back in another form',
      request: () =>
        aSwapRequest({
          simulation: {
            balanceChanges: [
              ...measured(account, usdc, -amount - 1n).balanceChanges,
              { account, token: usdc, delta: 1n },
            ],
          },
        }),
    },
    {
      rule: 'G12',
      what: 'the source token taken a second time in another form',
      request: () => aSwapRequest({ simulation: simulated({ balances: [[account, usdc, -1n]] }) }),
    },
    {
      rule: 'G12',
      what: 'something of the receiver’s taken',
      request: () => aSwapRequest({ simulation: simulated({ balances: [[receiver, dai, -1n]] }) }),
    },
    {
      rule: 'G12',
      what: 'a new allowance',
      request: () => aSwapRequest({ simulation: simulated({ allowances: [[dai, attacker, 0n, 1n]] }) }),
    },
    {
      rule: 'G12',
      what: 'a new operator over everything',
      request: () => aSwapRequest({ simulation: simulated({ allowances: [[dai, attacker, 0n, operator]] }) }),
    },
    {
      rule: 'G12',
      what: 'another spender’s allowance used',
      request: () => aSwapRequest({ simulation: simulated({ allowances: [[usdc, attacker, 9n, 0n]] }) }),
    },
    {
      rule: 'G12',
      what: 'more of the allowance used than the amount',
      request: () =>
        aSwapRequest({ simulation: { allowanceChanges: [{ token: usdc, spender, before: amount + 1n, after: 0n }] } }),
    },
    {
      rule: 'G12',
      what: 'the spender’s allowance raised',
      request: () =>
        aSwapRequest({ simulation: { allowanceChanges: [{ token: usdc, spender, before: 0n, after: 1n }] } }),
    },
    {
      rule: 'G12',
      kind: 'requote',
      what: 'less brought than the minimum',
      request: () => aSwapRequest({ simulation: measured(receiver, evmNativeToken, 397n) }),
    },
    {
      rule: 'G12',
      kind: 'requote',
      what: 'nothing paid in on the way to another chain',
      request: () =>
        aSwapRequest({
          job: crossChain.job,
          order: { echo: crossChain.echo },
          simulation: measured(account, usdc, 0n),
        }),
    },
    {
      rule: 'G12',
      what: 'the source token unmeasured',
      request: () => aSwapRequest({ simulation: measured(account, usdc, undefined) }),
    },
    {
      rule: 'G12',
      what: 'the sender’s coins unmeasured',
      request: () => aSwapRequest({ simulation: measured(account, evmNativeToken, undefined) }),
    },
    {
      rule: 'G12',
      what: 'the receiver unmeasured',
      request: () => aSwapRequest({ simulation: measured(receiver, evmNativeToken, undefined) }),
    },
    {
      rule: 'G12',
      what: 'the spender’s allowance unmeasured',
      request: () => aSwapRequest({ simulation: { allowanceChanges: [] } }),
    },
    {
      rule: 'G12',
      what: 'an approval that moves a balance',
      request: () =>
        anApprovalRequest(
          { kind: 'approve', token: usdc, spender, value: amount },
          { simulation: { balanceChanges: [{ account, token: usdc, delta: -1n }] } },
        ),
    },
    {
      rule: 'G12',
      what: 'an approval that ends at another value',
      request: () =>
        anApprovalRequest(
          { kind: 'approve', token: usdc, spender, value: amount },
          { simulation: { allowanceChanges: [{ token: usdc, spender, before: 0n, after: amount + 1n }] } },
        ),
    },
    {
      rule: 'G12',
      what: 'an approval that gives a second one',
      request: () =>
        anApprovalRequest(
          { kind: 'approve', token: usdc, spender, value: amount },
          {
            simulation: {
              allowanceChanges: [
                { token: usdc, spender, before: 0n, after: amount },
                { token: usdc, spender: attacker, before: 0n, after: 1n },
              ],
            },
          },
        ),
    },
    {
      rule: 'G12',
      what: 'a cancel that changes something',
      request: () => aCancelRequest({ simulation: { balanceChanges: [{ account, token: dai, delta: 1n }] } }),
    },
  ]);

  it('lets an unlimited allowance stay as it is', () => {
    const allowanceChanges = [{ token: usdc, spender, before: operator, after: operator }];
    expect(judged(aSwapRequest({ simulation: { allowanceChanges } })).kind).toBe('allow');
  });
});

/** An unsigned EIP-1559 transaction, member by member. */
const rlp = (change: { nonce?: Hex; extra?: Hex[] } = {}): Hex =>
  concatHex([
    '0x02',
    toRlp([
      '0x01',
      change.nonce ?? '0x07',
      numberToHex(10n ** 9n),
      numberToHex(20n * 10n ** 9n),
      numberToHex(300_000),
      target,
      '0x',
      '0xc35703ea0000002a',
      [],
      ...(change.extra ?? []),
    ]),
  ]);

describe('bytes that cannot be read', () => {
  it('does not come from the way the test writes them', () => {
    expect(aSwapRequest().unsigned.bytes).toBe(rlp());
  });

  it.each([
    ['nothing', '0x'],
    ['a type and no more', '0x02'],
    ['an empty list', '0x02c0'],
    ['no transaction', '0xdeadbeef'],
    ['no bytes', 'not hex'],
    ['bytes after the end', `${rlp()}00`],
    ['bytes that are cut', rlp().slice(0, -2)],
    ['upper case', rlp().toUpperCase().replace('0X', '0x')],
    ['a nonce with a leading zero', rlp({ nonce: '0x0007' })],
    ['a nonce that no number holds', rlp({ nonce: '0xffffffffffffffff' })],
    ['a signature', rlp({ extra: ['0x', '0x11', '0x22'] })],
  ])('rejects %s', (_what, bytes) => {
    const request = aSwapRequest();
    expect(judged({ ...request, unsigned: { ...request.unsigned, bytes } })).toEqual({
      kind: 'reject',
      fired: ['DECODE'],
    });
  });
});
