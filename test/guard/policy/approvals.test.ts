import { expect, it } from 'vitest';
import { readGuardPolicy } from '../../../src/guard/policy/read-guard-policy.ts';
import { testApprovers } from '../../support/approvers.ts';

const { file } = testApprovers(['ann', 'ben']);
const rest = { when: {}, then: 'block' };
const demand = { approvals: 1, of: ['ann', 'ben'], expiresAfter: '24h' };

const faultsOf = (
  approvals: readonly object[] | undefined,
  approvers: readonly object[] = file,
) => {
  const read = readGuardPolicy({
    version: 1,
    ...(approvals ? { approvals } : {}),
    approvers,
  });
  return read.ok ? [] : read.faults.map(({ pointer, message }) => `${pointer} ${message}`);
};

it('takes a table whose last row blocks the rest', () => {
  const rows = [
    { when: { aboveUsd: '1000' }, then: demand },
    { when: { wallet: 'ops' }, then: 'allow' },
  ];
  expect(faultsOf([...rows, rest])).toEqual([]);
});

it.each<[string, Parameters<typeof faultsOf>, string]>([
  [
    'no last row that blocks',
    [[{ when: { wallet: 'ops' }, then: 'allow' }]],
    '/approvals/0 does not block the rest: add {"when": {}, "then": "block"} as the last row, and above it one row for each payment that may pass',
  ],
  [
    'no row',
    [[]],
    '/approvals/0 does not block the rest: add {"when": {}, "then": "block"} as the last row, and above it one row for each payment that may pass',
  ],
  [
    'a row that hides the others',
    [[{ when: {}, then: 'allow' }, rest]],
    '/approvals/0/when matches every payment, so no row behind it counts: name a condition',
  ],
  [
    'an approver who is nobody',
    [[{ when: { wallet: 'ops' }, then: { ...demand, of: ['ann', 'zoe'] } }, rest]],
    '/approvals/0/then/of/1 zoe is none of /approvers',
  ],
  [
    'more approvals than approvers',
    [[{ when: { wallet: 'ops' }, then: { ...demand, approvals: 3 } }, rest]],
    '/approvals/0/then/approvals is more than the 2 who may approve, so nothing would pass',
  ],
  [
    'one approver twice',
    [[{ when: { wallet: 'ops' }, then: { ...demand, of: ['ann', 'ann'] } }, rest]],
    '/approvals/0/then/of names somebody twice',
  ],
  [
    'a cooling period that outlasts the approval',
    [[{ when: { newReceiver: true }, then: { ...demand, coolFor: '24h' } }, rest]],
    '/approvals/0/then/coolFor is not below expiresAfter, so nothing would pass',
  ],
  [
    'no such time',
    [[{ when: { wallet: 'ops' }, then: { ...demand, expiresAfter: 'soon' } }, rest]],
    '/approvals/0/then/expiresAfter is not a time such as "30m", "24h" or "7d"',
  ],
  [
    'no such outcome',
    [[{ when: { wallet: 'ops' }, then: 'pass' }, rest]],
    '/approvals/0/then is neither "allow" nor "block" nor {"approvals": …, "of": […], "expiresAfter": …}',
  ],
  [
    'a token without its chain',
    [[{ when: { token: 'native' }, then: 'allow' }, rest]],
    '/approvals/0/when/chain is missing: a token is one of a chain',
  ],
  [
    'an unknown chain',
    [[{ when: { chain: 'NOWHERE' }, then: 'allow' }, rest]],
    '/approvals/0/when/chain NOWHERE is no chain that Ferryman knows',
  ],
  [
    'an unknown condition',
    [[{ when: { above: '5' }, then: 'allow' }, rest]],
    '/approvals/0/when/above is not known',
  ],
  [
    'two of one name',
    [[rest], [file[0]!, { ...file[1]!, name: 'ann' }]],
    '/approvers/1/name ann is a name already',
  ],
  [
    'two with one passkey',
    [[rest], [file[0]!, { ...file[1]!, passkeys: file[0]!.passkeys }]],
    '/approvers/1/passkeys/0 is a passkey of ann already',
  ],
  ['approvers without a table', [undefined], '/approvals is missing: approvers approve its rows'],
])('refuses %s', (_, [rows, approvers], fault) => {
  expect(faultsOf(rows, approvers)).toEqual([fault]);
});
