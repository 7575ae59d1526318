import { describe, expect, it } from 'vitest';
import { memoScript } from '../../../../src/families/bitcoin/formats/memo.ts';
import { outpointKey } from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import type { GuardRequest } from '../../../../src/ports/guard.ts';
import { judged } from '../../../guard/scenario.ts';
import { scripts, walletPublicKey } from '../adapter/build-psbt.ts';
import {
  aBitcoinRequest,
  account,
  addressOf,
  type Change,
  change,
  previousOutputs,
  receiver,
  toVault,
} from './scenario.ts';

/** The places of coins of a type among those of the scenario. */
const [taproot, strangers, rare] = [8, 9, 10];
const mixed = { spends: [taproot, 1], leased: [taproot, 1] };
const toTaproot = { ...change, script: scripts.walletTaproot };
const toStrangers = { ...change, script: scripts.strangerTaproot };
const memo = { value: 0n, script: memoScript(Buffer.from(`=:ETH.ETH:${receiver}`)) };

/** With the public key that the keystore has for the account. */
function judge(given: Change, publicKey: Uint8Array | undefined = walletPublicKey) {
  const bitcoin = { ...given.bitcoin, ...(publicKey ? { publicKey } : {}) };
  return judged(aBitcoinRequest({ ...given, bitcoin }));
}

const allowed = { kind: 'allow', fired: [] };

describe('a wallet’s transaction with coins of both address types', () => {
  it.each<[string, Change]>([
    ['change to its address', mixed],
    ['change to the other type', { ...mixed, outputs: [toVault, toTaproot] }],
    ['change first, and a memo', { ...mixed, outputs: [toTaproot, memo, toVault] }],
    ['only coins of its address, and change to the other type', { outputs: [toVault, toTaproot] }],
    ['a transfer whose coins were chosen here', { ...mixed, transfer: {} }],
    [
      'less change than the order’s own transaction',
      {
        ...mixed,
        outputs: [toVault, { ...toTaproot, value: 985_000n }],
        ordered: [toVault, toTaproot],
      },
    ],
    [
      'everything back, to the other type',
      {
        ...mixed,
        outputs: [{ ...toTaproot, value: 10_990_000n }],
        request: { intent: { kind: 'cancel' } },
      },
    ],
  ])('is allowed with %s', (_what, given) => {
    expect(judge(given)).toEqual(allowed);
  });

  it('is allowed for a wallet whose address is of the other type', () => {
    const own = addressOf(scripts.walletTaproot);
    const made = aBitcoinRequest({ ...mixed, bitcoin: { publicKey: walletPublicKey } });
    const { job, lease, unsigned, simulation, intent } = made;
    const order = (intent as Extract<GuardRequest['intent'], { kind: 'swap' }>).order;
    const request: GuardRequest = {
      ...made,
      intent: { kind: 'swap', order: { ...order, echo: { ...order.echo!, fromAddress: own } } },
      job: { ...job, wallet: { ...job.wallet, address: own } },
      lease: { ...lease, account: own },
      unsigned: { ...unsigned, account: own },
      simulation: {
        ...simulation,
        balanceChanges: simulation.balanceChanges.map((one) => ({ ...one, account: own })),
      },
    };
    expect(account).not.toBe(own);
    expect(judged(request)).toEqual(allowed);
  });

  it.each<[string, string, Change]>([
    [
      'B02',
      'a stranger’s coin of the other type',
      { spends: [0, 1, strangers], leased: [0, 1, strangers] },
    ],
    [
      'B02',
      'an own coin of the other type that is not leased',
      { spends: [taproot, 1], leased: [1] },
    ],
    [
      'B05',
      'change to a stranger’s of the other type',
      { ...mixed, outputs: [toVault, toStrangers] },
    ],
    [
      'B05',
      'change in both types',
      {
        ...mixed,
        outputs: [toVault, { ...change, value: 495_000n }, { ...toTaproot, value: 495_000n }],
      },
    ],
    [
      'B05',
      'a cancel that leaves something at a stranger’s',
      {
        ...mixed,
        outputs: [{ ...toStrangers, value: 10_990_000n }],
        request: { intent: { kind: 'cancel' } },
      },
    ],
  ])('is refused by %s with %s', (rule, _what, given) => {
    const { kind, fired } = judge(given);
    expect({ kind, isFired: fired.includes(rule) }).toEqual({ kind: 'reject', isFired: true });
  });

  it('is held where the coin of the other type may be rare', () => {
    const given = {
      spends: [0, 1, rare],
      leased: [0, 1, rare],
      outputs: [toVault, { ...change, value: 1_000_000n }],
    };
    expect(judge(given)).toEqual({ kind: 'hold', fired: ['B08'] });
    const known = previousOutputs.get(outpointKey({ txid: '5e'.repeat(32), vout: taproot }))!;
    const inscribed = new Map(previousOutputs).set(`${'5e'.repeat(32)}:${taproot}`, {
      ...known,
      isInscribed: true,
    } as typeof known);
    const { kind, fired } = judge({ ...mixed, bitcoin: { previousOutputs: inscribed } });
    expect({ kind, fired }).toEqual({ kind: 'hold', fired: ['B08'] });
  });

  it('is refused where the account’s key is not known, and unreadable with another’s', () => {
    expect(judged(aBitcoinRequest(mixed)).fired).toContain('B02');
    expect(judged(aBitcoinRequest({ outputs: [toVault, toTaproot] })).fired).toContain('B05');
    // A key of somebody else, as if it were the account's: it owns nothing here.
    const other = Uint8Array.from(
      Buffer.from(`02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`, 'hex'),
    );
    expect(judge(mixed, other)).toEqual({ kind: 'reject', fired: ['DECODE'] });
  });
});
