import { expect, it } from 'vitest';
import { changesBetween } from '../../dashboard/src/pages/treasury/rules/rule-changes.ts';

it('names each member that differs between two versions, and only these', () => {
  const before = {
    ...{ id: 'r', usd: '50', from: { chain: 'ETH', token: 'USDC' }, note: 'old' },
    assets: [{ token: 'a' }, { token: 'b' }],
  };
  const now = {
    ...{ id: 'r', usd: '60', from: { chain: 'ETH', token: 'DAI' }, 'a/b': { c: 1 } },
    assets: [{ token: 'a' }],
  };
  expect(changesBetween(before, now)).toEqual([
    { pointer: '/usd', before: '50', now: '60' },
    { pointer: '/from/token', before: 'USDC', now: 'DAI' },
    { pointer: '/a~1b', now: '{"c":1}' },
    { pointer: '/assets/1', before: '{"token":"b"}' },
    { pointer: '/note', before: 'old' },
  ]);
  expect(changesBetween(now, structuredClone(now))).toEqual([]);
  expect(changesBetween([1], { 0: 1 })).toEqual([{ pointer: '', before: '[1]', now: '{"0":1}' }]);
});
