import { describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { swapMemoFindings } from '../../src/guard/swap-memo.ts';
import { testPolicy } from '../support/guard-policy.ts';
import { aJob } from '../support/snapshot.ts';
import { dai, receiver } from './scenario.ts';

const ether = { family: 'evm', chain: 'ETH', token: evmNativeToken, decimals: 18, symbol: 'ETH' };
const daiThere = { ...ether, chain: 'ARBITRUM', token: dai, symbol: 'DAI' };
/** 4 coins, in 18 decimals. */
const minOut = 4n * 10n ** 18n;

function found(memo: string, to: object = ether, provider = 'thorchain'): string[] {
  const job = aJob({ to: to as never, flow: 'deposit' });
  return swapMemoFindings(memo, { job, guardPolicy: testPolicy }, { minOut, provider }).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );
}

it('admits a share up to a maximum, for the affiliates that the memo names', () => {
  const itemOf = (memo: string) => {
    const job = aJob({ to: ether as never, flow: 'deposit' });
    const [finding] = swapMemoFindings(
      memo,
      { job, guardPolicy: testPolicy },
      { minOut, provider: 'thorchain' },
    );
    return finding?.severity === 'hold' ? finding.item : undefined;
  };
  const item = itemOf(`=:e:${receiver}::wallet:121`);
  expect(item).toMatchObject({ what: 'memo with up to 130 bps for wallet' });
  expect(itemOf(`=:e:${receiver}::wallet:130`)).toEqual(item);
  expect(itemOf(`=:e:${receiver}::wallet:131`)).not.toEqual(item);
  expect(itemOf(`=:e:${receiver}::evil:121`)).not.toEqual(item);
});

describe('a memo for a swap', () => {
  it.each([
    `=:ETH.ETH:${receiver}`,
    `=:e:${receiver}`,
    `SWAP:ETH.ETH:${receiver}:400000000`,
    `=:ETH.ETH:${receiver}:4e8/1/0:wallet:100`,
    `s:ETH.ETH:${receiver}::a/b:50/50`,
    `=:ETH.ETH:${receiver}:4e8:someone:1000`,
    `=:ETH.ETH:${receiver}:::::`,
  ])('is in order: %s', (memo) => {
    expect(found(memo)).toEqual([]);
  });

  it('names a token by the end of its address, and a chain by its name', () => {
    expect(found(`=:ARB.DAI-${dai.slice(-6)}:${receiver}`, daiThere)).toEqual([]);
    expect(found(`=:ARB.DAI-${dai.slice(-5)}:${receiver}`, daiThere)).toEqual([]);
    expect(found(`=:ARBITRUM.DAI-${dai}:${receiver}`, daiThere)).toEqual([]);
    expect(found(`=:ARBITRUM.XDAI-${dai}:${receiver}`, daiThere)).toEqual([]);
  });

  it('may name another token with the same last digits', () => {
    const doubt = 'hold: the memo may name another token by its ticker or the end of its address';
    const other = 'reject: the memo names another token';
    const named = (asset: string) => found(`=:ARB.${asset}:${receiver}`, daiThere);
    expect(named(`FLIP-${dai.slice(-1)}`)).toEqual([other]);
    expect(named(`FLIP-${dai.slice(-4)}`)).toEqual([other]);
    expect(named(`FLIP-${dai.slice(-5)}`)).toEqual([doubt]);
    expect(named(`DAI-${dai.slice(-4)}`)).toEqual([doubt]);
    // THORChain takes the token with this ticker in its deepest pool; others know the order.
    expect(named('DAI')).toEqual([doubt]);
    expect(found(`=:ARB.DAI:${receiver}`, daiThere, 'across')).toEqual([]);
    expect(named('DAI-00000')).toEqual([other]);
    expect(named('FLIP')).toEqual([other]);
  });

  it.each([
    [`=:b:${receiver}`, 'reject: the memo names another chain'],
    [`=:f:${receiver}`, 'reject: the memo names another chain'],
    [`=:GAIA.ETH:${receiver}`, 'reject: the memo names another chain'],
    [`=:ETH.USDC-0XA0B8:${receiver}`, 'reject: the memo names another token'],
    [`=:ETH~ETH:${receiver}`, 'reject: the memo buys a claim on the token instead of the token'],
    [`=:ETH/ETH:${receiver}`, 'reject: the memo buys a claim on the token instead of the token'],
    [`=:ETH-ETH:${receiver}`, 'hold: the memo names an unknown asset'],
    [`=:q:${receiver}`, 'hold: the memo names an unknown asset'],
    [`=::${receiver}`, 'hold: the memo names an unknown asset'],
    [`=:e:${receiver}:399999999`, 'reject: the memo states a lower minimum than the order'],
    [`=:e:${receiver}::evil:101`, 'hold: the memo gives others too large a share'],
    [`=:e:${receiver}:0:a/b:60/60`, 'hold: the memo gives others too large a share'],
    [`=:e:${receiver}::evil`, 'hold: the memo gives others too large a share'],
    [`=:e:${receiver}::evil:1e3`, 'hold: the memo gives others too large a share'],
    [`=:e:${receiver}:4e8:a:1:ag:fin:5`, 'reject: the memo names a contract that swaps on'],
    ['TRADE+:thor1attacker', 'reject: the memo asks for something else than a swap'],
    ['+:ETH.ETH:thor1attacker', 'reject: the memo asks for something else than a swap'],
    ['=<:ETH.ETH:x:1', 'reject: the memo asks for something else than a swap'],
    ['loan+:BTC.BTC:x', 'reject: the memo asks for something else than a swap'],
    ['BOND:thor1attacker', 'reject: the memo asks for something else than a swap'],
  ])('is not: %s', (memo, finding) => {
    expect(found(memo)).toEqual([finding]);
  });

  it('is none: a tag, a text or an order', () => {
    for (const memo of ['1234567', 'order 7', 'add', `to ${receiver}`])
      expect(found(memo)).toEqual([]);
  });
});
