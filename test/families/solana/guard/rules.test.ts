import { SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { solanaNativeToken } from '../../../../src/families/solana/formats/chain.ts';
import { nativeMint } from '../../../../src/families/solana/guard/address.ts';
import { objects } from '../../../guard/objects.ts';
import {
  appended,
  bought,
  firedOnSolana,
  maker,
  makersAddress,
  makersSwap,
  unwrap,
  unwrapping,
} from './changes.ts';
import {
  account,
  amount,
  aSolanaRequest,
  attacker,
  budget,
  type Change,
  call,
  closeAccount,
  frozen,
  key,
  openAccount,
  otherTreasury,
  pool,
  receiver,
  rent,
  sendSol,
  signing,
  swapInstructions,
  tokenProgram,
  transferToken,
  u64,
  usdc,
  wallet,
  writable,
} from './scenario.ts';

describe('tampering with a Solana transaction', () => {
  const tokenCall = (data: number[], ...keys: string[]) =>
    appended(
      call(
        tokenProgram,
        [writable(account(wallet, usdc)), ...keys.map(writable), signing(wallet)],
        data,
      ),
    );
  const systemCall = (data: number[]) =>
    appended(
      call('11111111111111111111111111111111', [{ ...signing(wallet), isWritable: true }], data),
    );
  const owned = [...key(attacker).toBytes()];

  objects([
    {
      rule: 'S02',
      what: 'another account pays the fee',
      request: () => aSolanaRequest({ payer: otherTreasury }),
    },
    {
      rule: 'S02',
      what: 'a cosigner has not signed',
      request: () => aSolanaRequest(makersSwap({ unsigned: true })),
    },
    {
      rule: 'S02',
      what: 'bytes for another chain',
      request: () =>
        aSolanaRequest({
          request: { unsigned: { ...aSolanaRequest().unsigned, chain: 'DEVNET' } },
        }),
    },
    {
      rule: 'S02',
      what: 'bytes of another account than the leased one',
      request: () =>
        aSolanaRequest({
          request: { unsigned: { ...aSolanaRequest().unsigned, account: attacker } },
        }),
    },
    {
      rule: 'S03',
      what: 'a lookup table is being deactivated',
      request: () => {
        const [[table, { addresses }] = ['', { addresses: [] }]] =
          aSolanaRequest().simulation.solana!.lookupTables;
        return aSolanaRequest({
          solana: { lookupTables: new Map([[table, { addresses, ...frozen, isActive: false }]]) },
        });
      },
    },
    {
      rule: 'S04',
      kind: 'hold',
      what: 'a program that the policy does not name',
      request: () => aSolanaRequest(appended(call(attacker, [signing(wallet)], [1]))),
    },
    {
      rule: 'S04',
      kind: 'hold',
      what: 'an unnamed program that a named one calls',
      request: () =>
        aSolanaRequest({
          solana: {
            innerCalls: [{ program: attacker, accounts: [], call: { data: Uint8Array.of(1) } }],
          },
        }),
    },
    {
      rule: 'S04',
      kind: 'hold',
      what: 'the lookup table program',
      request: () =>
        aSolanaRequest(
          appended(call('AddressLookupTab1e1111111111111111111111111', [], [0, 0, 0, 0])),
        ),
    },
    {
      rule: 'S05',
      what: 'Assign',
      request: () => aSolanaRequest(systemCall([1, 0, 0, 0, ...owned])),
    },
    {
      rule: 'S05',
      what: 'Allocate',
      request: () => aSolanaRequest(systemCall([8, 0, 0, 0, ...u64(165n)])),
    },
    {
      rule: 'S05',
      what: 'a system call that nobody knows',
      request: () => aSolanaRequest(systemCall([13, 0, 0, 0])),
    },
    {
      rule: 'S05',
      what: 'a nonce account of the wallet’s is authorized to somebody',
      request: () => aSolanaRequest(systemCall([7, 0, 0, 0, ...owned])),
    },
    {
      rule: 'S05',
      what: 'a transfer of coins that the order does not declare',
      request: () => aSolanaRequest(appended(sendSol(wallet, attacker, 20_000_000_000n))),
    },
    {
      rule: 'S05',
      what: 'more coins than the amount',
      request: () =>
        aSolanaRequest(
          makersSwap({
            instructions: [...makersSwap().instructions!, sendSol(wallet, attacker, 1n)],
          }),
        ),
    },
    {
      rule: 'S05',
      what: 'a program assigns the wallet to another',
      request: () =>
        aSolanaRequest({
          solana: {
            innerCalls: [
              {
                program: '11111111111111111111111111111111',
                accounts: [wallet],
                call: { name: 'assign' },
              },
            ],
          },
        }),
    },
    {
      rule: 'S06',
      what: 'SetAuthority of an account',
      request: () => aSolanaRequest(tokenCall([6, 2, 1, ...owned])),
    },
    {
      rule: 'S06',
      what: 'SetAuthority to close',
      request: () => aSolanaRequest(tokenCall([6, 3, 1, ...owned])),
    },
    {
      rule: 'S06',
      what: 'Approve',
      request: () => aSolanaRequest(tokenCall([4, ...u64(2n ** 64n - 1n)], attacker)),
    },
    {
      rule: 'S06',
      what: 'ApproveChecked',
      request: () => aSolanaRequest(tokenCall([13, ...u64(1n), 6], usdc, attacker)),
    },
    { rule: 'S06', what: 'Burn', request: () => aSolanaRequest(tokenCall([8, ...u64(1n)], usdc)) },
    {
      rule: 'S06',
      what: 'WithdrawExcessLamports',
      request: () => aSolanaRequest(tokenCall([38], attacker)),
    },
    {
      rule: 'S06',
      what: 'UnwrapLamports',
      request: () => aSolanaRequest(tokenCall([45, 0], attacker)),
    },
    { rule: 'S06', what: 'a batch', request: () => aSolanaRequest(tokenCall([255, 1, 1])) },
    {
      rule: 'S06',
      what: 'a call with bytes too many',
      request: () => aSolanaRequest(tokenCall([17, 0])),
    },
    {
      rule: 'S06',
      what: 'CloseAccount to somebody else',
      request: () => aSolanaRequest(appended(closeAccount(account(wallet, usdc), attacker))),
    },
    {
      rule: 'S06',
      what: 'CloseAccount by somebody else',
      request: () =>
        aSolanaRequest({
          ...appended(closeAccount(account(wallet, usdc), wallet, makersAddress)),
          cosigner: maker,
        }),
    },
    {
      rule: 'S06',
      what: 'a transfer of another token',
      request: () =>
        aSolanaRequest(
          appended(
            transferToken(
              account(wallet, nativeMint),
              account(attacker, nativeMint),
              wallet,
              nativeMint,
              1n,
            ),
          ),
        ),
    },
    {
      rule: 'S06',
      what: 'a transfer of more than the amount',
      request: () =>
        aSolanaRequest(
          appended(
            transferToken(
              account(wallet, usdc),
              account(attacker, usdc),
              wallet,
              usdc,
              amount + 1n,
            ),
          ),
        ),
    },
    {
      rule: 'S06',
      what: 'a transfer that does not say its mint, from an account that is not the derived one',
      request: () =>
        aSolanaRequest(
          appended(
            call(
              tokenProgram,
              [writable(pool), writable(attacker), signing(wallet)],
              [3, ...u64(1n)],
            ),
          ),
        ),
    },
    {
      rule: 'S06',
      what: 'a program approves a delegate',
      request: () =>
        aSolanaRequest({
          solana: {
            innerCalls: [
              {
                program: tokenProgram,
                accounts: [pool, attacker, wallet],
                call: { data: Uint8Array.of(4, 1) },
              },
            ],
          },
        }),
    },
    {
      rule: 'S07',
      what: 'a token with a permanent delegate',
      request: () =>
        aSolanaRequest({
          solana: { mints: new Map([[usdc, { extensions: [12], transferFeeBps: 0 }]]) },
        }),
    },
    {
      rule: 'S07',
      what: 'a token that takes two hundredths of a transfer',
      request: () =>
        aSolanaRequest({
          solana: { mints: new Map([[usdc, { extensions: [1], transferFeeBps: 200 }]]) },
        }),
    },
    {
      rule: 'S07',
      what: 'a token whose mint nobody looked at',
      request: () => aSolanaRequest({ solana: { mints: new Map() } }),
    },
    {
      rule: 'S08',
      what: 'a durable nonce',
      request: () =>
        aSolanaRequest({
          instructions: [
            SystemProgram.nonceAdvance({ noncePubkey: key(pool), authorizedPubkey: key(wallet) }),
            ...swapInstructions(),
          ],
        }),
    },
    {
      rule: 'S09',
      what: 'a fee that is not the estimated one',
      request: () => aSolanaRequest({ computeBudget: budget(300_000, 60_000n) }),
    },
    {
      rule: 'S09',
      what: 'a compute budget that nobody knows',
      request: () =>
        aSolanaRequest(
          appended(
            call('ComputeBudget111111111111111111111111111111', [], [0, 1, 1, 1, 1, 0, 0, 0, 0]),
          ),
        ),
    },
    {
      rule: 'S10',
      what: 'a token account for somebody else',
      request: () => aSolanaRequest(appended(openAccount(attacker, nativeMint))),
    },
    {
      rule: 'S10',
      what: 'a token account that is not the derived one',
      request: () => aSolanaRequest(appended(openAccount(wallet, nativeMint, pool))),
    },
    {
      rule: 'S10',
      what: 'a token account opened by another program than the system program',
      request: () => {
        const opening = openAccount(wallet, nativeMint);
        opening.keys[4] = { pubkey: key(pool), isSigner: false, isWritable: false };
        return aSolanaRequest(appended(opening));
      },
    },
    {
      rule: 'S10',
      what: 'nothing that can get to the receiver',
      request: () =>
        aSolanaRequest(
          makersSwap({
            instructions: [
              sendSol(wallet, makersAddress, amount),
              transferToken(
                account(makersAddress, usdc),
                account(attacker, usdc),
                makersAddress,
                usdc,
                bought,
              ),
            ],
            simulation: {
              balanceChanges: [
                { account: wallet, token: solanaNativeToken, delta: -amount },
                { account: receiver, token: usdc, delta: bought },
              ],
            },
          }),
        ),
    },
    {
      rule: 'S10',
      what: 'a receiver that is a token account',
      request: () =>
        aSolanaRequest({
          simulation: { inspected: new Map([[wallet, { hasCode: false, isToken: true }]]) },
        }),
    },
    {
      rule: 'S10',
      what: 'a receiver that nobody looked at',
      request: () => aSolanaRequest({ simulation: { inspected: new Map() } }),
    },
    {
      rule: 'G11',
      what: 'an instruction more than in the order',
      request: () =>
        aSolanaRequest({
          signedInstructions: [...swapInstructions(), sendSol(wallet, pool, 0n)],
        }),
    },
    {
      rule: 'G11',
      what: 'another blockhash under signatures of others',
      request: () => {
        const change = makersSwap();
        return aSolanaRequest({ ...change, signedInstructions: change.instructions! });
      },
    },
    {
      rule: 'G12',
      what: 'more of the token is taken than the job gives',
      request: () =>
        aSolanaRequest({
          simulation: {
            balanceChanges: [
              { account: wallet, token: usdc, delta: -amount - 1n },
              { account: wallet, token: solanaNativeToken, delta: 6_100_000_000n },
            ],
          },
        }),
    },
    {
      rule: 'G12',
      what: 'a delegate appears',
      request: () =>
        aSolanaRequest({
          simulation: {
            allowanceChanges: [{ token: usdc, spender: attacker, before: 0n, after: 1n }],
          },
        }),
    },
  ]);

  it('G11: approves and cancels, of which there are none', () => {
    for (const kind of ['approve', 'revoke'] as const) {
      const intent = { kind, token: usdc, spender: attacker, value: 1n };
      expect(firedOnSolana({ request: { intent } }).fired).toContain('G11');
    }
    expect(firedOnSolana({ request: { intent: { kind: 'cancel' } } }).fired).toContain('G11');
  });

  it('S10 and G12: another owner of a token account', () => {
    const change = { account: account(wallet, usdc), what: 'owner', before: wallet };
    const simulation = { authorityChanges: [{ ...change, after: attacker }] };
    expect(firedOnSolana({ simulation })).toEqual({ kind: 'reject', fired: ['G12', 'S10'] });
  });

  it('S09: a priority fee of 0.005 SOL is the largest', () => {
    const priced = (price: bigint): Change => ({
      computeBudget: budget(1_000_000, price),
      fee: { computeUnitLimit: 1_000_000n, computeUnitPrice: price },
    });
    expect(firedOnSolana(priced(5_000_000n))).toEqual({ kind: 'allow', fired: [] });
    expect(firedOnSolana(priced(5_000_001n))).toEqual({ kind: 'requote', fired: ['S09'] });
  });

  it('S09 and E07: a price that burns waits where it is ours, and is rejected where others have signed it', () => {
    const price = 1_000_000_000_000n;
    const burning: Change = {
      computeBudget: budget(1_400_000, price),
      fee: { computeUnitLimit: 1_400_000n, computeUnitPrice: price },
    };
    expect(firedOnSolana(burning)).toEqual({ kind: 'requote', fired: ['E07', 'S09'] });
    expect(firedOnSolana(makersSwap(burning))).toEqual({ kind: 'reject', fired: ['E07', 'S09'] });
  });

  it.each([
    ['opened for somebody else', unwrapping({ owner: attacker }), ['S05', 'S06']],
    ['closed to somebody else', unwrapping({ destination: attacker }), ['S05', 'S06']],
    ['given more than its rent', unwrapping({ lamports: rent + 1n }), ['S05', 'S06']],
  ])('S05: the account that wrapped coins pass through is %s', (_what, instructions, rules) => {
    const moved = [
      { account: wallet, token: nativeMint, delta: -amount },
      { account: wallet, token: solanaNativeToken, delta: amount },
    ];
    const { kind, fired } = firedOnSolana({
      ...unwrap(instructions),
      simulation: { balanceChanges: moved },
    });
    expect({ kind, fired }).toEqual({ kind: 'reject', fired: rules });
  });
});
