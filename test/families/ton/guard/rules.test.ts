import {
  Address,
  type Builder,
  beginCell,
  Cell,
  comment,
  contractAddress,
  ExternalAddress,
} from '@ton/core';
import { describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import { friendlyTonAddress } from '../../../../src/families/ton/formats/address.ts';
import { bocHex } from '../../../../src/families/ton/formats/boc.ts';
import type { TonMessage } from '../../../../src/families/ton/formats/transaction.ts';
import { tonWalletId } from '../../../../src/families/ton/formats/wallet.ts';
import { tonWalletVersions } from '../../../../src/families/ton/formats/wallet-versions.ts';
import type { Intent } from '../../../../src/ports/guard.ts';
import { judged } from '../../../guard/scenario.ts';
import { noon } from '../../../support/snapshot.ts';
import {
  aTonRequest,
  attacker,
  bounceable,
  bridge,
  type Change,
  coins,
  coinsToPool,
  fresh,
  frozen,
  jettons,
  jettonsToPool,
  jettonWallet,
  nonBounceable,
  otherJettonWallet,
  outgoing,
  payloadOf,
  pool,
  swapBody,
  type Transfer,
  transferBody,
  wallet,
} from './scenario.ts';

const evmReceiver = '0x52908400098527886E0F7030069857D2E4169EE7';
const toEvm: Change = {
  job: {
    to: { family: 'evm', chain: 'ETH', token: evmNativeToken, decimals: 18, symbol: 'ETH' },
    receiver: evmReceiver,
  },
};
const jettonSale = (transfer: Transfer, change: Partial<TonMessage> = {}): Change => ({
  sells: 'jettons',
  messages: [jettonsToPool(transfer, change)],
});
const coinSale = (change: Partial<TonMessage>): Change => ({ messages: [coinsToPool(change)] });
/** A call of a jetton wallet of the sender's, of a jetton that the job says nothing of. */
const lenient = (body: Cell, more: (body: Builder) => Builder = (same) => same): TonMessage => ({
  address: bounceable(otherJettonWallet),
  value: 100_000_000n,
  payload: payloadOf(more(beginCell().storeSlice(body.beginParse())).endCell()),
});
const transferWithExternalResponse = (): Cell =>
  beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(1, 64)
    .storeCoins(jettons)
    .storeAddress(Address.parseRaw(attacker))
    .storeAddress(new ExternalAddress(1n, 8))
    .storeMaybeRef(null)
    .storeCoins(1n)
    .storeBit(false)
    .endCell();
/** Coins for an account that the policy lets be paid without a body. */
const toBridge = (payload: string): Change => ({
  messages: [{ address: bounceable(bridge), value: coins, payload }],
});
const plain = (address: string, value: bigint): TonMessage => ({ address, value });
const init = { code: comment('code'), data: comment('data') };
const initCell = beginCell()
  .storeUint(0, 2)
  .storeMaybeRef(init.code)
  .storeMaybeRef(init.data)
  .storeBit(false)
  .endCell();
const deployed = contractAddress(0, init).toRawString();
const withWallet = (address: string) =>
  ({ chain: 'TON', family: 'ton', account: address }) as const;
const deep = (levels: number): Cell => {
  let cell = beginCell().endCell();
  for (let level = 0; level < levels; level++) cell = beginCell().storeRef(cell).endCell();
  return cell;
};
const wide = (count: number): Cell => {
  let cell = beginCell().endCell();
  for (let index = 0; index < count; index += 1) {
    cell = beginCell()
      .storeUint(index, 32)
      .storeRef(beginCell().storeUint(index, 64).endCell())
      .storeRef(cell)
      .endCell();
  }
  return cell;
};

/** The policy names it, and nothing reads what it asks for. */
const undescribed = 0x11111111;

describe.each(tonWalletVersions)('what a %s wallet sends', (version) => {
  it.each<[string, Change]>([
    ['coins to an exchange', {}],
    ['a jetton to an exchange', { sells: 'jettons' }],
    [
      'coins to a bridge, in a body that nobody can read',
      {
        ...toEvm,
        ...coinSale({ payload: payloadOf(swapBody({ operation: undescribed })) }),
      },
    ],
    [
      'a jetton to a bridge',
      { ...toEvm, ...jettonSale({ destination: bridge, forwardPayload: comment('order 7') }) },
    ],
    ['a deposit with a comment', { ...toEvm, ...toBridge(payloadOf(comment('order 7'))) }],
    [
      'a comment that names the receiver',
      { ...toEvm, ...toBridge(payloadOf(comment(`swap to ${evmReceiver}`))) },
    ],
    [
      'a route in parts',
      {
        messages: [coinsToPool({ value: 6_200_000_000n }), coinsToPool({ value: 4_200_000_000n })],
      },
    ],
    [
      'coins for the wallet itself, which contracts pay',
      {
        ...coinSale({ payload: payloadOf(beginCell().storeUint(0xea06185d, 32).endCell()) }),
        job: { receiver: wallet },
      },
    ],
    [
      'a fee that the order declares',
      {
        messages: [coinsToPool(), plain(nonBounceable(pool), 200_000_000n)],
        order: { declaredFee: 200_000_000n },
      },
    ],
    ['a raw address', coinSale({ address: pool })],
    [
      'an address for tests, on a test network',
      {
        ...coinSale({ address: friendlyTonAddress(pool, { bounceable: true, testOnly: true }) }),
        chain: { networkId: -3 } as Change['chain'] & object,
      },
    ],
  ])('is allowed: %s', (_what, change) => {
    expect(judged(aTonRequest({ version, ...change }))).toEqual({ kind: 'allow', fired: [] });
  });

  it('holds coins to any account, whatever provider the router names', () => {
    const change: Change = {
      ...toEvm,
      messages: [plain(nonBounceable(fresh), 900_000_000n)],
      job: { ...toEvm.job, amount: 900_000_000n },
      order: { provider: 'across' },
    };
    expect(judged(aTonRequest({ version, ...change }))).toEqual({ kind: 'hold', fired: ['N04'] });
  });

  const honest = outgoing(coinsToPool());
  it.each<[string, string, Change]>([
    // What is signed is not what was ordered.
    ['N01', 'a further message', { signed: [honest, outgoing(plain(bounceable(attacker), 100n))] }],
    [
      'N01',
      'one message less',
      { messages: [coinsToPool(), plain(bounceable(pool), 0n)], signed: [honest] },
    ],
    ['N01', 'another destination', { signed: [{ ...honest, destination: attacker }] }],
    ['N01', 'another value', { signed: [{ ...honest, value: honest.value + 1n }] }],
    ['N01', 'another body', { signed: [{ ...honest, body: swapBody({ minOut: 1n }) }] }],
    ['N01', 'another bounce flag', { signed: [{ ...honest, bounce: false }] }],
    [
      'N01',
      'code that nobody ordered',
      {
        messages: [coinsToPool({ address: bounceable(deployed) })],
        signed: [{ ...honest, destination: deployed, stateInit: initCell }],
      },
    ],
    ['N01', 'another seqno', { head: { seqno: 8 } }],
    [
      'N01',
      'a lease of another kind',
      { request: { lease: { account: wallet, terms: { kind: 'expiry' } } } },
    ],
    ['N01', 'another end than the lease’s', { unsigned: { expires: BigInt(noon / 1_000) } }],
    ['N01', 'bytes that are valid for a day', { head: { validUntil: noon / 1_000 + 86_400 } }],
    [
      'N01',
      'an order that says not until when',
      { order: { signBy: undefined as unknown as number } },
    ],
    ['N01', 'another account than the leased one', { unsigned: withWallet(attacker) }],
    ['N01', 'another chain', { unsigned: { chain: 'ETH' } }],
    // Whom it is for.
    ['N02', 'the masterchain', coinSale({ address: `-1:${'ab'.repeat(32)}` })],
    ['N02', 'the wallet itself', coinSale({ address: bounceable(wallet) })],
    [
      'N02',
      'an account of which nobody heard',
      coinSale({ address: bounceable(`0:${'99'.repeat(32)}`) }),
    ],
    ['N02', 'a frozen account', coinSale({ address: bounceable(frozen) })],
    [
      'N02',
      'much to an account without code',
      {
        ...toEvm,
        ...coinSale({ address: nonBounceable(fresh), payload: payloadOf(comment('7')) }),
      },
    ],
    [
      'N02',
      'a message to an account without code that comes back',
      {
        ...toEvm,
        messages: [plain(bounceable(fresh), 900_000_000n)],
        job: { ...toEvm.job, amount: 900_000_000n },
      },
    ],
    ['N02', 'a call that cannot come back', coinSale({ address: nonBounceable(pool) })],
    [
      'N02',
      'a jetton transfer that cannot come back',
      jettonSale({}, { address: nonBounceable(jettonWallet) }),
    ],
    [
      'N02',
      'an address for tests',
      coinSale({ address: friendlyTonAddress(pool, { bounceable: true, testOnly: true }) }),
    ],
    // Coins.
    [
      'N03',
      'more coins than the job gives and gas takes',
      coinSale({ value: coins + 500_000_001n }),
    ],
    [
      'N03',
      'gas for a message that asks for nothing',
      { ...toEvm, messages: [plain(bounceable(bridge), coins + 1n)] },
    ],
    ['N03', 'less coins than the job gives', coinSale({ value: coins - 1n })],
    ['N03', 'coins beside a jetton', jettonSale({}, { value: 500_000_001n })],
    [
      'N03',
      'gas in many messages',
      {
        messages: [
          coinsToPool({ value: coins + 400_000_000n }),
          ...[1, 2].map(() => plain(bounceable(pool), 400_000_000n)),
        ],
      },
    ],
    ['N03', 'gas above the job’s fee', { job: { maxFee: 300_000_000n } }],
    ['N03', 'a declared fee above the chain’s cap', { order: { declaredFee: 1_000_000_001n } }],
    // Bodies.
    [
      'N04',
      'a message that the job does not explain',
      { sells: 'jettons', messages: [jettonsToPool(), coinsToPool({ value: 1n })] },
    ],
    [
      'N04',
      'coins to somebody beside a jetton',
      { sells: 'jettons', messages: [jettonsToPool(), plain(bounceable(attacker), 100_000_000n)] },
    ],
    ['N04', 'a burn', jettonSale({ operation: 0x595f07bc })],
    [
      'N04',
      'an item that is given away',
      coinSale({ payload: payloadOf(swapBody({ operation: 0x5fcc3d14 })) }),
    ],
    [
      'N04',
      'a request to a wallet',
      coinSale({ payload: payloadOf(swapBody({ operation: 0x6578746e })) }),
    ],
    [
      'N04',
      'a body too short for an operation',
      coinSale({ payload: payloadOf(beginCell().storeUint(1, 8).storeRef(swapBody()).endCell()) }),
    ],
    [
      'N04',
      'a comment with more below it',
      coinSale({
        payload: payloadOf(
          beginCell()
            .storeUint(0, 32)
            .storeStringTail('hi')
            .storeRef(transferBody())
            .storeRef(swapBody())
            .endCell(),
        ),
      }),
    ],
    [
      'N04',
      'a transfer of another jetton, with a bit behind it that some jetton wallets do not mind',
      {
        messages: [
          coinsToPool(),
          lenient(transferBody({ destination: attacker }), (body) => body.storeBit(true)),
        ],
      },
    ],
    [
      'N04',
      'a transfer of another jetton, whose coins are to go to an address outside the chain',
      { messages: [coinsToPool(), lenient(transferWithExternalResponse())] },
    ],
    [
      'N04',
      'an auction of what the wallet owns',
      coinSale({ payload: payloadOf(swapBody({ operation: 0x487a8e81 })) }),
    ],
    [
      'N04',
      'a vesting contract that is to send',
      coinSale({ payload: payloadOf(swapBody({ operation: 0xa7733acd })) }),
    ],
    [
      'N04',
      'something unknown that a jetton wallet of another jetton is asked',
      {
        messages: [coinsToPool(), lenient(swapBody())],
        ton: { jettonWallets: new Map([[`0:${'22'.repeat(32)}`, otherJettonWallet]]) },
      },
    ],
    [
      'N04',
      'something unknown that the own jetton wallet is asked',
      coinSale({ address: bounceable(jettonWallet) }),
    ],
    [
      'N04',
      'another recipient on this chain',
      coinSale({ payload: payloadOf(swapBody({ recipient: attacker })) }),
    ],
    [
      'N04',
      'another recipient of what a jetton buys',
      jettonSale({ forwardPayload: swapBody({ recipient: attacker }) }),
    ],
    [
      'N04',
      'a comment that names another receiver',
      {
        ...toEvm,
        ...coinSale({
          payload: payloadOf(comment('to 0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630')),
        }),
      },
    ],
    // Jettons.
    ['N05', 'another jetton wallet', jettonSale({}, { address: bounceable(otherJettonWallet) })],
    [
      'N05',
      'a jetton transfer where coins are given',
      coinSale({ address: bounceable(otherJettonWallet), payload: payloadOf(transferBody()) }),
    ],
    [
      'N05',
      'a jetton wallet that nobody derived',
      { sells: 'jettons', ton: { jettonWallets: new Map() } },
    ],
    ['N05', 'more jettons than the job gives', jettonSale({ amount: jettons + 1n })],
    ['N05', 'less jettons than the job gives', jettonSale({ amount: jettons - 1n })],
    ['N05', 'the amount twice', { sells: 'jettons', messages: [jettonsToPool(), jettonsToPool()] }],
    ['N05', 'what is left for a stranger', jettonSale({ responseDestination: attacker })],
    ['N05', 'what is left for nobody', jettonSale({ responseDestination: null })],
    ['N05', 'a payload for the jetton wallet', jettonSale({ customPayload: swapBody() })],
    [
      'N05',
      'forward amounts that drain',
      jettonSale({ forwardAmount: 40_000_000_000n }, { value: 40_300_000_000n }),
    ],
    ['N05', 'as much forwarded as there is', jettonSale({ forwardAmount: 300_000_000n })],
    ['N05', 'jettons for nobody', jettonSale({ destination: null })],
    // Code and size.
    [
      'N06',
      'code for the destination',
      {
        ...coinSale({ address: bounceable(deployed), stateInit: payloadOf(initCell) }),
        ton: { destinations: new Map([[deployed, 'uninitialized']]) },
      },
    ],
    ['N07', 'a deep body', coinSale({ payload: payloadOf(swapBody({ reference: deep(63) })) })],
    [
      'N07',
      'many cells',
      {
        messages: [1, 2].map((half) =>
          coinsToPool({
            value: coins / 2n,
            payload: payloadOf(swapBody({ minOut: BigInt(half), reference: wide(45) })),
          }),
        ),
        signed: [1, 2, 3, 4, 5, 6].slice(0, version === 'v5r1' ? 6 : 4).map((part) => ({
          ...honest,
          body: swapBody({ minOut: BigInt(part), reference: wide(70 + part) }),
        })),
      },
    ],
    // As on every family.
    [
      'G06',
      'an order for another receiver',
      { order: { echo: { ...echoOf(), receiver: attacker } } },
    ],
    [
      'G06',
      'an order of another sender',
      { order: { echo: { ...echoOf(), fromAddress: attacker } } },
    ],
    [
      'G07',
      'an order that promises too little',
      { job: { bound: { kind: 'min_out', minOut: 399n } } },
    ],
    [
      'E07',
      'a fee above the chain’s cap',
      { unsigned: { fee: { family: 'ton', walletFee: 1_000_000_001n } } },
    ],
    ['G12', 'what was not measured', { simulation: { balanceChanges: [] } }],
    ['DECODE', 'what nobody looked at', { simulation: { ton: undefined as never } }],
  ])('is refused by %s: %s', (rule, _what, change) => {
    const { kind, fired } = judged(aTonRequest({ version, ...change }));
    expect(kind).not.toBe('allow');
    expect(fired).toContain(rule);
  });

  it.each(['approve', 'revoke', 'cancel', 'boost', 'refund', 'claim'] as const)(
    'is never there to %s',
    (kind) => {
      const { order } = aTonRequest().intent as Extract<Intent, { kind: 'swap' }>;
      const intents: Record<typeof kind, Intent> = {
        approve: { kind, token: pool, spender: pool, value: 0n } as Intent,
        revoke: { kind, token: pool, spender: pool } as Intent,
        cancel: { kind: 'cancel' },
        boost: {
          kind: 'boost',
          parent: { txId: 'a', fee: { family: 'bitcoin', total: 1n, virtualSize: 1n } },
        },
        refund: { kind: 'refund', transaction: order.transaction!, minBack: 0n },
        claim: { kind: 'claim', transaction: order.transaction!, minOut: 0n },
      };
      const { kind: verdict, fired } = judged(
        aTonRequest({ version, request: { intent: intents[kind] } }),
      );
      expect([verdict, fired.includes('N01')]).toEqual(['reject', true]);
    },
  );
});

describe('bytes that a wallet of ours would not sign', () => {
  const { bytes } = aTonRequest().unsigned;
  const v4 = (mode: number): string =>
    bocHex(
      beginCell()
        .storeUint(0x29a9a317, 32)
        .storeUint(noon / 1_000 + 90, 32)
        .storeUint(7, 32)
        .storeUint(0, 8)
        .storeUint(mode, 8)
        .storeRef(messageOf(aTonRequest({ version: 'v4r2' }).unsigned.bytes))
        .endCell(),
    );

  it('are refused by N01 where a V5R1 wallet of another network would take them too', () => {
    const network = -7_700_006;
    const sandbox = { networkId: network } as Change['chain'] & object;
    expect(judged(aTonRequest({ version: 'v5r1', chain: sandbox }))).toEqual({
      kind: 'reject',
      fired: ['N01'],
    });
    for (const subwallet of [0, 0x7fff]) {
      const head = { walletId: tonWalletId('v5r1', { network, subwallet }) };
      expect(judged(aTonRequest({ version: 'v5r1', chain: sandbox, head }))).toEqual({
        kind: 'allow',
        fired: [],
      });
      expect(judged(aTonRequest({ version: 'v5r1', head }))).toEqual({
        kind: 'reject',
        fired: ['N01'],
      });
    }
  });

  it('are refused by N01 where a message is sent in another mode', () => {
    const head = { walletId: 0x29a9a317 };
    expect(aTonRequest({ version: 'v4r2', head }).unsigned.bytes).toBe(v4(3));
    expect(judged(aTonRequest({ version: 'v4r2', bytes: v4(3) }))).toEqual({
      kind: 'allow',
      fired: [],
    });
    // 128: all that the wallet has; 64: what came in; 32: and destroy the account; 0 and 1: fees
    // from the value, or no seqno spared.
    for (const mode of [0, 1, 2, 128, 128 + 32, 64, 3 + 16]) {
      const { kind, fired } = judged(aTonRequest({ version: 'v4r2', bytes: v4(mode) }));
      expect([mode, kind, fired]).toEqual([mode, 'reject', ['N01']]);
    }
  });

  it.each([
    ['empty', '0x'],
    ['with a byte behind', `${bytes}00`],
    ['cut off', bytes.slice(0, -2)],
    ['without 0x', bytes.slice(2)],
  ])('are refused: %s', (_what, other) => {
    expect(judged(aTonRequest({ bytes: other }))).toEqual({ kind: 'reject', fired: ['DECODE'] });
  });
});

/** The one message in bytes of a V4R2 wallet. */
function messageOf(bytes: string): Cell {
  return Cell.fromHex(bytes.slice(2)).refs[0]!;
}

function echoOf() {
  return (aTonRequest().intent as Extract<Intent, { kind: 'swap' }>).order.echo!;
}
