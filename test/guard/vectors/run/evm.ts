import {
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  serializeTransaction,
  type TransactionSerializable,
  toHex,
} from 'viem';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import type { InspectedAddress, SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import type { Assembled, Assembly, Base, Setting } from './base.ts';
import { namesOf, told, wei } from './env.ts';
import { type Role, type Terms, tokens, units, wireJob } from './fixtures.ts';
import { statedSimulation } from './stated-simulation.ts';
import { CannotBuild, requireKnown } from './vector.ts';

const gwei = 10n ** 9n;
const nonce = 7n;
const abi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function increaseAllowance(address spender, uint256 value)',
]);
/** An ERC-721 contract that many wallets have positions in. */
const positionManager = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88';

export const approveData = (spender: string, value: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'approve', args: [spender as Hex, value] });

const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0');

/** The sandbox's and the fixtures' `swap(tokenIn, tokenOut, amount, min, receiver)`. */
const swapData = (from: string, to: string, amount: bigint, min: bigint, receiver: string): Hex =>
  `0xc35703ea${[from, to, amount, min, receiver].map(word).join('')}`;

function evmBase(terms: Terms, change: Partial<Base> = {}): Base {
  const { from, to } = terms;
  return {
    flow: 'wallet',
    kind: 'swap',
    terms,
    job: ({ fixtures: { addresses } }) =>
      wireJob(from, to, {
        amount: from.symbol === 'ETH' ? '1' : '1000',
        sender: addresses.treasury.evm,
        receiver: addresses.receiver.evm,
      }),
    transaction: ({ fixtures: { addresses } }, job) => ({
      to: addresses.router.evm,
      data: swapData(
        from.address,
        to.address,
        units(job.srcTokenAmount, from.decimals),
        units(terms.min, to.decimals),
        job.receiver,
      ),
      value: terms.providerFee ?? '0',
      approvalAddress: addresses.gateway.evm,
    }),
    word: evmWord,
    assemble,
    ...change,
  };
}

export const evmBases: Readonly<Record<string, Base>> = {
  'B-EVM-ERC20': evmBase(
    {
      from: tokens.usdc,
      to: tokens.weth,
      provider: 'UNI_SWAP_V3',
      swapType: 'on-chain',
      expected: '0.4',
      min: '0.398',
    },
    {
      job: ({ fixtures }) => fixtures['B-EVM-ERC20'].job,
      transaction: ({ fixtures }) =>
        fixtures['B-EVM-ERC20'].response.transaction as Record<string, unknown>,
    },
  ),
  'B-EVM-NATIVE': evmBase(
    {
      from: tokens.eth,
      to: tokens.usdc,
      provider: 'UNI_SWAP_V3',
      swapType: 'on-chain',
      expected: '2500',
      min: '2487.5',
    },
    {
      transaction: ({ fixtures: { addresses } }, job) => ({
        to: addresses.router.evm,
        data: `0x86cbbeec${word(tokens.usdc.address)}${word(2_487_500_000n)}${word(job.receiver)}`,
        value: `${units(job.srcTokenAmount, 18)}`,
      }),
    },
  ),
  'B-EVM-XCHAIN': evmBase({
    from: tokens.usdc,
    to: tokens.arbitrumUsdc,
    provider: 'across',
    swapType: 'cross-chain',
    expected: '999',
    min: '994.005',
    providerFee: '200000000000000',
  }),
  'B-EVM-REFUND': evmBase(
    {
      from: tokens.usdc,
      to: tokens.arbitrumUsdc,
      provider: 'celer_bridge',
      swapType: 'cross-chain',
      expected: '999',
      min: '994.005',
    },
    {
      kind: 'refund',
      // withdraw(bytes32), of the bridge that owes the money.
      transaction: ({ fixtures: { addresses } }) => ({
        to: addresses.router.evm,
        data: `0x8e19899e${'00'.repeat(31)}2a`,
        value: '0',
      }),
    },
  ),
};

function evmWord(text: string, { fixtures: { addresses } }: Setting): unknown {
  if (/vanity/i.test(text)) return lookAlike(addresses.receiver.evm);
  if (/721|NFT|position/i.test(text)) return positionManager;
  if (/EOA|attacker/i.test(text)) return addresses.attacker.evm;
  if (/treasury/i.test(text)) return addresses.treasury.evm;
  return undefined;
}

/** Shares the first six and the last four digits. */
function lookAlike(address: string): string {
  const digits = address.slice(2).toLowerCase();
  return getAddress(`0x${digits.slice(0, 6)}${'5'.repeat(30)}${digits.slice(36)}`);
}

const hashOf = (text: string): string => keccak256(toHex(text));
/** Of the code of every contract that a vector says nothing about. */
export const contractHash = hashOf('a contract of the fixtures');
const contract: InspectedAddress = { hasCode: true, isToken: false, codeHash: contractHash };
const token: InspectedAddress = { hasCode: true, isToken: true };

/** The hash that the policy pins, and that the node reports, of an `implCodehash` or `codehash`. */
export function codeHashes({ env }: Setting) {
  const entries = (['implementationHash', 'codeHash'] as const).flatMap((member) =>
    namesOf(env, member).map((name) => {
      const given = env[name] as { pinned?: string | null; seen?: string | null };
      requireKnown(`env.${name}`, given as Record<string, unknown>, ['pinned', 'seen']);
      return { member, given };
    }),
  );
  const of = (which: 'pinned' | 'seen') =>
    Object.fromEntries(
      entries.flatMap(({ member, given }) =>
        typeof given[which] === 'string' ? [[member, hashOf(given[which])]] : [],
      ),
    );
  return { pinned: of('pinned'), seen: of('seen') };
}

function assemble(assembly: Assembly): Assembled {
  const { fixtures, env, job, mutation } = assembly;
  const { treasury } = fixtures.addresses;
  const transaction = ofFamily(assembly.transaction, 'evm');
  const changed = changesBeforeSigning(env);
  const follows = mutation.policy?.useRouterGas === true;
  const suggested = (member: string): bigint | undefined =>
    follows ? routerGas(assembly, member) : undefined;
  const tip = suggested('maxPriorityFeePerGas') ?? wei(env, 'tip') ?? gwei;
  const price = suggested('gasPrice') ?? wei(env, 'gasPrice');
  const fee = {
    family: 'evm',
    gasLimit: suggested('gasLimit') ?? BigInt(`${told(env, 'gas') ?? 250_000}`),
    maxFeePerGas: price ?? (wei(env, 'baseFee') ?? 20n * gwei) + tip,
    maxPriorityFeePerGas: price !== undefined && price < tip ? price : tip,
  } as const;
  const chain = ofFamily(chainRegistry[job.from.chain]!, 'evm');
  const bytes = serializeTransaction({
    type: 'eip1559',
    chainId: Number(told(env, 'chainId') ?? chain.chainId),
    nonce: Number(nonce),
    to: transaction.to,
    data: transaction.data,
    value: transaction.value,
    gas: fee.gasLimit,
    maxFeePerGas: fee.maxFeePerGas,
    maxPriorityFeePerGas: fee.maxPriorityFeePerGas,
    ...changed,
  } as TransactionSerializable);
  const account = treasury.evm;
  return {
    unsigned: { family: 'evm', chain: chain.name, account, bytes, fee },
    simulation: simulationOf(assembly, transaction),
    lease: { account, terms: { kind: 'nonce', nonce } },
  };
}

/** What the router suggests for gas, for an executor that would follow it. */
function routerGas({ mutation }: Assembly, member: string): bigint | undefined {
  const suggested = mutation.patch?.find(({ path }) => path.endsWith(`/gas/${member}`));
  return suggested?.value === undefined ? undefined : BigInt(String(suggested.value));
}

const amounts = ['value', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas'];
const numbers = ['nonce', 'chainId'];
const others = ['to', 'data', 'accessList', 'authorizationList', 'type'];

/** What something puts into the transaction after the guard has judged it. */
function changesBeforeSigning(env: Setting['env']): Record<string, unknown> {
  const given = (told(env, 'mutated') ?? {}) as Record<string, unknown>;
  const { gasLimit, ...changed } = given;
  const all = gasLimit === undefined ? changed : { ...changed, gas: gasLimit };
  requireKnown('env.mutateBeforeSign', all, [...amounts, ...numbers, ...others]);
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => {
      if (amounts.includes(name)) return [name, BigInt(String(value))];
      return [name, numbers.includes(name) ? Number(value) : value];
    }),
  );
}

type Simulated = ReturnType<typeof statedSimulation>['given'];

function simulationOf(assembly: Assembly, call: { to: string; value: bigint }): SimulatedChanges {
  const { env, kind, fixtures } = assembly;
  const { treasury } = fixtures.addresses;
  const { isFailed, drains, given, authorityChanges, witnesses } = statedSimulation(
    env,
    treasury.evm,
  );
  if (isFailed) return nothing;
  if (kind === 'approve' || kind === 'revoke') return approveChanges(assembly);
  return {
    ...witnesses,
    block: 1n,
    balanceChanges: [
      ...(given.deltas
        ? statedDeltas(assembly, given.deltas)
        : honestDeltas(assembly, given, call)),
      ...(drains
        ? [{ account: treasury.evm, token: tokens.weth.address, delta: -(10n ** 18n) }]
        : []),
    ],
    authorityChanges,
    allowanceChanges: [...spentAllowance(assembly), ...statedAllowances(assembly, given)],
    inspected: inspectedBy(assembly, call.to),
  };
}

const nothing: SimulatedChanges = {
  block: 1n,
  balanceChanges: [],
  allowanceChanges: [],
  authorityChanges: [],
  inspected: new Map(),
};

function honestDeltas(
  { job, order, kind, fixtures, mutation, transaction }: Assembly,
  { receiverDelta }: Simulated,
  call: { value: bigint },
) {
  const wallet = fixtures.addresses.treasury.evm;
  const isNative = job.from.token === evmNativeToken;
  if (kind === 'refund')
    return [
      {
        account: wallet,
        token: job.from.token,
        delta: /a9059cbb|095ea7b3/.test(ofFamily(transaction, 'evm').data)
          ? -job.amount
          : job.amount,
      },
      { account: wallet, token: evmNativeToken, delta: -call.value },
    ];
  const literal = mutation.base === 'B-EVM-ERC20' && job.from.token === tokens.usdc.address;
  const paid = literal ? BigInt(fixtures['B-EVM-ERC20'].sim.treasury?.USDC ?? 0) : -job.amount;
  const brought = literal
    ? BigInt(fixtures['B-EVM-ERC20'].sim.receiver?.WETH ?? 0)
    : order.expectedOut;
  const payee = kind === 'deposit' ? (order.deposit?.address ?? '') : job.receiver;
  return [
    ...(isNative
      ? [{ account: wallet, token: evmNativeToken, delta: -call.value }]
      : [
          { account: wallet, token: job.from.token, delta: paid },
          { account: wallet, token: evmNativeToken, delta: -call.value },
        ]),
    ...(kind === 'deposit'
      ? [{ account: payee, token: job.from.token, delta: job.amount }]
      : job.to.chain === job.from.chain
        ? [
            {
              account: payee,
              token: job.to.token,
              delta: receiverDelta === undefined ? brought : BigInt(receiverDelta),
            },
          ]
        : []),
  ];
}

/** `{role: {symbol: delta}}`, or `{symbol: delta}` of the wallet. What is not stated stays. */
function statedDeltas({ job, fixtures }: Assembly, deltas: NonNullable<Simulated['deltas']>) {
  const { addresses } = fixtures;
  const wallet = addresses.treasury.evm;
  const stated = Object.entries(deltas).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([symbol, delta]) => ({
          account: name in addresses ? addresses[name as Role].evm : name,
          token: addressOf(symbol),
          delta: BigInt(delta),
        }))
      : [{ account: wallet, token: addressOf(name), delta: BigInt(value) }],
  );
  const measured = [
    { account: wallet, token: job.from.token },
    { account: wallet, token: evmNativeToken },
    { account: job.receiver, token: job.to.token },
  ];
  const rest = measured.filter(
    (one) => !stated.some(({ account, token: of }) => account === one.account && of === one.token),
  );
  return [...stated, ...rest.map((one) => ({ ...one, delta: 0n }))];
}

function addressOf(symbol: string): string {
  if (/^0x[0-9a-fA-F]{40}$/.test(symbol)) return symbol;
  if (/^(ETH|native)$/i.test(symbol)) return evmNativeToken;
  const known = Object.values(tokens).find((one) => one.family === 'evm' && one.symbol === symbol);
  if (!known) throw new CannotBuild(`the token ${symbol} is not known`);
  return known.address;
}

function spentAllowance({ job, order, kind }: Assembly) {
  if (kind !== 'swap' || job.from.token === evmNativeToken || order.spender === undefined)
    return [];
  return [{ token: job.from.token, spender: order.spender, before: job.amount, after: 0n }];
}

function statedAllowances({ env, job }: Assembly, { approvals = [] }: Simulated) {
  const standing = env.allowance as
    | { spender?: string; token?: string; amount: string }
    | undefined;
  return [
    ...approvals.map(([of, spender, after]) => ({
      token: of,
      spender,
      before: 0n,
      after: BigInt(after),
    })),
    ...(typeof standing === 'object' && standing.spender !== undefined
      ? [
          {
            token: standing.token ?? job.from.token,
            spender: standing.spender,
            before: BigInt(standing.amount),
            after: BigInt(standing.amount),
          },
        ]
      : []),
  ];
}

function approveChanges(assembly: Assembly): SimulatedChanges {
  const { env, kind, job, order, fixtures, transaction } = assembly;
  const spender = order.spender ?? fixtures.addresses.gateway.evm;
  const residual = typeof env.allowance === 'string' ? BigInt(env.allowance) : 0n;
  const { to } = ofFamily(transaction, 'evm');
  return {
    ...nothing,
    balanceChanges: [
      { account: fixtures.addresses.treasury.evm, token: job.from.token, delta: 0n },
    ],
    allowanceChanges: [
      {
        token: job.from.token,
        spender,
        before: kind === 'revoke' ? residual : 0n,
        after: kind === 'revoke' ? 0n : job.amount,
      },
    ],
    inspected: inspectedBy(assembly, to),
  };
}

/** What the node reports of every address that the order names. */
function inspectedBy(
  setting: Setting & { order: { spender?: string; deposit?: { address: string } } },
  target: string,
) {
  const { fixtures, env, order } = setting;
  const { router, gateway, pool, attacker, treasury, receiver, otherTreasury } = fixtures.addresses;
  const { seen } = codeHashes(setting);
  const person: InspectedAddress = { hasCode: false, isToken: false };
  const code = Object.entries((env.code ?? {}) as Record<string, string>).map(
    ([address, bytes]): [string, InspectedAddress] => [
      address,
      /^0x(?:ef0100.*)?$/i.test(bytes)
        ? person
        : { ...contract, codeHash: keccak256(bytes as Hex) },
    ],
  );
  const deposit = order.deposit?.address;
  return new Map<string, InspectedAddress>([
    [target, contract],
    ...(order.spender === undefined ? [] : [[order.spender, contract] as const]),
    [attacker.evm, contract],
    ...[treasury, receiver, otherTreasury].map(({ evm }) => [evm, person] as const),
    ...(deposit === undefined ? [] : [[deposit, person] as const]),
    [router.evm, { ...contract, ...seen }],
    [gateway.evm, contract],
    [pool.evm, contract],
    ...Object.values(tokens)
      .filter(({ family, address }) => family === 'evm' && address !== evmNativeToken)
      .map(({ address }) => [address, token] as const),
    ...code,
  ]);
}
