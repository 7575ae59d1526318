import { describe, expect, it } from 'vitest';
import { solanaNativeToken } from '../../../../src/families/solana/formats/chain.ts';
import { nativeMint } from '../../../../src/families/solana/guard/address.ts';
import { appended, firedOnSolana, makersSwap, unwrap } from './changes.ts';
import { amount, type Change, pool, sendSol, usdc, wallet } from './scenario.ts';

describe('a Solana transaction that is in order', () => {
  it('passes: a listed program pays wrapped coins that become native ones', () => {
    expect(firedOnSolana({})).toEqual({ kind: 'allow', fired: [] });
  });

  it('passes: a maker has signed, and the wallet pays the rent of the receiver’s account', () => {
    expect(firedOnSolana(makersSwap())).toEqual({ kind: 'allow', fired: [] });
  });

  it('passes in the legacy form', () => {
    expect(firedOnSolana({ legacy: true })).toEqual({ kind: 'allow', fired: [] });
  });

  it('passes: wrapped coins go through an account that lives for one transaction', () => {
    const change = unwrap();
    const moved = [
      { account: wallet, token: nativeMint, delta: -amount },
      { account: wallet, token: solanaNativeToken, delta: amount },
    ];
    expect(firedOnSolana({ ...change, simulation: { balanceChanges: moved } })).toEqual({
      kind: 'allow',
      fired: [],
    });
  });

  it('passes: a tip that the order declares', () => {
    const tip = 500_000n;
    const change = appended(sendSol(wallet, pool, tip));
    const moved = [
      { account: wallet, token: usdc, delta: -amount },
      { account: wallet, token: solanaNativeToken, delta: 6_000_000_000n },
    ];
    const request = {
      ...change,
      order: { declaredFee: tip },
      simulation: { balanceChanges: moved },
    };
    expect(firedOnSolana(request)).toEqual({ kind: 'allow', fired: [] });
  });
});

describe('what is brought to a wallet that pays a tip out of the same balance', () => {
  const tip = 500_000n;
  const minOut = 6_000_000_000n;
  const firedWhenSentTo = (receiver: string, delta: bigint) =>
    firedOnSolana({
      ...appended(sendSol(wallet, receiver, tip)),
      order: { declaredFee: tip, minOut, quotedMinOut: minOut, expectedOut: minOut },
      job: { bound: { kind: 'min_out', minOut } },
      simulation: {
        balanceChanges: [
          { account: wallet, token: usdc, delta: -amount },
          { account: wallet, token: solanaNativeToken, delta },
        ],
      },
    });

  it('is counted before the tip', () => {
    expect(firedWhenSentTo(pool, minOut - tip)).toEqual({ kind: 'allow', fired: [] });
  });

  it('is no more by what the wallet sends to itself', () => {
    expect(firedWhenSentTo(wallet, minOut)).toEqual({ kind: 'allow', fired: [] });
    expect(firedWhenSentTo(wallet, minOut - tip).fired).toEqual(['G12']);
  });
});

describe('a Solana transaction that cannot be read', () => {
  const last = (change: (bytes: Uint8Array) => Uint8Array): Change => ({ bytes: change });
  it.each<[string, Change]>([
    ['bytes behind the message', last((bytes) => Uint8Array.from([...bytes, 0]))],
    ['bytes that end early', last((bytes) => bytes.subarray(0, -1))],
    [
      'a length that is not in its shortest form',
      last((bytes) => Uint8Array.from([0x81, 0, ...bytes.subarray(1)])),
    ],
    ['a version that is not known', last((bytes) => bytes.with(65, 0x81))],
    ['more than a packet', last((bytes) => Uint8Array.from([...bytes, ...new Uint8Array(1_300)]))],
    ['a signature of ours', last((bytes) => bytes.with(1, 1))],
    ['a lookup table that nobody knows', { solana: { lookupTables: new Map() } }],
  ])('is rejected: %s', (_what, change) => {
    expect(firedOnSolana(change)).toEqual({ kind: 'reject', fired: ['DECODE'] });
  });
});
