import { beginCell, comment } from '@ton/core';
import { describe, expect, it } from 'vitest';
import {
  encodeWalletMessage,
  type OutgoingMessage,
} from '../../src/families/ton/adapter/wallet-message.ts';
import { bocHex } from '../../src/families/ton/formats/boc.ts';
import { tonWalletVersions } from '../../src/families/ton/formats/wallet-versions.ts';
import type { UnsignedTransaction } from '../../src/ports/chain-adapter.ts';
import { testGuard } from '../support/guard-policy.ts';

const pay = (value: bigint, text = 'order'): OutgoingMessage => ({
  destination: `0:${'cd'.repeat(32)}`,
  bounce: true,
  value,
  body: comment(text),
  stateInit: undefined,
});
const stateInit = beginCell()
  .storeUint(0, 2)
  .storeBit(false)
  .storeBit(false)
  .storeBit(false)
  .endCell();

describe.each(tonWalletVersions)('several swaps in one message of a %s wallet', (version) => {
  const lease = { version, walletId: 7, validUntil: 1_900_000_000, seqno: 3 };
  const unsigned = (
    messages: readonly OutgoingMessage[],
    change: Partial<typeof lease> = {},
    where: Partial<UnsignedTransaction> = {},
  ): UnsignedTransaction => ({
    family: 'ton',
    chain: 'TON',
    account: `0:${'ab'.repeat(32)}`,
    bytes: bocHex(encodeWalletMessage({ ...lease, ...change, messages })),
    fee: { family: 'ton', walletFee: 1n },
    ...where,
  });
  const parts = [unsigned([pay(1n)]), unsigned([pay(2n)]), unsigned([pay(3n)])];
  const { judgeShared } = testGuard;

  it('is signed where it is its parts, one after the other', () => {
    expect(judgeShared(unsigned([pay(1n), pay(2n), pay(3n)]), parts)).toMatchObject({
      kind: 'allow',
      rules: ['N08'],
    });
  });

  it('is rejected with a part of two messages, whose outcomes would be taken for those of two parts', () => {
    const whole = unsigned([pay(1n), pay(2n), pay(3n)]);
    const two = [unsigned([pay(1n), pay(2n)]), unsigned([pay(3n)])];
    expect(judgeShared(whole, two)).toMatchObject({ kind: 'reject' });
  });

  const otherwise =
    'the transaction does not send exactly the messages of its parts, in their order';
  it.each<[string, UnsignedTransaction, string]>([
    ['one more message', unsigned([pay(1n), pay(2n), pay(3n), pay(4n)]), otherwise],
    ['one message less', unsigned([pay(1n), pay(2n)]), otherwise],
    ['another order', unsigned([pay(2n), pay(1n), pay(3n)]), otherwise],
    ['another value', unsigned([pay(1n), pay(2n), pay(4n)]), otherwise],
    ['another payload', unsigned([pay(1n), pay(2n), pay(3n, 'another')]), otherwise],
    [
      'another destination',
      unsigned([pay(1n), pay(2n), { ...pay(3n), destination: `0:${'ce'.repeat(32)}` }]),
      otherwise,
    ],
    ['another bounce flag', unsigned([pay(1n), pay(2n), { ...pay(3n), bounce: false }]), otherwise],
    [
      'the code of another account',
      unsigned([pay(1n), pay(2n), { ...pay(3n), stateInit }]),
      'the bytes are not a wallet message: a message carries the code of another account',
    ],
    [
      'another seqno',
      unsigned([pay(1n), pay(2n), pay(3n)], { seqno: 4 }),
      'the parts have another lease than the transaction',
    ],
    [
      'another time to live',
      unsigned([pay(1n), pay(2n), pay(3n)], { validUntil: 1_900_000_001 }),
      'the parts have another lease than the transaction',
    ],
    [
      'another subwallet',
      unsigned([pay(1n), pay(2n), pay(3n)], { walletId: 8 }),
      'the parts have another lease than the transaction',
    ],
    [
      'another account',
      unsigned([pay(1n), pay(2n), pay(3n)], {}, { account: `0:${'ac'.repeat(32)}` }),
      'only payments of one TON wallet can share a message',
    ],
  ])('is rejected with %s', (_, whole, message) => {
    expect(judgeShared(whole, parts)).toMatchObject({
      kind: 'reject',
      findings: [{ rule: 'N08', message }],
    });
  });

  it('is rejected on a family whose payments never share one', () => {
    const whole = unsigned([pay(1n), pay(2n), pay(3n)], {}, { family: 'evm' });
    const message = 'payments of this family never share a transaction';
    expect(judgeShared(whole, parts)).toMatchObject({ kind: 'reject', findings: [{ message }] });
  });

  it('is rejected with a part that nobody can read, and without parts', () => {
    const [first] = parts;
    if (!first) throw new Error('no part');
    const whole = unsigned([pay(1n)]);
    expect(judgeShared(whole, [{ ...first, bytes: '0x00' }]).kind).toBe('reject');
    expect(judgeShared({ ...whole, bytes: '0x00' }, [first]).kind).toBe('reject');
    expect(judgeShared(whole, []).kind).toBe('reject');
  });
});
