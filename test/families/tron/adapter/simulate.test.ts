import { keccak256, maxUint256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { tronNativeToken } from '../../../../src/families/tron/formats/chain.ts';
import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import {
  account,
  attacker,
  gateway,
  rawBytes,
  receiver,
  swapCall,
  usdt,
} from '../guard/scenario.ts';
import {
  accountOf,
  adapterOf,
  approvalOf,
  type Body,
  chain,
  contracts,
  internalOf,
  logOf,
  manyUnits,
  transferOf,
  wrappingOf,
} from './fake-node.ts';

const other = 'TD3oYH1PtNmhYX2T387xGUu5hRNjF67EXM';
const wtrx = chain.wrappedNative!;

interface World {
  logs?: object[];
  internal_transactions?: object[];
  /** The answers to `allowance`, by spender. */
  allowances?: Record<string, bigint>;
  isSilent?: boolean;
  /** Logs of an approval that is simulated to check the node. */
  approvalLogs?: object[];
  value?: bigint;
  inspect?: string[];
  /** Runtime code by the address in the node's form. Default: two bytes. */
  codes?: Record<string, string>;
}

function simulate(world: World = {}): Promise<SimulatedChanges> {
  const { logs, internal_transactions, allowances = {}, isSilent, value = 0n } = world;
  const told = Object.entries(allowances).map(
    ([spender, amount]) => [accountOf(spender).slice(2), amount] as const,
  );
  const isAt = (body: Body, token: string) =>
    String(body.contract_address).slice(2) === accountOf(token).slice(2);
  const { adapter } = adapterOf({
    'wallet/triggerconstantcontract': contracts({
      'balanceOf(address)': () => (isSilent ? undefined : 5n),
      'totalSupply()': (_data, body) => (isAt(body, usdt) ? 5n : undefined),
      'allowance(address,address)': (data) =>
        told.find(([spender]) => data.endsWith(spender))?.[1] ?? 0n,
      'approve(address,uint256)': () => ({ logs: world.approvalLogs ?? [] }),
      'swap()': () => ({
        ...(logs ? { logs } : {}),
        ...(internal_transactions ? { internal_transactions } : {}),
      }),
    }),
    'wallet/getcontractinfo': ({ value: address }) =>
      address === undefined
        ? {}
        : {
            smart_contract: { contract_address: address },
            runtimecode: world.codes?.[String(address)] ?? '6000',
          },
  });
  const fee = { family: 'tron', feeLimit: 1n, bandwidthFee: 0n } as const;
  // Selector of `swap()`.
  const bytes = rawBytes({ ...swapCall, data: '0x8119c065', value });
  const unsigned = { family: 'tron', chain: 'TRON', account, bytes, fee } as const;
  return adapter.simulate({
    unsigned,
    accounts: [receiver],
    tokens: [usdt],
    inspect: world.inspect ?? [gateway],
  });
}

const deltaOf = (
  { balanceChanges }: SimulatedChanges,
  who: string,
  token: string,
): bigint | undefined =>
  balanceChanges.find((change) => change.account === who && change.token === token)?.delta;

describe('a simulated TRON call', () => {
  it('shows what logs move and calls pay, and requested tokens even if unchanged', async () => {
    const changes = await simulate({
      logs: [transferOf(usdt, account, gateway, 700n), transferOf(usdt, account, attacker, 300n)],
      internal_transactions: [internalOf(gateway, receiver, 400n)],
    });
    expect(deltaOf(changes, account, usdt)).toBe(-1_000n);
    expect(deltaOf(changes, account, tronNativeToken)).toBe(0n);
    expect(deltaOf(changes, receiver, usdt)).toBe(0n);
    expect(deltaOf(changes, receiver, tronNativeToken)).toBe(400n);
    expect(changes.block).toBe(1_000n);
  });

  it('counts the coins that the call itself sends', async () => {
    const changes = await simulate({
      value: 1_000n,
      logs: [transferOf(usdt, gateway, receiver, 9n)],
      internal_transactions: [internalOf(gateway, account, 50n)],
    });
    expect(deltaOf(changes, account, tronNativeToken)).toBe(-950n);
    expect(deltaOf(changes, receiver, usdt)).toBe(9n);
  });

  it('shows every other token that moves to or from the accounts, including TRC-10', async () => {
    const changes = await simulate({
      logs: [transferOf(other, account, attacker, 5n), transferOf(attacker, gateway, attacker, 5n)],
      internal_transactions: [internalOf(account, attacker, 7n, { tokenId: '1002000' })],
    });
    expect(deltaOf(changes, account, other)).toBe(-5n);
    expect(deltaOf(changes, account, 'TRC-10 1002000')).toBe(-7n);
    expect(changes.balanceChanges.some(({ token }) => token === attacker)).toBe(false);
  });

  it('ignores inexact amounts between other accounts, and refuses them for the given accounts', async () => {
    const many = (from: string, to: string) =>
      internalOf(from, to, manyUnits, { tokenId: '1002000' });
    const logs = [transferOf(usdt, account, gateway, 1n)];
    const changes = await simulate({ logs, internal_transactions: [many(gateway, attacker)] });
    expect(deltaOf(changes, account, usdt)).toBe(-1n);
    for (const call of [many(account, attacker), many(gateway, receiver)]) {
      await expect(simulate({ logs, internal_transactions: [call] })).rejects.toMatchObject({
        code: 'SIMULATION_UNREADABLE',
      });
    }
  });

  it('leaves out reverted calls', async () => {
    const changes = await simulate({
      logs: [transferOf(usdt, account, gateway, 1n)],
      internal_transactions: [internalOf(gateway, receiver, 400n, { rejected: true })],
    });
    expect(deltaOf(changes, receiver, tronNativeToken)).toBe(0n);
  });

  it('shows wrapping and unwrapping, at the canonical contract only', async () => {
    const changes = await simulate({
      logs: [
        wrappingOf('Deposit', wtrx, account, 9n),
        wrappingOf('Withdrawal', wtrx, receiver, 4n),
        wrappingOf('Deposit', other, account, 5n),
      ],
    });
    expect(deltaOf(changes, account, wtrx)).toBe(9n);
    expect(deltaOf(changes, receiver, wtrx)).toBe(-4n);
    expect(deltaOf(changes, account, other)).toBeUndefined();
  });

  it('inspects the given addresses', async () => {
    const { inspected } = await simulate({
      logs: [transferOf(usdt, account, gateway, 1n)],
      inspect: [gateway, usdt],
    });
    expect(inspected).toEqual(
      new Map([
        [gateway, { hasCode: true, isToken: false, codeHash: keccak256('0x6000') }],
        [usdt, { hasCode: true, isToken: true, codeHash: keccak256('0x6000') }],
      ]),
    );
  });

  it('shows the code that a minimal proxy delegates to', async () => {
    const [proxy, target] = [gateway, usdt].map((one) => accountOf(one).slice(2).toLowerCase());
    const proxyCode = `363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`;
    const { inspected } = await simulate({
      logs: [transferOf(usdt, account, gateway, 1n)],
      codes: { [`41${proxy}`]: proxyCode, [`41${target}`]: '6001' },
    });
    expect(inspected.get(gateway)).toMatchObject({
      codeHash: keccak256(`0x${proxyCode}`),
      implementationHash: keccak256('0x6001'),
    });
  });

  it('does not take a missing answer of a token for an unchanged balance', async () => {
    await expect(simulate({ isSilent: true })).rejects.toMatchObject({ code: 'UNKNOWN_TOKEN' });
  });
});

describe('allowances after a simulated call', () => {
  const used = { token: usdt, spender: gateway };
  const taken = [transferOf(usdt, account, attacker, 1_000n)];

  it('are reduced by the amount taken, if only one spender can have taken it', async () => {
    const { allowanceChanges } = await simulate({ logs: taken, allowances: { [gateway]: 1_500n } });
    expect(allowanceChanges).toEqual([{ ...used, before: 1_500n, after: 500n }]);
  });

  it('are not guessed if two can', async () => {
    const allowances = { [gateway]: 1_500n, [attacker]: 1_000n };
    const { allowanceChanges } = await simulate({
      logs: taken,
      allowances,
      inspect: [gateway, attacker],
    });
    expect(allowanceChanges).toEqual([
      { ...used, before: 1_500n, after: 1_500n },
      { token: usdt, spender: attacker, before: 1_000n, after: 1_000n },
    ]);
  });

  it('stay unlimited', async () => {
    const { allowanceChanges } = await simulate({
      logs: taken,
      allowances: { [gateway]: maxUint256 },
    });
    expect(allowanceChanges).toEqual([{ ...used, before: maxUint256, after: maxUint256 }]);
  });

  it('follow the last approval in the logs', async () => {
    const logs = [
      approvalOf(usdt, account, gateway, 3n),
      ...taken,
      approvalOf(usdt, account, gateway, 7n),
    ];
    const { allowanceChanges } = await simulate({ logs, allowances: { [gateway]: 5n } });
    expect(allowanceChanges).toEqual([{ ...used, before: 5n, after: 7n }]);
  });

  it('include spenders and tokens that were not requested, operators and tokens with ids', async () => {
    const logs = [
      approvalOf(usdt, account, attacker, 3n),
      approvalOf(usdt, receiver, attacker, 4n),
      logOf('ApprovalForAll(address,address,bool)', other, account, attacker, 1n),
    ];
    const { allowanceChanges } = await simulate({ logs, allowances: { [attacker]: 2n } });
    expect(allowanceChanges).toEqual([
      { ...used, before: 0n, after: 0n },
      { token: usdt, spender: attacker, before: 2n, after: 3n },
      { token: other, spender: attacker, before: 0n, after: maxUint256 },
    ]);
  });
});

describe('a node without logs of simulated calls', () => {
  it('is refused if it shows no effect', async () => {
    await expect(simulate()).rejects.toMatchObject({ code: 'RPC_UNSUPPORTED' });
  });

  it('is distinguished from a call without effects', async () => {
    const changes = await simulate({ approvalLogs: [approvalOf(usdt, account, account, 0n)] });
    expect(changes.balanceChanges.every(({ delta }) => delta === 0n)).toBe(true);
  });
});
