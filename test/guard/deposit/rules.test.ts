import { beginCell, Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { isNativeToken } from '../../../src/core/swap/chains.ts';
import { bitcoinNativeToken } from '../../../src/families/bitcoin/formats/chain.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import type { GuardRequest, Intent } from '../../../src/ports/guard.ts';
import * as bitcoin from '../../families/bitcoin/guard/scenario.ts';
import * as solana from '../../families/solana/guard/scenario.ts';
import * as ton from '../../families/ton/guard/scenario.ts';
import * as tron from '../../families/tron/guard/scenario.ts';
import { guardNaming } from '../../support/guard-policy.ts';
import { pricesAt } from '../../support/prices-at.ts';
import { noon } from '../../support/snapshot.ts';
import * as evm from '../scenario.ts';
import { judged } from '../scenario.ts';
import {
  bitcoinNative,
  type Change,
  evmAddress,
  evmNative,
  evmToken,
  memo,
  memoOutput,
  solanaNative,
  solanaToken,
  solanaTokenTo,
  tonAddress,
  tonJettons,
  tonNative,
  tronNative,
  tronToken,
} from './scenario.ts';

type Case = [string, () => GuardRequest];

const byTheBook: [string, (change?: Change) => GuardRequest][] = [
  ['coins of EVM', (change) => evmNative({}, change)],
  ['tokens of EVM', (change) => evmToken({}, change)],
  ['TRX', (change) => tronNative({}, change)],
  ['tokens of TRON', (change) => tronToken({}, change)],
  ['SOL', (change) => solanaNative({}, change)],
  ['tokens of Solana', (change) => solanaToken({}, change)],
  ['coins of TON', (change) => tonNative({}, change)],
  ['jettons', (change) => tonJettons({}, {}, change)],
  ['bitcoins', (change) => bitcoinNative(undefined, change)],
];

describe('a deposit by the book', () => {
  it.each(byTheBook)('is allowed: %s', (_what, request) => {
    expect(judged(request())).toEqual({ kind: 'allow', fired: [] });
  });

  it.each<Case>([
    ['coins of TON', () => tonNative({ said: undefined, ...own }, { deposit: withoutMemo })],
    [
      'coins to an account of TON that is there',
      () => tonNative({ to: ton.bounceable(ton.pool) }, { deposit: { address: ton.pool } }),
    ],
    ['jettons', () => tonJettons({ forwardPayload: new Cell() }, own, { deposit: withoutMemo })],
    ['TRX', () => tronNative({ said: undefined }, { deposit: withoutMemo })],
    ['SOL', () => solanaNative({ said: undefined }, { deposit: withoutMemo })],
    ['tokens to an account that is there', () => solanaToken({ opening: undefined })],
    ['bitcoins', () => bitcoinNative([bitcoin.toVault, bitcoin.change], { deposit: withoutMemo })],
    [
      'an order that does not say who pays',
      () => evmToken({}, { order: { echo: { ...echoOf(), fromAddress: '' } } }),
    ],
    [
      'an order that says where money comes back to',
      () =>
        evmToken(
          {},
          { order: { echo: { ...echoOf(), refundAddress: evm.account.toLowerCase() } } },
        ),
    ],
  ])('is allowed: %s', (_what, request) => {
    expect(judged(request())).toEqual({ kind: 'allow', fired: [] });
  });
});

/** The policy says that each of the provider's orders has an address of its own. */
const own = { order: { provider: 'across' } };
const withoutMemo = { memo: undefined } as unknown as { memo?: string };

function echoOf() {
  const { intent } = evmToken();
  if (intent.kind !== 'deposit') throw new Error('another intent');
  return intent.order.echo!;
}

/** The rules with findings; the verdict's kind if it is no rejection. */
const objected = (request: GuardRequest): string => {
  const { kind, fired } = judged(request);
  expect(kind).toBe('reject');
  return fired.join();
};

describe.each(byTheBook)('a deposit is not signed: %s,', (_what, request) => {
  it('where the job is not to be paid so', () => {
    expect(objected(request({ job: { flow: 'wallet' } }))).toContain('D01');
    expect(objected(request({ job: { flow: 'deposit-by-hand' } }))).toContain('D01');
  });

  it('to ourselves', () => {
    const { lease } = request();
    expect(objected(request({ deposit: { address: lease.account } }))).toContain('D01');
  });

  it('to somebody else than the bytes pay', () => {
    const others = [
      evm.attacker,
      tron.attacker,
      solana.attacker,
      ton.attacker,
      bitcoin.addressOf(bitcoin.stranger),
    ];
    const { family } = request().unsigned;
    const other = others[['evm', 'tron', 'solana', 'ton', 'bitcoin'].indexOf(family)]!;
    expect(objected(request({ deposit: { address: other } }))).toContain('D05');
  });

  it('of an amount that is not the job’s', () => {
    const { job } = request();
    for (const amount of [job.amount - 1n, job.amount + 1n]) {
      const fired = objected(request({ deposit: { amount } }));
      expect(fired).toContain('D02');
      expect(fired).toContain('D05');
    }
  });

  it('that does not arrive in full', () => {
    const { job } = request();
    expect(objected(request({ brought: job.amount - 1n }))).toBe('G12');
  });

  it('with another memo than the order’s', () => {
    for (const deposit of [{ memo: '0043' }, { memo: ` ${memo}` }]) {
      expect(objected(request({ deposit }))).toContain('D03');
    }
    const isEvm = request().unsigned.family === 'evm';
    if (!isEvm) expect(objected(request({ deposit: withoutMemo }))).toContain('D03');
  });

  it('for an order without a deposit, or that nobody asked for, or without a number', () => {
    const bare = request();
    if (bare.intent.kind !== 'deposit') throw new Error('another intent');
    const { deposit, ...order } = bare.intent.order;
    expect(deposit).toBeDefined();
    expect(objected({ ...bare, intent: { kind: 'deposit', order } })).toContain('D05');
    const { requestedAt, ...unasked } = bare.intent.order;
    expect(requestedAt).toBeDefined();
    expect(objected({ ...bare, intent: { kind: 'deposit', order: unasked } })).toContain('D04');
    expect(objected(request({ deposit: { exchangeId: '' } }))).toContain('D04');
  });

  it('once the order is old', () => {
    const signBy = noon - 500 + 600_000 + 60_001;
    const { kind, fired } = judged(request({ order: { signBy } }));
    expect(kind).toBe('requote');
    expect(fired).toEqual(['D04']);
  });

  it('as the swap of a wallet', () => {
    const deposit = request();
    if (deposit.intent.kind !== 'deposit') throw new Error('another intent');
    const asSwap = { ...deposit, intent: { kind: 'swap', order: deposit.intent.order } as const };
    // On other families a cross-chain wallet order may be a plain payment too.
    if (!['evm', 'tron'].includes(deposit.unsigned.family)) return;
    expect(judged(asSwap).kind).toBe('reject');
  });
});

describe('what is more, or other, than a plain payment', () => {
  const { wallet, usdc, receiver, attacker, account } = solana;
  const transferFrom = `0x23b872dd${'00'.repeat(96)}` as const;
  it.each<Case>([
    ['a call with coins', () => evmNative({ data: '0xd0e30db0' })],
    ['other coins', () => evmNative({ value: 10n ** 18n + 1n })],
    ['another receiver of coins', () => evmNative({ to: evm.attacker })],
    ['another token', () => evmToken({ of: evm.dai })],
    ['another receiver', () => evmToken({ to: evm.attacker })],
    ['another amount', () => evmToken({ amount: evm.amount - 1n })],
    ['coins beside tokens', () => evmToken({ value: 1n })],
    ['another function', () => evmToken({ data: transferFrom })],
    ['bytes behind the arguments', () => evmToken({ data: `${dataOf(evmToken())}00` })],
    ['an address that is too long', () => evmToken({ data: dirty(dataOf(evmToken())) })],
    ['another receiver of TRX', () => tronNative({ to: tron.attacker })],
    ['other TRX', () => tronNative({ amount: 999_999_999n })],
    ['TRX to a contract that is called', () => tronNative({ type: 'TriggerSmartContract' })],
    ['another receiver on TRON', () => tronToken({ to: tron.attacker })],
    ['TRX beside tokens', () => tronToken({ value: 1n })],
    [
      'TRC-10 tokens beside',
      () => tronToken({ call: { call_token_value: 1, token_id: 1_000_001 } }),
    ],
    [
      'another receiver of SOL',
      () => solanaNative({ transfer: solana.sendSol(wallet, attacker, 1_000_000_000n) }),
    ],
    ['two transfers', () => solanaNative({ more: [solana.sendSol(wallet, attacker, 1n)] })],
    ['tokens beside SOL', () => solanaNative({ more: [solanaTokenTo(attacker, 1n)] })],
    ['another token account', () => solanaToken({ transfer: solanaTokenTo(attacker) })],
    ['fewer tokens', () => solanaToken({ transfer: solanaTokenTo(receiver, 1n) })],
    [
      'an account for somebody else',
      () => solanaToken({ opening: solana.openAccount(attacker, usdc) }),
    ],
    [
      'an account of another token',
      () => solanaToken({ opening: solana.openAccount(receiver, attacker) }),
    ],
    ['a second transfer', () => solanaToken({ more: [solanaTokenTo(attacker, 1n)] })],
    [
      'an account that is closed',
      () => solanaToken({ more: [solana.closeAccount(account(wallet, usdc), attacker)] }),
    ],
    [
      'a delegate',
      () =>
        solanaToken({
          transfer: solana.call(
            solana.tokenProgram,
            [solana.signing(wallet)],
            [4, ...solana.u64(1n)],
          ),
        }),
    ],
    ['another receiver of coins of TON', () => tonNative({ to: ton.nonBounceable(ton.attacker) })],
    ['fewer coins of TON', () => tonNative({ value: ton.coins - 1n })],
    [
      'a second message',
      () =>
        tonNative({
          messages: [
            { address: tonAddress, value: ton.coins },
            { address: ton.attacker, value: 1n },
          ],
        }),
    ],
    [
      'a call of a contract',
      () =>
        tonNative({
          messages: [
            { address: tonAddress, value: ton.coins, payload: ton.payloadOf(ton.swapBody()) },
          ],
        }),
    ],
    ['another receiver of jettons', () => tonJettons({ destination: ton.attacker })],
    ['fewer jettons', () => tonJettons({ amount: 1n })],
    ['coins that come back to another', () => tonJettons({ responseDestination: ton.attacker })],
    ['coins that go on', () => tonJettons({ forwardAmount: 50_000_000n })],
    ['more coins than it takes', () => tonJettons({}, { value: 300_000_000n })],
    ['something else than a comment', () => tonJettons({ forwardPayload: ton.swapBody() })],
    [
      'a payload of its own',
      () => tonJettons({ customPayload: beginCell().storeBit(true).endCell() }),
    ],
    [
      'another jetton wallet',
      () =>
        tonJettons(
          {},
          {
            messages: [{ ...ton.jettonsToPool(), address: ton.bounceable(ton.otherJettonWallet) }],
          },
        ),
    ],
    [
      'a second output',
      () =>
        bitcoinNative([
          bitcoin.toVault,
          memoOutput(memo),
          { value: 1_000n, script: bitcoin.stranger },
          { ...bitcoin.change, value: 989_000n },
        ]),
    ],
    [
      'fewer satoshis',
      () => bitcoinNative([{ ...bitcoin.toVault, value: 1n }, memoOutput(memo), bitcoin.change]),
    ],
  ])('is rejected, though it is what was built: %s', (_what, request) => {
    expect(objected(request())).toContain('D05');
  });

  it.each<Case>([
    [
      'an order of TON without a memo, where many orders may share its address',
      () => tonNative({ said: undefined }, { deposit: withoutMemo }),
    ],
    ['the memo is missing: TRX', () => tronNative({ said: undefined })],
    ['another memo: TRX', () => tronNative({ said: '0043' })],
    ['the memo is missing: tokens of TRON', () => tronToken({ said: undefined })],
    ['bytes that are no text', () => tronNative({ raw: { data: 'ff' } })],
    ['the memo is missing: SOL', () => solanaNative({ said: undefined })],
    ['another memo: tokens of Solana', () => solanaToken({ said: '0043' })],
    [
      'the memo is missing: coins of TON',
      () => tonNative({ messages: [{ address: tonAddress, value: ton.coins }] }),
    ],
    [
      'another memo: jettons',
      () =>
        tonJettons({ forwardPayload: beginCell().storeUint(0, 32).storeStringTail('x').endCell() }),
    ],
    ['the memo is missing: bitcoins', () => bitcoinNative([bitcoin.toVault, bitcoin.change])],
    [
      'another memo: bitcoins',
      () => bitcoinNative([bitcoin.toVault, memoOutput('0043'), bitcoin.change]),
    ],
  ])('is rejected: %s', (_what, request) => {
    expect(objected(request())).toContain('D03');
  });
});

const dataOf = ({ intent }: GuardRequest): `0x${string}` => {
  const transaction = intent.kind === 'deposit' ? intent.order.transaction : undefined;
  if (transaction?.family !== 'evm') throw new Error('another family');
  return transaction.data as `0x${string}`;
};
const dirty = (data: `0x${string}`): `0x${string}` =>
  `${data.slice(0, 10)}01${data.slice(12)}` as `0x${string}`;

describe('an address that no deposit goes to', () => {
  it.each([
    ['the zero address', evmNativeToken],
    ['0xdead', '0x000000000000000000000000000000000000dEaD'],
    ['a contract that clients have built in', '0x0000000000000000000000000000000000000001'],
    ['the token that is paid in', evm.usdc],
    ['a wrong checksum', evmAddress.replace('E', 'e')],
    ['one of Bitcoin', bitcoin.account],
  ])('of EVM: %s', (_what, address) => {
    expect(
      objected(
        evmToken(
          { to: address.startsWith('0x') ? address.toLowerCase() : evmAddress },
          { deposit: { address } },
        ),
      ),
    ).toContain('D01');
  });

  it('the receiver’s, on a chain of no family whose addresses look the same', () => {
    const to = {
      family: 'other',
      chain: 'VE_CHAIN',
      decimals: 18,
      symbol: 'VET',
      reportedOnly: true,
    } as const;
    const job = { to: { ...to, token: evmNativeToken }, receiver: evmAddress };
    const echo = { ...echoOf(), dstTokenBlockchain: to.chain, dstTokenAddress: evmNativeToken };
    const order = { echo: { ...echo, receiver: evmAddress } };
    expect(objected(evmToken({}, { job, order }))).toBe('D01');
    const other = { echo: { ...echo, receiver: evm.receiver } };
    expect(
      judged(evmToken({}, { job: { ...job, receiver: evm.receiver }, order: other })).kind,
    ).toBe('allow');
  });

  it.each([
    ['the zero address', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['the token', tron.usdt],
  ])('of TRON: %s', (_what, address) => {
    expect(objected(tronToken({ to: address }, { deposit: { address } }))).toContain('D01');
  });

  it.each([
    ['the incinerator', '1nc1nerator11111111111111111111111111111111'],
    ['the system program', '11111111111111111111111111111111'],
    ['the token', solana.usdc],
  ])('of Solana: %s', (_what, address) => {
    expect(objected(solanaToken({}, { deposit: { address } }))).toContain('D01');
  });

  it.each([
    ['zero bytes', `0:${'00'.repeat(32)}`],
    ['the masterchain', `-1:${'11'.repeat(32)}`],
    ['a frozen account', ton.frozen],
    ['an account without code, from which it would bounce', ton.bounceable(ton.fresh)],
  ])('of TON: %s', (_what, address) => {
    expect(objected(tonNative({ to: address }, { deposit: { address } }))).toContain('D01');
  });

  it.each([
    ['an eater', '1BitcoinEaterAddressDontSendf59kuE'],
    ['zero bytes', '1111111111111111111114oLvT2'],
    ['one of a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['the form of the coin', bitcoinNativeToken],
  ])('of Bitcoin: %s', (_what, address) => {
    expect(objected(bitcoinNative(undefined, { deposit: { address } }))).toContain('D01');
  });

  it('is one of which nobody knows what it is, or that is a token', () => {
    const request = evmToken();
    const { simulation } = request;
    expect(objected({ ...request, simulation: { ...simulation, inspected: new Map() } })).toBe(
      'D01',
    );
    const token = new Map([[evmAddress, { hasCode: true, isToken: true }]]);
    expect(objected({ ...request, simulation: { ...simulation, inspected: token } })).toBe('D01');
  });
});

describe('a contract at the deposit address', () => {
  const at = (request: GuardRequest): GuardRequest => {
    const { simulation } = request;
    const inspected = new Map([
      ...simulation.inspected,
      [evmAddress, { hasCode: true, isToken: false }] as const,
    ]);
    return { ...request, simulation: { ...simulation, inspected } };
  };

  it('may pass coins on as they come, and no tokens', () => {
    expect(judged(at(evmNative({}, { brought: 0n }))).kind).toBe('allow');
    expect(objected(at(evmToken({}, { brought: 0n })))).toBe('G12');
    expect(objected(at(evmNative({ to: evm.attacker }, { brought: 0n })))).toContain('D05');
  });
});

describe('a memo that is not written', () => {
  it.each([
    ['is longer than 120 bytes', 'ü'.repeat(61)],
    ['has a line break', 'a\nb'],
    ['turns the text around', 'a\u202eb'],
    ['names another receiver', `=:ARB.DAI:${evm.attacker}`],
  ])('%s', (_what, text) => {
    expect(objected(solanaNative({ said: text }, { deposit: { memo: text } }))).toContain('D03');
  });

  it('is longer than nodes of Bitcoin pass on', () => {
    expect(objected(bitcoinNative(undefined, { deposit: { memo: 'a'.repeat(81) } }))).toContain(
      'D03',
    );
  });

  it('is on EVM in any case', () => {
    expect(objected(evmToken({}, { deposit: { memo: '1' } }))).toBe('D03');
  });
});

describe('fees of a deposit', () => {
  it('have what goes along in them', () => {
    expect(judged(tonJettons({}, {}, { job: { maxFee: 50_000_000n } }))).toEqual({
      kind: 'requote',
      fired: ['D05'],
    });
    expect(judged(solanaToken({}, { job: { maxFee: 1_000_000n } }))).toEqual({
      kind: 'requote',
      fired: ['D05'],
    });
    expect(judged(solanaToken({ opening: undefined }, { job: { maxFee: 1_000_000n } })).kind).toBe(
      'allow',
    );
  });

  it('have a refund address of somebody else’s beside them in no order', () => {
    const request = evmToken({}, { order: { echo: { ...echoOf(), refundAddress: evm.attacker } } });
    expect(objected(request)).toBe('G06');
  });
});

describe('the most that goes to a changing address', () => {
  const verdict = (
    request: GuardRequest,
    maximum: { maximumAmount?: string; maximumUsd?: string },
    usdPrice?: string,
  ) => {
    const { intent, chain, job } = request;
    const { provider } = (intent as Extract<Intent, { kind: 'swap' | 'deposit' }>).order;
    const token = isNativeToken(chain, job.from.token) ? 'native' : job.from.token;
    const entry = { provider, token, ...maximum };
    const prices =
      usdPrice === undefined
        ? {}
        : {
            prices: {
              tokens: [{ chain: chain.name, token, sources: [{ kind: 'static', usd: usdPrice }] }],
              unpriced: 'any',
            },
          };
    const judgement = guardNaming(chain.name, { rotatingAddresses: [entry] }, prices).judge({
      ...request,
      prices: pricesAt(job.from, usdPrice),
    });
    return judgement.kind === 'allow' ? ['allow'] : judgement.findings.map(({ rule }) => rule);
  };

  it.each<[string, () => GuardRequest, string]>([
    ['a deposit', evmToken, 'D05'],
    ['a swap of bitcoins', () => bitcoin.aBitcoinRequest(), 'B05'],
  ])('is the policy’s for the provider and the token: %s', (_what, requestOf, rule) => {
    const request = requestOf();
    const { amount } = request.job;
    expect(verdict(request, { maximumAmount: `${amount}` })).toEqual(['allow']);
    expect(verdict(request, { maximumAmount: `${amount - 1n}` })).toEqual([rule]);
    expect(verdict(request, {})).toEqual([rule]);
  });

  it.each<[string, object, string | undefined, string]>([
    ['the payment’s value', { maximumUsd: '2500' }, '2.5', 'allow'],
    ['less than it', { maximumUsd: '2499.999999' }, '2.5', 'D05'],
    ['more, beside a smaller amount', { maximumUsd: '2500', maximumAmount: '1' }, '2.5', 'D05'],
    ['anything, without a price', { maximumUsd: '2500' }, undefined, 'D05'],
  ])('may be one in US dollars: %s', (_what, maximum, usdPrice, expected) => {
    expect(verdict(evmToken(), maximum, usdPrice)).toEqual([expected]);
  });

  it('in US dollars does not bound what replaces a payment, which is judged without prices', () => {
    const request: GuardRequest = { ...evmToken(), repeats: true };
    expect(verdict(request, { maximumUsd: '1' })).toEqual(['allow']);
  });
});

describe('a deposit of bitcoins', () => {
  it('spends no unconfirmed coin, as a swap does not', () => {
    const request = bitcoinNative();
    const { bitcoin: known } = request.simulation;
    const [coin] = [...known!.previousOutputs.keys()];
    const waiting = { ...known!, waiting: [coin!] };
    const simulation = { ...request.simulation, bitcoin: waiting };
    expect(judged({ ...request, simulation })).toEqual({ kind: 'requote', fired: ['B08'] });
  });
});
