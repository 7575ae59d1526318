import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  size,
} from 'viem';
import { describe, expect, it } from 'vitest';
import type { AdmissionItem } from '../../../src/core/approvals/admission-item.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import { authority } from '../../../src/guard/rules/e03-authority.ts';
import type { GuardRequest, Verdict } from '../../../src/ports/guard.ts';
import { policyFrom, testGuard, testPolicy, testPolicyFile } from '../../support/guard-policy.ts';
import { aJob, noon } from '../../support/snapshot.ts';
import { objects } from '../objects.ts';
import {
  account,
  aSwapRequest,
  attacker,
  cleanSwap,
  dai,
  judged,
  receiver,
  swapData,
  target,
  usdc,
  weth,
} from '../scenario.ts';
import { nativeSwap } from '../special-swaps.ts';

const abi = parseAbi([
  'function swapTokens(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut, address to)',
  'function swapNative(address tokenOut, uint256 minOut, address to)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function refundETH()',
  'function approve(address spender, uint256 value)',
  'function sweep(address token)',
  'function sweepAll(address token, address to)',
  'function withdraw()',
]);
const job = aJob();
const swap = (
  change: { to?: string; amount?: bigint; out?: string; in?: string; min?: bigint } = {},
) =>
  encodeFunctionData({
    abi,
    functionName: 'swapTokens',
    args: [
      (change.in ?? usdc) as Hex,
      (change.out ?? weth) as Hex,
      change.amount ?? job.amount,
      change.min ?? 398n,
      (change.to ?? receiver) as Hex,
    ],
  });
const unwrap = (recipient: string, min = 398n) =>
  encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [min, recipient as Hex] });
const multicall = (...calls: Hex[]) =>
  encodeFunctionData({ abi, functionName: 'multicall', args: [calls] });
const refundNative = encodeFunctionData({ abi, functionName: 'refundETH' });
const approveAttacker = encodeFunctionData({
  abi,
  functionName: 'approve',
  args: [attacker, 1n],
});
const sweep = encodeFunctionData({ abi, functionName: 'sweep', args: [usdc] });
const sweepAll = encodeFunctionData({ abi, functionName: 'sweepAll', args: [weth, receiver] });
const calling = (data: Hex): GuardRequest => aSwapRequest({ call: { data } });

const words = (...list: (bigint | Hex)[]): Hex =>
  concatHex(list.map((one) => (typeof one === 'bigint' ? numberToHex(one, { size: 32 }) : one)));
const itemsOf = (verdict: Verdict): AdmissionItem[] =>
  verdict.kind === 'allow' ? [] : verdict.findings.flatMap(({ item: held }) => held ?? []);
const selectorOf = (data: Hex): Hex => data.slice(0, 10) as Hex;
/** Bytes as an array's item: their length, and the content up to a whole word. */
const item = (call: Hex): Hex =>
  concatHex([
    numberToHex(size(call), { size: 32 }),
    pad(call, { dir: 'right', size: Math.ceil(size(call) / 32) * 32 }),
  ]);

describe('a call that pays by the job', () => {
  it.each<[string, Hex]>([
    ['the receiver', swap()],
    ['in the wrapped form of the coin', swap({ out: weth })],
    ['more than the minimum, for less than the amount', swap({ min: 399n, amount: 5n })],
    ['through the contract', multicall(swap({ to: target }), unwrap(receiver))],
    [
      'through the contract, and returns what is left',
      multicall(swap({ to: target }), unwrap(receiver), refundNative),
    ],
    [
      'in two parts',
      multicall(
        swap({ amount: 500_000_000n, min: 199n }),
        swap({ amount: 500_000_000n, min: 199n }),
      ),
    ],
    [
      'by way of another token',
      multicall(swap({ to: target, out: dai, min: 1n }), swap({ in: dai, amount: 10n ** 21n })),
    ],
    ['in two levels of calls', multicall(multicall(swap()))],
  ])('is allowed: %s', (_what, data) => {
    expect(judged(calling(data))).toEqual({ kind: 'allow', fired: [] });
  });
});

describe('a call that pays otherwise', () => {
  const cases: [string, Hex][] = [
    ['the attacker', swap({ to: attacker })],
    ['the wallet, which is not the receiver', swap({ to: account })],
    ['only the contract', swap({ to: target })],
    ['less than the order’s minimum', swap({ min: 397n })],
    ['in another token', swap({ out: dai })],
    ['from another token', swap({ in: dai })],
    ['more than the amount', swap({ amount: job.amount + 1n })],
    ['the contract, and nobody after it', multicall(swap({ to: target }))],
    [
      'the contract after the receiver',
      multicall(swap({ amount: 5n }), swap({ to: target, amount: 5n })),
    ],
    ['the attacker out of the contract', multicall(swap({ to: target }), unwrap(attacker))],
    [
      'the receiver, and the attacker too',
      multicall(swap({ amount: 5n }), swap({ to: attacker, amount: 5n })),
    ],
    [
      'the receiver less out of the contract',
      multicall(swap({ to: target }), unwrap(receiver, 1n)),
    ],
    ['twice the amount', multicall(swap({ min: 199n }), swap({ min: 199n }))],
    ['nobody', multicall()],
  ];
  objects(cases.map(([what, data]) => ({ rule: 'E03', what, request: () => calling(data) })));

  it('counts the coins that it sends once', () => {
    const half = encodeFunctionData({
      abi,
      functionName: 'swapNative',
      args: [usdc, 199n, receiver],
    });
    const twice = nativeSwap(10n ** 18n);
    const request = aSwapRequest({
      job: twice.job,
      order: { ...(twice.intent.kind === 'swap' ? twice.intent.order : {}) },
      call: { data: multicall(half, half), value: 10n ** 18n },
    });
    const verdict = testGuard.judge({ ...request, simulation: twice.simulation });
    expect(JSON.stringify(verdict)).toContain('the call takes more than the job gives');
  });
});

describe('a call that names the wrapped form of the coin that it is sent', () => {
  const { job, intent, simulation } = nativeSwap(10n ** 18n);
  const request = aSwapRequest({
    job,
    order: { ...(intent.kind === 'swap' ? intent.order : {}) },
    call: { data: swap({ in: weth, out: usdc, amount: 10n ** 18n }), value: 10n ** 18n },
  });
  const { wrappedNative: _wrapped, ...unknowing } = request.chain;
  const judgedOn = (chain: GuardRequest['chain']): string =>
    JSON.stringify(testGuard.judge({ ...request, simulation, chain }));

  it('takes the coin', () => {
    expect(judgedOn({ ...unknowing, wrappedNative: weth })).not.toContain('another token');
  });

  it('is refused where nobody said which token that is, and says which setting does', () => {
    expect(judgedOn(unknowing)).toContain('chains.<CHAIN>.wrappedNative');
  });
});

describe('calldata that could be read in two ways', () => {
  const plain = swap();
  const dirty = `${plain.slice(0, -64)}${'f'.repeat(24)}${plain.slice(-40)}` as Hex;
  const twoCalls = [item(swap({ amount: 5n })), item(swap({ amount: 6n }))];
  objects(
    (
      [
        ['bytes behind the arguments', concatHex([plain, words(0n)])],
        ['the attacker behind the arguments', concatHex([plain, pad(attacker, { size: 32 })])],
        ['one byte behind the arguments', `${plain}00`],
        ['an argument cut off', plain.slice(0, -2) as Hex],
        ['no argument at all', selectorOf(plain)],
        ['an address with bytes above it', dirty],
        [
          'an offset that leaves a gap, where another array stands',
          concatHex([selectorOf(multicall()), words(0x40n, 0n, 1n, 0x20n), item(plain)]),
        ],
        [
          'an offset to one call that two items share',
          concatHex([
            selectorOf(multicall()),
            words(0x20n, 2n, 0x40n, 0x40n),
            item(swap({ amount: 5n })),
          ]),
        ],
        [
          'calls in another order than their offsets',
          concatHex([
            selectorOf(multicall()),
            words(0x20n, 2n, 0x40n + BigInt(size(twoCalls[0]!)), 0x40n),
            ...twoCalls,
          ]),
        ],
        [
          'a length that is not there',
          concatHex([selectorOf(multicall()), words(0x20n, 2n ** 255n)]),
        ],
        [
          'padding that is not zero',
          multicall(plain).replace(/0{56}$/, `${'0'.repeat(55)}1`) as Hex,
        ],
      ] satisfies [string, Hex][]
    ).map(([what, data]) => ({ rule: 'E03', what, request: () => calling(data) })),
  );
});

describe('calls inside a call', () => {
  objects([
    {
      rule: 'E03',
      what: 'too many levels',
      request: () => calling(multicall(multicall(multicall(swap())))),
    },
    {
      rule: 'E03',
      what: 'too many calls',
      request: () => calling(multicall(...Array.from({ length: 65 }, () => swap({ amount: 1n })))),
    },
    {
      rule: 'E03',
      what: 'a permission beside the swap',
      request: () => calling(multicall(swap(), approveAttacker)),
    },
    {
      rule: 'E03',
      what: 'a permission in the second level',
      request: () => calling(multicall(swap(), multicall(approveAttacker))),
    },
    {
      rule: 'E03',
      what: 'a permission behind a call that nothing describes',
      request: () => calling(multicall(swap(), sweep, approveAttacker)),
    },
    {
      rule: 'E03',
      kind: 'hold',
      what: 'a call that nothing describes',
      request: () => calling(multicall(swap(), sweep)),
    },
    {
      rule: 'E03',
      kind: 'hold',
      what: 'no minimum on what reaches the receiver, though inside there is one',
      request: () => calling(multicall(swap({ to: target }), sweepAll)),
    },
    {
      rule: 'E03',
      what: 'what pays whom the contract has stored',
      request: () => calling(encodeFunctionData({ abi, functionName: 'withdraw' })),
    },
    {
      rule: 'E03',
      what: 'an empty call',
      request: () => calling(multicall(swap(), '0x')),
      kind: 'hold',
    },
  ]);

  it('holds a deadline long after the order, and allows one soon after it', () => {
    const at = (deadline: bigint) =>
      aSwapRequest({
        order: { goodUntil: noon + 60_000 },
        call: {
          data: encodeFunctionData({ abi, functionName: 'multicall', args: [deadline, [swap()]] }),
        },
      });
    const soon = BigInt(noon / 1_000 + 60 + 3_600);
    expect(judged(at(soon))).toEqual({ kind: 'allow', fired: [] });
    expect(judged(at(soon + 1n))).toEqual({ kind: 'hold', fired: ['E03'] });
    expect(judged(at(2n ** 256n - 1n)).kind).toBe('hold');
    // Admitted is the lifetime that was seen: the next quote has one of the same length.
    const admitted = itemsOf(testGuard.judge(at(soon + 3_700n)));
    const again = (deadline: bigint) => testGuard.judge({ ...at(deadline), admitted }).kind;
    expect(again(soon + 3_601n)).toBe('allow');
    expect(again(soon + 7_200n)).toBe('allow');
    expect(again(soon + 7_201n)).toBe('hold');
    expect(again(2n ** 256n - 1n)).toBe('hold');
  });
});

describe('a function that no descriptor decodes', () => {
  const selector = selectorOf(sweep);
  const judgedBy = (change: object, profile = 'standard', request = calling(sweep)): Verdict => {
    const { ETH } = testPolicyFile.chains;
    const chains = { ...testPolicyFile.chains, ETH: { ...ETH, ...change } };
    return createGuard({ policy: policyFrom({ ...testPolicyFile, profile, chains }) }).judge(
      request,
    );
  };

  it('is held as the function of its contract, until a person admits it', () => {
    const verdict = judgedBy({});
    const functionItem = {
      kind: 'function',
      ...{ chain: 'ETH', address: target, selector, provider: 'UNISWAP_V2' },
      lacks: { what: 'descriptor' },
    } as const;
    expect(verdict).toMatchObject({
      kind: 'hold',
      findings: [{ rule: 'E03', item: functionItem }],
    });
    const admitted = { ...calling(sweep), admitted: [functionItem] };
    expect(judgedBy({}, 'standard', admitted).kind).toBe('allow');
    const other = { ...functionItem, selector: '0xdeadbeef' };
    expect(judgedBy({}, 'standard', { ...admitted, admitted: [other] }).kind).toBe('hold');
  });

  it('is held again for another provider, and with other code', () => {
    const [held] = itemsOf(judgedBy({}));
    const admitted = (request: GuardRequest) =>
      judgedBy({}, 'standard', { ...request, admitted: [held!] });
    expect(admitted(calling(sweep)).kind).toBe('allow');
    const { inspected } = cleanSwap();
    const seen = { hasCode: true, isToken: false, codeHash: `0x${'aa'.repeat(32)}` };
    const upgraded = new Map([...inspected, [target, seen]]);
    for (const change of [
      { order: { provider: 'SUSHI_SWAP' } },
      { simulation: { inspected: upgraded } },
    ])
      expect(admitted(aSwapRequest({ call: { data: sweep }, ...change })).kind).toBe('hold');
  });

  it('is called if the policy names it as undescribed, and never under strict', () => {
    const contract = { address: target, undescribed: [selector] };
    expect(judgedBy({ targets: [contract] }).kind).toBe('allow');
    expect(judgedBy({ targets: [{ ...contract, undescribed: ['0xdeadbeef'] }] }).kind).toBe('hold');
    const strict = judgedBy({ targets: [contract] }, 'strict');
    expect(strict).toMatchObject({ kind: 'reject' });
    expect(JSON.stringify(strict)).toContain('no descriptor of the policy decodes the function');
  });

  it('is not admitted for what a described function does', () => {
    const contract = { address: target, undescribed: [selectorOf(swap())] };
    const verdict = judgedBy({ targets: [contract] }, 'standard', calling(swap({ to: attacker })));
    expect(verdict.kind).toBe('reject');
  });
});

describe('an undescribed call inside a described one', () => {
  const unknown = testGuard.judge(calling(multicall(swap(), sweep)));
  const admit = (data: Hex) => testGuard.judge({ ...calling(data), admitted: itemsOf(unknown) });

  it('is held as what it is, and admitted as that', () => {
    expect(itemsOf(unknown)).toMatchObject([
      { kind: 'function', lacks: { what: 'calls', selectors: [selectorOf(sweep)] } },
    ]);
    expect(admit(multicall(swap(), sweep)).kind).toBe('allow');
    expect(admit(multicall(sweep, swap(), sweep)).kind).toBe('allow');
  });

  it('does not admit another one, nor one more', () => {
    const other = `0xdeadbeef${sweep.slice(10)}` as Hex;
    expect(admit(multicall(swap(), other)).kind).toBe('hold');
    expect(admit(multicall(swap(), sweep, other)).kind).toBe('hold');
  });

  it.each<[string, Hex]>([
    ['pays the attacker', swap({ to: attacker })],
    ['takes more than the amount', swap({ amount: job.amount + 1n })],
    ['promises less than the order', swap({ min: 1n })],
    ['buys another token', swap({ out: dai })],
  ])('leaves refused what a call beside it does: %s', (_what, beside) => {
    expect(admit(multicall(beside, sweep))).toMatchObject({
      kind: 'reject',
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'E03', severity: 'reject' }),
      ]) as unknown,
    });
  });

  it('is no part of what the policy says of the call around it', () => {
    const { ETH } = testPolicyFile.chains;
    const listing = (...undescribed: string[]) => {
      const chain = { ...ETH, targets: [{ address: target, undescribed }] };
      const file = { ...testPolicyFile, chains: { ...testPolicyFile.chains, ETH: chain } };
      return createGuard({ policy: policyFrom(file) }).judge(calling(multicall(swap(), sweep)))
        .kind;
    };
    expect(listing(selectorOf(multicall()))).toBe('hold');
    expect(listing(selectorOf(sweep))).toBe('allow');
  });
});

describe('any flipped bit of the calldata', () => {
  it('leaves only more for the receiver or less from the wallet', () => {
    const request = { ...aSwapRequest(), guardPolicy: testPolicy };
    const data = swapData(request.job, { minOut: 398n });
    const { inspected } = cleanSwap();
    const allowed: number[] = [];
    for (let bit = 0; bit < 8 * size(data); bit++) {
      const at = 2 + Math.floor(bit / 4);
      const digit = Number.parseInt(data.charAt(at), 16) ^ (8 >> (bit % 4));
      const flipped = `${data.slice(0, at)}${digit.toString(16)}${data.slice(at + 1)}`;
      const effects = {
        family: 'evm',
        target,
        selector: flipped.slice(0, 10),
        data: flipped,
        value: 0n,
        maximumFee: 0n,
        extras: [],
        balanceChanges: [],
        allowanceChanges: [],
        authorityChanges: [],
        inspected,
      } as const;
      if (authority.check(effects, request).length === 0) allowed.push(bit);
    }
    const wordOf = (bit: number) => Math.floor((bit - 32) / 256);
    // Words 2 and 3: the amount, of which set bits can fall, and the minimum, of which others rise.
    const rising = 256 - (398).toString(2).replaceAll('0', '').length;
    const falling = (1_000_000_000).toString(2).replaceAll('0', '').length;
    expect(allowed.filter((bit) => wordOf(bit) === 2)).toHaveLength(falling);
    expect(allowed.filter((bit) => wordOf(bit) === 3)).toHaveLength(rising);
    expect(allowed).toHaveLength(falling + rising);
  });
});

describe('wrapping', () => {
  const wethRequest = (data: Hex, change: object = {}): GuardRequest =>
    aSwapRequest({
      job: {
        from: { ...job.from, token: weth, decimals: 18 },
        to: { ...job.to },
        receiver: account,
        ...change,
      },
      call: { to: weth, data },
    });
  const withdraw = (amount: bigint) =>
    concatHex(['0x2e1a7d4d', encodeAbiParameters([{ type: 'uint256' }], [amount])]);
  const e03 = (request: GuardRequest) => {
    const verdict = testGuard.judge(request);
    return verdict.kind === 'allow'
      ? []
      : verdict.findings.filter(({ rule }) => rule === 'E03').map(({ severity }) => severity);
  };

  it('pays the wallet, up to the amount', () => {
    expect(e03(wethRequest(withdraw(job.amount)))).toEqual([]);
    expect(e03(wethRequest(withdraw(job.amount + 1n)))).toEqual(['reject']);
    expect(e03(wethRequest(withdraw(job.amount), { receiver }))).toEqual(['reject']);
  });
});
