import { describe, expect, it } from 'vitest';
import { tronNativeToken } from '../../../../src/families/tron/formats/chain.ts';
import type { GuardRequest } from '../../../../src/ports/guard.ts';
import { objects } from '../../../guard/objects.ts';
import { judged } from '../../../guard/scenario.ts';
import { noon } from '../../../support/snapshot.ts';
import {
  account,
  approveData,
  aTronAllowance,
  aTronSwap,
  attacker,
  cleanTronSwap,
  expires,
  feeLimit,
  gateway,
  hexOf,
  receiver,
  swapData,
  usdt,
} from './scenario.ts';

const approve = { kind: 'approve', token: usdt, spender: gateway, value: 1_000_000_000n } as const;
const revoke = { kind: 'revoke', token: usdt, spender: gateway } as const;

describe('valid TRON transactions', () => {
  const native = {
    family: 'tron',
    chain: 'TRON',
    token: tronNativeToken,
    decimals: 6,
    symbol: 'TRX',
  } as const;
  it.each<[string, () => GuardRequest]>([
    ['a swap', () => aTronSwap()],
    ['an approve', () => aTronAllowance(approve)],
    ['revoking a permission', () => aTronAllowance(revoke)],
    [
      'a claim',
      () =>
        aTronSwap({
          call: aWithdrawal(),
          request: {
            intent: { kind: 'claim', transaction: aWithdrawal(), minOut: 398n },
            simulation: {
              ...cleanTronSwap(),
              allowanceChanges: [],
              balanceChanges: [
                { account, token: tronNativeToken, delta: 0n },
                { account: receiver, token: tronNativeToken, delta: 400n },
              ],
            },
          },
        }),
    ],
    [
      'a swap of TRX',
      () =>
        aTronSwap({
          job: {
            from: native,
            to: { ...native, token: usdt, symbol: 'USDT' },
            amount: 1_000_000_000n,
          },
          call: { value: 1_000_000_000n },
          order: {
            echo: {
              srcTokenBlockchain: 'TRON',
              srcTokenAddress: tronNativeToken,
              srcTokenAmount: '1000',
              dstTokenBlockchain: 'TRON',
              dstTokenAddress: usdt,
              fromAddress: account,
              receiver,
            },
          },
          simulation: {
            balanceChanges: [
              { account, token: tronNativeToken, delta: -1_000_000_000n },
              { account: receiver, token: usdt, delta: 400n },
            ],
            allowanceChanges: [],
          },
        }),
    ],
  ])('%s', (_what, request) => {
    expect(judged(request())).toEqual({ kind: 'allow', fired: [] });
  });
});

function aWithdrawal() {
  return { family: 'tron', to: gateway, data: '0x3ccfd60b', value: 0n } as const;
}

describe('other kinds of TRON transactions', () => {
  const owner_address = hexOf(account);
  const ofType = (type: string, value: object): GuardRequest =>
    aTronSwap({ bytes: { type, value } });
  it.each<[string, () => GuardRequest]>([
    [
      'a transfer of TRX',
      () =>
        ofType('TransferContract', {
          owner_address,
          to_address: hexOf(attacker),
          amount: 1_000_000,
        }),
    ],
    [
      'a transfer of TRC-10 tokens',
      () =>
        ofType('TransferAssetContract', {
          owner_address,
          to_address: hexOf(attacker),
          asset_name: '31303032303030',
          amount: 1_000_000,
        }),
    ],
    [
      'new permissions of the account',
      () => {
        const key = { address: hexOf(attacker), weight: 1 };
        const permission = { permission_name: 'owner', threshold: 1, keys: [key] };
        return ofType('AccountPermissionUpdateContract', {
          owner_address,
          owner: { type: 0, ...permission },
          actives: [{ type: 2, ...permission, operations: 'ff'.repeat(32) }],
        });
      },
    ],
    [
      'a delegation of resources',
      () =>
        ofType('DelegateResourceContract', {
          owner_address,
          receiver_address: hexOf(attacker),
          balance: 1_000_000,
          resource: 'ENERGY',
        }),
    ],
  ])('is not signed: %s', (_what, request) => {
    const { kind, fired } = judged(request());
    expect(kind).toBe('reject');
    expect(fired).toContain('T01');
  });
});

describe('the envelope', () => {
  objects([
    {
      rule: 'T01',
      what: 'a call by another account',
      request: () => aTronSwap({ bytes: { call: { owner_address: hexOf(attacker) } } }),
    },
    {
      rule: 'T01',
      what: 'another permission than the owner’s',
      request: () => aTronSwap({ bytes: { contract: { Permission_id: 2 } } }),
    },
    {
      rule: 'T01',
      what: 'a memo, which is paid for',
      request: () => aTronSwap({ bytes: { raw: { data: '6869' } } }),
    },
    {
      rule: 'T01',
      what: 'bytes prepared for another account',
      request: () => aTronSwap({ unsigned: { account: attacker } }),
    },
    {
      rule: 'T01',
      what: 'bytes for another chain',
      request: () => aTronSwap({ unsigned: { chain: 'NILE' } }),
    },
  ]);

  it('does not allow a cancel', () => {
    const request = aTronSwap({ request: { intent: { kind: 'cancel' } } });
    const { kind, fired } = judged(request);
    expect(kind).toBe('reject');
    expect(fired).toContain('T01');
  });
});

describe('the called contract', () => {
  objects([
    {
      rule: 'T02',
      what: 'another calldata',
      request: () => aTronSwap({ signed: { data: swapData(aTronSwap().job, { minOut: 399n }) } }),
    },
    {
      rule: 'T03',
      what: 'a selector that moves tokens',
      request: () => aTronSwap({ call: { data: '0x23b872dd00' } }),
    },
    {
      rule: 'T03',
      what: 'no function at all',
      request: () => aTronSwap({ call: { data: '0xc35703' } }),
    },
    {
      rule: 'T03',
      what: 'a target that was not inspected',
      request: () => aTronSwap({ call: { to: attacker } }),
    },
    {
      rule: 'T03',
      what: 'the wallet itself',
      request: () =>
        aTronSwap({
          call: { to: account },
          simulation: {
            inspected: new Map([
              ...cleanTronSwap().inspected,
              [account, { hasCode: true, isToken: false }],
            ]),
          },
        }),
    },
    {
      rule: 'T03',
      what: 'an approve for more than is needed',
      request: () =>
        aTronAllowance(approve, {
          call: { data: approveData(gateway, 2n ** 256n - 1n) },
        }),
    },
    {
      rule: 'T03',
      what: 'an approve for another spender',
      request: () =>
        aTronAllowance(approve, { call: { data: approveData(attacker, approve.value) } }),
    },
    {
      rule: 'T03',
      kind: 'hold',
      what: 'a spender that the policy does not name',
      request: () =>
        aTronAllowance(
          { ...approve, spender: attacker },
          { simulation: { inspected: new Map([[attacker, { hasCode: true, isToken: false }]]) } },
        ),
    },
    {
      rule: 'G12',
      what: 'an approve that becomes another',
      request: () =>
        aTronAllowance(approve, {
          simulation: {
            allowanceChanges: [{ token: usdt, spender: gateway, before: 0n, after: 5n }],
          },
        }),
    },
  ]);

  it('does not allow bytes for another contract', () => {
    const { kind, fired } = judged(aTronSwap({ signed: { to: attacker } }));
    expect(kind).toBe('reject');
    expect(fired).toContain('T02');
  });
});

describe('the cost', () => {
  it('T04 and E07: a fee limit above the chain’s cap', () => {
    const request = aTronSwap({
      bytes: { raw: { fee_limit: 151_000_000 } },
      unsigned: { fee: { family: 'tron', feeLimit: 151_000_000n, bandwidthFee: 0n } },
    });
    expect(judged(request)).toEqual({ kind: 'requote', fired: ['E07', 'T04'] });
  });

  objects([
    {
      rule: 'T04',
      what: 'another fee limit than the estimated one',
      request: () => aTronSwap({ bytes: { raw: { fee_limit: Number(feeLimit) + 1 } } }),
    },
    {
      rule: 'T04',
      what: 'no fee limit',
      request: () =>
        aTronSwap({
          bytes: { raw: { fee_limit: 0 } },
          unsigned: { fee: { family: 'tron', feeLimit: 0n, bandwidthFee: 0n } },
        }),
    },
    {
      rule: 'E07',
      kind: 'requote',
      what: 'bandwidth that takes it above the cap',
      request: () =>
        aTronSwap({
          unsigned: { fee: { family: 'tron', feeLimit, bandwidthFee: 150_000_001n - feeLimit } },
        }),
    },
    {
      rule: 'T05',
      what: 'TRC-10 tokens sent along',
      request: () =>
        aTronSwap({ bytes: { call: { call_token_value: 1_000, token_id: 1_002_000 } } }),
    },
    {
      rule: 'T05',
      what: 'the name of a TRC-10 token alone',
      request: () => aTronSwap({ bytes: { call: { token_id: 1_002_000 } } }),
    },
    {
      rule: 'T05',
      what: 'a declared fee above the cap',
      request: () =>
        aTronSwap({
          call: { value: 50_000_001n },
          order: { declaredFee: 50_000_001n },
          simulation: {
            balanceChanges: cleanTronSwap().balanceChanges.map((change) =>
              change.account === account && change.token === tronNativeToken
                ? { ...change, delta: -50_000_001n }
                : change,
            ),
          },
        }),
    },
  ]);

  it('does not allow undeclared coins', () => {
    expect(judged(aTronSwap({ call: { value: 500_000_000n } })).fired).toContain('T05');
  });
});

describe('the validity', () => {
  const until = (expiration: bigint) =>
    aTronSwap({
      bytes: { raw: { expiration: Number(expiration) } },
      unsigned: { expires: expiration },
    });
  objects([
    { rule: 'T06', what: 'a day', request: () => until(expires + 86_400_000n) },
    { rule: 'T06', what: 'eleven minutes', request: () => until(BigInt(noon) + 660_000n) },
    { rule: 'T06', what: 'expired before its creation', request: () => until(BigInt(noon)) },
    {
      rule: 'T06',
      what: 'longer than the lease',
      request: () => aTronSwap({ unsigned: { expires: expires - 1n } }),
    },
    {
      rule: 'T06',
      what: 'without an expiration',
      request: () => {
        const { expires: _left, ...unsigned } = aTronSwap().unsigned;
        return aTronSwap({ request: { unsigned } });
      },
    },
    {
      rule: 'T06',
      what: 'under a nonce',
      request: () =>
        aTronSwap({ request: { lease: { account, terms: { kind: 'nonce', nonce: 1n } } } }),
    },
    {
      rule: 'T06',
      what: 'without a reference block',
      request: () => aTronSwap({ bytes: { raw: { ref_block_hash: '00112233' } } }),
    },
  ]);
});

describe('what the simulation shows', () => {
  objects([
    {
      rule: 'G12',
      what: 'another token that leaves the wallet',
      request: () =>
        aTronSwap({
          simulation: {
            balanceChanges: [
              ...cleanTronSwap().balanceChanges,
              { account, token: 'TRC-10 1002000', delta: -1n },
            ],
          },
        }),
    },
    {
      rule: 'G12',
      kind: 'requote',
      what: 'less than the order promises',
      request: () =>
        aTronSwap({
          simulation: {
            balanceChanges: cleanTronSwap().balanceChanges.map((change) =>
              change.delta === 400n ? { ...change, delta: 397n } : change,
            ),
          },
        }),
    },
    {
      rule: 'G12',
      what: 'a permission for another account',
      request: () =>
        aTronSwap({
          simulation: {
            allowanceChanges: [
              ...cleanTronSwap().allowanceChanges,
              { token: usdt, spender: attacker, before: 0n, after: 1n },
            ],
          },
        }),
    },
  ]);
});
