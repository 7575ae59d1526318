import { describe, expect, it } from 'vitest';
import { keyOfItem } from '../../../../src/core/approvals/admission-item.ts';
import { solanaNativeToken } from '../../../../src/families/solana/formats/chain.ts';
import { nativeMint } from '../../../../src/families/solana/guard/address.ts';
import { createGuard } from '../../../../src/guard/create-guard.ts';
import type { GuardRequest, Intent, Judgement } from '../../../../src/ports/guard.ts';
import {
  guardNaming,
  policyFrom,
  testGuard,
  testPolicyFile,
} from '../../../support/guard-policy.ts';
import { aJob } from '../../../support/snapshot.ts';
import {
  appended,
  bridged,
  firedOnSolana,
  inWord,
  makersAddress,
  makersSwap,
  sent,
  unwrap,
  withTip,
} from './changes.ts';
import {
  account,
  amount,
  aSolanaRequest,
  attacker,
  type Change,
  call,
  dex,
  minOut,
  pool,
  sendSol,
  signing,
  tipped,
  tokenProgram,
  transferToken,
  usdc,
  wallet,
} from './scenario.ts';

const otherProvider = (intent: Intent): Intent =>
  intent.kind === 'swap' ? { ...intent, order: { ...intent.order, provider: 'across' } } : intent;
const itemsOf = (judged: Judgement) =>
  judged.kind === 'allow' ? [] : judged.findings.flatMap(({ item }) => item ?? []);
const atOne = { discriminator: '0x01', offset: 1 };
const receiver = [{ discriminator: '0x01', offset: -32, bytes: 32 }];
const memo = (text: string) =>
  call('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', [], [...Buffer.from(text)]);

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

describe('a Solana transaction that pays whom the policy names', () => {
  const passes = { kind: 'allow', fired: [] };
  const table = (change: object): Change => {
    const [[address, known] = ['', undefined]] = aSolanaRequest().simulation.solana!.lookupTables;
    return { solana: { lookupTables: new Map([[address, { ...known!, ...change }]]) } };
  };

  it.each<[string, Change]>([
    ['a tip that the order does not declare', withTip(5_000_000n)],
    [
      'such a tip beside coins on their way to another chain',
      {
        ...sent(sendSol(wallet, makersAddress, amount), sendSol(wallet, tipped, 500_000n)),
        simulation: {
          balanceChanges: [
            { account: wallet, token: solanaNativeToken, delta: -amount - 500_000n },
          ],
        },
      },
    ],
    [
      'coins to a named destination on their way to another chain',
      sent(sendSol(wallet, makersAddress, amount)),
    ],
    [
      'coins to the account that wraps them for it',
      sent(sendSol(wallet, account(makersAddress, nativeMint), amount)),
    ],
    [
      'with a lookup table that was extended long ago',
      { ...table({ canGrow: true, lastExtended: 999n }), simulation: { block: 6_000n } },
    ],
  ])('passes: %s', (_what, change) => {
    expect(firedOnSolana(change)).toEqual(passes);
  });

  it('holds coins to any address, whatever provider the router names', () => {
    const change = sent(sendSol(wallet, attacker, amount));
    expect(firedOnSolana({ ...change, order: { provider: 'across' } })).toEqual({
      kind: 'hold',
      fired: ['S05'],
    });
  });

  it('holds coins of which nothing says whom they are for on another chain', () => {
    const plain = sendSol(wallet, pool, amount);
    const held = { kind: 'hold', fired: ['S05'] };
    expect(firedOnSolana(sent(plain))).toEqual(held);
    expect(firedOnSolana(sent(plain, memo('order 7')))).toEqual(held);
    expect(firedOnSolana(sent(plain, memo(`pay ${aJob().receiver}`)))).toEqual(passes);
    const strict = createGuard({ policy: policyFrom({ ...testPolicyFile, profile: 'strict' }) });
    expect(JSON.stringify(strict.judge(aSolanaRequest(sent(plain))))).toContain(
      '"rule":"S05","severity":"reject","message":"the wallet pays an account for another chain',
    );
  });

  it('passes: a call that names the receiver on another chain where the policy says', () => {
    expect(firedOnSolana(bridged(inWord(aJob().receiver)))).toEqual(passes);
  });

  it('is held where nothing says whom a call pays on another chain, unless the policy admits that', () => {
    const nobody = '00'.repeat(32);
    expect(firedOnSolana(bridged(nobody, 3))).toEqual(passes);
    const judged = guardNaming('SOLANA', { programs: [dex] }).judge(
      aSolanaRequest(bridged(nobody)),
    );
    expect(judged).toMatchObject({
      kind: 'hold',
      findings: [
        { rule: 'S04', item: { kind: 'function', address: dex, lacks: { what: 'minimum' } } },
        { rule: 'S04', item: { kind: 'function', address: dex, lacks: { what: 'receiver' } } },
      ],
    });
  });

  it.each([
    ['of an intermediate token', { minimumOut: [{ ...atOne, of: 'intermediate' }] }],
    ['that the policy does not know', {}],
  ])('is held where a call to another chain states a minimum %s', (_what, layout) => {
    const program = { address: dex, receiver, ...layout };
    const judge = (profile: string, minimum: bigint, more: object = {}) =>
      guardNaming('SOLANA', { programs: [{ ...program, ...more }] }, { profile }).judge(
        aSolanaRequest(bridged(inWord(aJob().receiver), 1, minimum)),
      );
    expect(judge('standard', 1n)).toMatchObject({
      kind: 'hold',
      findings: [
        {
          rule: 'S04',
          item: {
            ...{ kind: 'function', address: dex, provider: 'RAYDIUM', lacks: { what: 'minimum' } },
            selector: '0x0101000000000000',
          },
        },
      ],
    });
    expect(judge('standard', 1n, { undescribed: ['0x01'] }).kind).toBe('allow');
    expect(judge('strict', minOut).kind).toBe('reject');
    expect(JSON.stringify(judge('strict', minOut))).toContain(
      'the strict policy does not say where the program’s calls state their minimum',
    );
  });

  it('is held for the one call that is admitted, not for others of its program', () => {
    const calling = (...data: number[]) =>
      aSolanaRequest(appended(call(dex, [signing(wallet)], data)));
    const admitted = itemsOf(testGuard.judge(calling(2)));
    const again = (request: GuardRequest) => testGuard.judge({ ...request, admitted }).kind;
    expect(admitted).toMatchObject([{ kind: 'finding', rule: 'S04' }]);
    expect(again(calling(2))).toBe('allow');
    expect(again(calling(4))).toBe('hold');
    expect(again({ ...calling(2), intent: otherProvider(calling(2).intent) })).toBe('hold');
  });

  it('is judged by its own call and provider after a person has admitted a program', () => {
    const guard = guardNaming('SOLANA', {});
    const bridging = (named: string, first: number, minimum: bigint) =>
      aSolanaRequest(bridged(named, first, minimum));
    const admitted = itemsOf(guard.judge(bridging(inWord(aJob().receiver), 1, minOut)));
    const again = (request: GuardRequest) => guard.judge({ ...request, admitted });
    expect(admitted.map(keyOfItem)).toEqual([
      `program|SOLANA|${dex}`,
      `function|SOLANA|${dex}|||0x0100bca065010000|minimum|RAYDIUM`,
      `function|SOLANA|${dex}|||0x0100bca065010000|receiver|RAYDIUM`,
    ]);
    expect(again(bridging(inWord(aJob().receiver), 1, minOut)).kind).toBe('allow');
    const other = bridging(inWord('0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630'), 7, 0n);
    expect(again(other).kind).toBe('hold');
    expect(again({ ...other, intent: otherProvider(other.intent) }).kind).toBe('hold');
    // On this chain too.
    const here = aSolanaRequest();
    const unknown = call(dex, [signing(wallet)], [9]);
    const swapHere = itemsOf(guard.judge(here));
    expect(guard.judge({ ...here, admitted: swapHere }).kind).toBe('allow');
    expect(guard.judge({ ...aSolanaRequest(appended(unknown)), admitted: swapHere }).kind).toBe(
      'hold',
    );
  });

  it('is refused under a strict policy if its program is new, whatever a person admits', () => {
    const guard = guardNaming('SOLANA', {}, { profile: 'strict' });
    const request = aSolanaRequest(bridged(inWord(aJob().receiver)));
    const admitted = itemsOf(guard.judge(request));
    expect(guard.judge({ ...request, admitted }).kind).toBe('reject');
  });

  it('is judged by what it says whom it is for after a person has admitted its payee', () => {
    const plain = sendSol(wallet, pool, amount);
    const said = aSolanaRequest(sent(plain, memo(`pay ${aJob().receiver}`)));
    const unsaid = aSolanaRequest(sent(plain, memo('account 4711')));
    const judge = (profile: string, request: GuardRequest) => {
      const guard = guardNaming('SOLANA', {}, { profile });
      return guard.judge({ ...request, admitted: itemsOf(guard.judge(said)) }).kind;
    };
    expect(judge('standard', said)).toBe('allow');
    expect(judge('standard', unsaid)).toBe('hold');
    expect(judge('strict', unsaid)).toBe('reject');
  });

  it('passes: what a batch does', () => {
    const one = transferToken(account(wallet, usdc), account(pool, usdc), wallet, usdc, 1n);
    const header = [one.keys.length, one.data.length];
    const keys = [...one.keys, ...one.keys];
    const data = [255, ...header, ...one.data, ...header, ...one.data];
    expect(firedOnSolana(appended(call(tokenProgram, keys, data)))).toEqual(passes);
  });

  it.each([
    ['half a call', [255, 4, 10, 12]],
    ['no call', [255]],
    ['an empty call', [255, 0, 0]],
    ['a batch', [255, 0, 4, 255, 0, 1, 17]],
  ])('is rejected with a batch of %s', (_what, data) => {
    expect(firedOnSolana(appended(call(tokenProgram, [], data)))).toEqual({
      kind: 'reject',
      fired: ['S06'],
    });
  });
});

describe('what is brought to a wallet that pays a tip out of the same balance', () => {
  const tip = 500_000n;
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
  ])('is rejected: %s', (_what, change) => {
    expect(firedOnSolana(change)).toEqual({ kind: 'reject', fired: ['DECODE'] });
  });

  it('S03: is rejected with a lookup table that the endpoint does not show', () => {
    expect(firedOnSolana({ solana: { lookupTables: new Map() } })).toEqual({
      kind: 'reject',
      fired: ['S03'],
    });
  });
});
