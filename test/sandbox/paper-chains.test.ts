import { describe, expect, it } from 'vitest';
import { PAPER_CHAINS, paperTransaction } from '../../sandbox/chains/paper-chains.ts';

describe('addresses of chains that exist on paper', () => {
  it.each([
    ['LITECOIN', 'ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga'],
    ['LITECOIN', 'ltc1paardr2nczq0rx5rqpfwnvpzm497zvux64y0f7wjgcs7xuuuh2nnqd8yawa'],
    ['RIPPLE', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn'],
    ['RIPPLE', '0x0000000000000000000000000000000000000000'],
  ] as const)('are kept as bytes, and written as they were: %s %s', (name, text) => {
    const { parseAddress, renderAddress } = PAPER_CHAINS[name].notation;
    const address = parseAddress(text);
    expect(address).toMatch(/^0x[0-9a-f]+$/);
    expect(address && renderAddress(address)).toBe(text);
  });

  it.each([
    ['LITECOIN', 'ltc1q3m4ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga'],
    ['LITECOIN', 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqp0h0lahyan'],
    ['RIPPLE', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpp'],
    ['RIPPLE', 'ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga'],
    ['RIPPLE', 'r'],
  ] as const)('are no others: %s %s', (name, text) => {
    expect(PAPER_CHAINS[name].notation.parseAddress(text)).toBeUndefined();
  });
});

it('pays an order by a transaction that has the chain’s own form', () => {
  const paid = paperTransaction(`0x${'12'.repeat(32)}`);
  expect(PAPER_CHAINS.LITECOIN.notation.renderTransactionId(paid)).toMatch(/^[0-9a-f]{64}$/);
  expect(PAPER_CHAINS.RIPPLE.notation.renderTransactionId(paid)).toMatch(/^[0-9A-F]{64}$/);
  expect(paperTransaction(`0x${'13'.repeat(32)}`)).not.toBe(paid);
});
