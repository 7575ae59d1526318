import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/core/swap/job.ts';
import { namesAnother } from '../../src/guard/names-another.ts';
import { account, aJob, receiver } from '../support/snapshot.ts';

const to = {
  family: 'other',
  token: '0x00',
  decimals: 8,
  symbol: 'X',
  reportedOnly: true,
} as const;
const paidOn = (chain: string, receiver: string): Job => aJob({ to: { ...to, chain }, receiver });

const litecoin = 'ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga';
const otherLitecoin = 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz';
const cash = 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq';
const sui = `0x${'0a'.repeat(32)}`;

describe('a memo of a swap to a chain that no family knows', () => {
  it.each<[string, Job]>([
    [`=:LTC.LTC:${litecoin}:1000`, paidOn('LITECOIN', litecoin)],
    [`SWAP:LTC.LTC:${litecoin.toUpperCase()}`, paidOn('LITECOIN', litecoin)],
    [`pays ${litecoin}`, paidOn('LITECOIN', litecoin)],
    // Another spelling of the same account.
    [`=:BCH.BCH:${cash.slice('bitcoincash:'.length)}`, paidOn('BITCOIN_CASH', cash)],
    [`to ${cash}`, paidOn('BITCOIN_CASH', cash)],
    // No address on that chain, or undecidable.
    ['4711424242', paidOn('LITECOIN', litecoin)],
    [`from ${cash}`, paidOn('LITECOIN', litecoin)],
    ['swap order', paidOn('EOS', 'ferryman1111')],
  ])('may be %s', (text, job) => {
    expect(namesAnother(text, job)).toBe(false);
  });

  it.each<[string, Job]>([
    [`=:LTC.LTC:${otherLitecoin}`, paidOn('LITECOIN', litecoin)],
    ['=:LTC.LTC:', paidOn('LITECOIN', litecoin)],
    [`pays ${otherLitecoin}`, paidOn('LITECOIN', litecoin)],
    [`pays:${otherLitecoin}`, paidOn('LITECOIN', litecoin)],
    ['=:BCH.BCH:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', paidOn('BITCOIN_CASH', cash)],
    // Without a checksum, but as long as a key.
    [`pays ${sui.replace('0a', '0b')}`, paidOn('SUI', sui)],
  ])('is not %s', (text, job) => {
    expect(namesAnother(text, job)).toBe(true);
  });
});

describe('a memo that says where money comes back to', () => {
  const stranger = '0x000000000000000000000000000000000000bEEF';
  const refunds = '0x0605808857d431Bfb447979A599B19Ab48166C9c';
  const job = aJob({ refundAddress: refunds });

  it.each([
    `=:ETH.ETH:${receiver}/${refunds}:1000`,
    `=:ETH.ETH:${receiver}/${account.toLowerCase()}`,
    `SWAP:ETH.ETH:${receiver}/`,
  ])('may name the job’s own: %s', (text) => {
    expect(namesAnother(text, job)).toBe(false);
  });

  it.each([
    `=:ETH.ETH:${receiver}/${stranger}:1000`,
    `=:ETH.ETH:${receiver}/${receiver}`,
    `s:ETH.ETH:${receiver}/${refunds}/${stranger}`,
    `=:ETH.ETH:${stranger}/${refunds}`,
  ])('names nobody else: %s', (text) => {
    expect(namesAnother(text, job)).toBe(true);
  });
});

describe('a memo with a second spelling of accounts', () => {
  const job = { ...aJob(), to: { ...to, family: 'evm', chain: 'XDC' }, receiver } as const;

  it('names the receiver in it, and nobody else', () => {
    expect(namesAnother(`to xdc${receiver.slice(2)}`, job)).toBe(false);
    expect(namesAnother(`to xdc${account.slice(2)}`, job)).toBe(true);
  });
});
