import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../../src/families/shared/formats/base58.ts';
import { innerCalls } from '../../../../src/families/solana/adapter/inner-calls.ts';
import { firedOnSolana } from './changes.ts';
import { attacker, pool, tokenProgram, usdc, wallet } from './scenario.ts';

const systemProgram = '11111111111111111111111111111111';
const rentSysvar = 'SysvarRent111111111111111111111111111111111';
const cosigned = [attacker, pool];

/** One call in the two forms that nodes tell it in: as bytes, and as they read it for people. */
const calls = [
  {
    what: 'an account is opened for the wallet',
    told: { program: tokenProgram, data: [1], accounts: [pool, usdc, wallet, rentSysvar] },
    parsed: {
      type: 'initializeAccount',
      info: { account: pool, mint: usdc, owner: wallet, rentSysvar },
    },
    fired: [],
  },
  {
    what: 'an account is opened for the wallet, which the data name',
    told: {
      program: tokenProgram,
      data: [16, ...Buffer.alloc(32, 7)],
      accounts: [pool, usdc, rentSysvar],
    },
    parsed: {
      type: 'initializeAccount2',
      info: { account: pool, mint: usdc, owner: wallet, rentSysvar },
    },
    fired: [],
  },
  {
    what: 'tokens are transferred',
    told: {
      program: tokenProgram,
      data: [12, 0, 0, 0, 0, 0, 0, 0, 0, 6],
      accounts: [pool, usdc, attacker, wallet],
    },
    parsed: {
      type: 'transferChecked',
      info: {
        source: pool,
        mint: usdc,
        destination: attacker,
        authority: wallet,
        tokenAmount: { amount: '0' },
      },
    },
    fired: [],
  },
  {
    what: 'a delegate is approved',
    told: {
      program: tokenProgram,
      data: [4, 1, 0, 0, 0, 0, 0, 0, 0],
      accounts: [pool, attacker, wallet],
    },
    parsed: {
      type: 'approve',
      info: { source: pool, delegate: attacker, owner: wallet, amount: '1' },
    },
    fired: ['S06'],
  },
  {
    what: 'the wallet becomes one of several owners',
    told: {
      program: tokenProgram,
      data: [2, 2],
      accounts: [pool, rentSysvar, wallet, ...cosigned],
    },
    parsed: {
      type: 'initializeMultisig',
      info: { multisig: pool, rentSysvar, signers: [wallet, ...cosigned], m: 2 },
    },
    fired: ['S06'],
  },
  {
    what: 'an extension takes a fee from what the wallet transfers',
    told: {
      program: tokenProgram,
      data: [26, 1, ...Buffer.alloc(17)],
      accounts: [pool, usdc, attacker, wallet],
    },
    parsed: {
      type: 'transferCheckedWithFee',
      info: { source: pool, mint: usdc, destination: attacker, authority: wallet },
    },
    fired: ['S06'],
  },
  {
    what: 'an account of the wallet wants a memo from now on with everything that comes',
    told: { program: tokenProgram, data: [30, 0], accounts: [pool, wallet] },
    parsed: { type: 'enableRequiredMemoTransfers', info: { account: pool, owner: wallet } },
    fired: ['S06'],
  },
  {
    what: 'the wallet is given away',
    told: { program: systemProgram, data: [1, 0, 0, 0, ...Buffer.alloc(32)], accounts: [wallet] },
    parsed: { type: 'assign', info: { account: wallet, owner: attacker } },
    fired: ['S05'],
  },
  {
    what: 'the system program does to the wallet what nobody knows yet',
    told: { program: systemProgram, data: [13, 0, 0, 0], accounts: [wallet, attacker] },
    parsed: { type: 'createAccountAllowPrefund', info: { newAccount: wallet, source: attacker } },
    fired: ['S05'],
  },
  {
    what: 'the system program is told to do what only the token program does',
    told: { program: systemProgram, data: [99, 0, 0, 0], accounts: [wallet] },
    parsed: { type: 'transferChecked', info: { source: wallet } },
    fired: ['S05'],
  },
];

describe('a call of a program by a program', () => {
  it.each(calls)(
    'gets one verdict in whichever form a node tells it: $what',
    ({ told, parsed, fired }) => {
      const { program, data, accounts } = told;
      const forms = [
        { programId: program, accounts, data: encodeBase58(Uint8Array.from(data)) },
        { programId: program, parsed },
      ];
      const verdicts = forms.map((form) =>
        firedOnSolana({
          solana: { innerCalls: innerCalls([], [{ index: 0, instructions: [form] }]) },
        }),
      );
      const expected = { kind: fired.length > 0 ? 'reject' : 'allow', fired };
      expect(verdicts).toEqual([expected, expected]);
    },
  );
});
