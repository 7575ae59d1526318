import { beginCell, Cell, storeStateInit } from '@ton/core';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { readRouterMessages } from '../../../../src/families/ton/adapter/router-messages.ts';
import { encodeWalletMessage } from '../../../../src/families/ton/adapter/wallet-message.ts';
import { rawTonAddress, readTonAddress } from '../../../../src/families/ton/formats/address.ts';
import { bocHex } from '../../../../src/families/ton/formats/boc.ts';
import { tonNativeToken } from '../../../../src/families/ton/formats/chain.ts';
import { isTonTestNetwork } from '../../../../src/families/ton/formats/network.ts';
import type { TonAccountStatus } from '../../../../src/ports/ton-simulation.ts';
import {
  bounceable,
  jettonWallet,
  otherJettonWallet,
  payloadOf,
  swapBody,
  transferBody,
} from '../../../families/ton/guard/scenario.ts';
import { noon } from '../../../support/snapshot.ts';
import type { Assembled, Assembly, Base, Setting } from './base.ts';
import { duration, told } from './env.ts';
import { type Terms, tokens, units, wireJob } from './fixtures.ts';
import { withStated } from './simulated.ts';
import { CannotBuild, requireKnown } from './vector.ts';

const seqno = 7n;
const version = 'v4r2';
const walletId = 698_983_191;

interface Payload {
  op?: string;
  jettonAmount?: string;
  destination?: string | null;
  responseDestination?: string | null;
  customPayload?: string | null;
  forwardTon?: string;
  forwardPayload?: {
    recipient?: string;
    minOut?: string;
    op?: string;
    extraRef?: string;
  } | null;
  recipient?: string;
  minOut?: string;
  newOwner?: string;
  text?: string;
  extraRef?: string;
  actions?: string[];
  queryId?: string;
}

const payloadMembers = [
  'op',
  'jettonAmount',
  'destination',
  'responseDestination',
  'customPayload',
  'forwardTon',
  'forwardPayload',
  'recipient',
  'minOut',
  'newOwner',
  'text',
  'extraRef',
  'actions',
  'queryId',
];

const raw = (address: string): string => {
  const parsed = readTonAddress(address);
  if (!parsed) throw new CannotBuild(`${address} is no TON address`);
  return rawTonAddress(parsed);
};

/** The members of `rebuild`, whether nested or as paths such as `payload.forwardTon`. */
function payloadChange({ mutation: { rebuild = {} } }: Setting): Payload | undefined {
  const change: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rebuild)) {
    if (name === 'payload') Object.assign(change, value);
    else if (name.startsWith('payload.')) setAt(change, name.split('.').slice(1), value);
    else if (!isStateInit(name)) throw new CannotBuild(`rebuild.${name} is not known`);
  }
  requireKnown('rebuild.payload', change, payloadMembers);
  return Object.keys(rebuild).length === 0 ? undefined : (change as Payload);
}

function isStateInit(name: string): boolean {
  return /^(?:(?:tonMessages|messages)\.0\.)?stateInit$/.test(name);
}

/** Code and data of nobody's, which make the address of the account that gets them. */
function stateInitOf({ mutation: { rebuild = {} } }: Setting) {
  const named = Object.entries(rebuild).find(([name]) => isStateInit(name));
  if (!named || named[1] === null) return {};
  const init = beginCell()
    .store(storeStateInit({ code: swapBody(), data: transferBody() }))
    .endCell();
  const isOfOther = /other|wrong|mismatch/i.test(JSON.stringify(named[1]));
  return {
    stateInit: payloadOf(init),
    ...(isOfOther ? {} : { address: bounceable(`0:${init.hash().toString('hex')}`) }),
  };
}

function setAt(into: Record<string, unknown>, path: string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) into[first] = value;
  else {
    into[first] = { ...(into[first] as object | undefined) };
    setAt(into[first] as Record<string, unknown>, rest, value);
  }
}

/** The body of the exchange: an operation, whom to pay, and how much at least. */
function exchangeBody(
  change: { op?: string; recipient?: string; minOut?: string; extraRef?: string },
  honest: { recipient: string; minOut: bigint },
): Cell {
  const { op, recipient, minOut, extraRef, ...others } = change;
  requireKnown('rebuild.payload.forwardPayload', others, []);
  return swapBody({
    ...(extraRef === undefined ? {} : { reference: transferBody() }),
    ...(op === undefined ? {} : { operation: Number(op) }),
    recipient: recipient === undefined ? honest.recipient : raw(recipient),
    minOut: minOut === undefined ? honest.minOut : BigInt(minOut),
  });
}

function coinBody(change: Payload, honest: { recipient: string; minOut: bigint }): Cell {
  const { op, text, extraRef, newOwner, actions, recipient, minOut, ...others } = change;
  requireKnown('rebuild.payload', { ...others, op }, ['op', 'queryId']);
  if (text !== undefined || extraRef !== undefined) {
    const builder = beginCell()
      .storeUint(Number(op ?? 0), 32)
      .storeStringTail(text ?? '');
    if (extraRef === undefined) return builder.endCell();
    return builder.storeRef(swapBody()).storeRef(transferBody()).endCell();
  }
  if (actions) {
    // A wallet's own signed request (W5), with its actions in the first reference.
    const list = actions.map((one) => beginCell().storeStringTail(one).endCell());
    const signed = beginCell()
      .storeUint(Number(op ?? 0x7369676e), 32)
      .storeUint(1, 64);
    for (const action of list.slice(0, 4)) signed.storeRef(action);
    return signed.endCell();
  }
  return exchangeBody(
    {
      ...(op === undefined ? {} : { op }),
      ...((newOwner ?? recipient) === undefined ? {} : { recipient: (newOwner ?? recipient)! }),
      ...(minOut === undefined ? {} : { minOut }),
    },
    honest,
  );
}

function jettonBody(
  change: Payload,
  {
    wallet,
    pool,
    recipient,
    minOut,
    amount,
  }: Record<'wallet' | 'pool' | 'recipient', string> & {
    minOut: bigint;
    amount: bigint;
  },
): Cell {
  const { op, destination, responseDestination, jettonAmount, forwardTon, customPayload } = change;
  const { forwardPayload, extraRef } = change;
  const addressOr = (given: string | null | undefined, usual: string): string | null =>
    given === null ? null : raw(given ?? usual);
  const body = transferBody({
    ...(op === undefined ? {} : { operation: Number(op) }),
    amount: jettonAmount === undefined ? amount : BigInt(jettonAmount),
    destination: addressOr(destination, pool),
    responseDestination: addressOr(responseDestination, wallet),
    ...(customPayload ? { customPayload: swapBody() } : {}),
    ...(forwardTon === undefined ? {} : { forwardAmount: BigInt(forwardTon) }),
    forwardPayload:
      forwardPayload === null
        ? new Cell()
        : exchangeBody(forwardPayload ?? {}, { recipient, minOut }),
  });
  if (extraRef === undefined) return body;
  return beginCell().storeSlice(body.beginParse()).storeRef(transferBody()).endCell();
}

const coinTerms: Terms = {
  from: tokens.ton,
  to: tokens.tonUsdt,
  provider: 'UNISWAP_V2',
  swapType: 'on-chain',
  expected: '30',
  min: '29.85',
};
const jettonTerms: Terms = {
  ...coinTerms,
  from: tokens.tonUsdt,
  to: tokens.ton,
  expected: '33.3',
  min: '33.1335',
};

function tonBase(terms: Terms, amount: string): Base {
  return {
    flow: 'wallet',
    kind: 'swap',
    terms,
    job: ({ fixtures: { addresses } }) =>
      wireJob(terms.from, terms.to, {
        amount,
        sender: addresses.treasury.tonBounceable,
        receiver: addresses.receiver.tonBounceable,
      }),
    transaction: (setting, job) => ({ tonMessages: [honestMessage(setting, terms, job)] }),
    word: tonWord(terms),
    assemble: assembleTon,
  };
}

export const tonBases: Readonly<Record<string, Base>> = {
  'B-TON-NATIVE': tonBase(coinTerms, '10'),
  'B-TON-JETTON': tonBase(jettonTerms, '100'),
};

function honestMessage(
  setting: Setting,
  { from, to, min }: Terms,
  job: { srcTokenAmount: string },
) {
  const { treasury, pool, receiver } = setting.fixtures.addresses;
  const change = payloadChange(setting) ?? {};
  const honest = { recipient: receiver.tonRaw, minOut: units(min, to.decimals) };
  if (from === tokens.ton)
    return {
      address: pool.tonBounceable,
      amount: `${units(job.srcTokenAmount, 9) + 300_000_000n}`,
      payload: payloadOf(coinBody(change, honest)),
      ...stateInitOf(setting),
    };
  const parties = { wallet: treasury.tonRaw, pool: pool.tonRaw, ...honest };
  return {
    address: bounceable(jettonWallet),
    amount: '300000000',
    payload: payloadOf(jettonBody(change, { ...parties, amount: units(job.srcTokenAmount, 6) })),
    ...stateInitOf(setting),
  };
}

function tonWord(terms: Terms): Base['word'] {
  return (text, setting, path) => {
    const { addresses } = setting.fixtures;
    if (path.endsWith('/payload')) return bagWord(text);
    if (path.endsWith('/stateInit')) return payloadOf(swapBody());
    const count = /(\d+) items?/.exec(text)?.[1];
    if (count !== undefined) {
      const message = honestMessage(setting, terms, { srcTokenAmount: '1' });
      return Array.from({ length: Number(count) }, () => message);
    }
    if (/NFT|domain/i.test(text)) return addresses.router.tonBounceable;
    if (/testnet/i.test(text)) return addresses.pool.tonTestnet;
    if (/attacker/i.test(text)) return addresses.attacker.tonBounceable;
    return undefined;
  };
}

/** Bags of cells that are none, by what a vector calls them. */
function bagWord(text: string): string | undefined {
  const bag = bagOf(text);
  return bag?.toString('base64');
}

function bagOf(text: string): Buffer | undefined {
  const cells = /([\d_,]+) cells/.exec(text)?.[1];
  if (cells !== undefined) {
    const levels = 900;
    return chain(levels, Math.ceil(Number(cells.replace(/[_,]/g, '')) / levels)).toBoc();
  }
  const depth = /depth (\d+)/.exec(text)?.[1];
  if (depth !== undefined) return chain(Number(depth), 0).toBoc();
  if (/roots/.test(text)) {
    // One more root in the header, and its index behind the first's.
    const one = new Cell().toBoc({ idx: false, crc32: false });
    return Buffer.concat([
      one.subarray(0, 7),
      Buffer.of(2),
      one.subarray(8, 11),
      Buffer.of(0),
      one.subarray(11),
    ]);
  }
  const size = /(\d+) ?KiB/.exec(text)?.[1];
  if (size !== undefined) return largeCells(Number(size) * 1_024).toBoc();
  if (/crc/i.test(text)) {
    const whole = swapBody().toBoc({ idx: false, crc32: true });
    return Buffer.concat([whole.subarray(0, -1), Buffer.of(whole.at(-1)! ^ 1)]);
  }
  if (/pruned/i.test(text)) {
    const branch = beginCell().storeUint(1, 8).storeUint(1, 8).storeBuffer(Buffer.alloc(32, 7));
    const { bits } = branch.storeUint(0, 16).endCell();
    return beginCell()
      .storeRef(new Cell({ exotic: true, bits }))
      .endCell()
      .toBoc();
  }
  if (/library|exotic/.test(text)) {
    const { bits } = beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 7)).endCell();
    return beginCell()
      .storeRef(new Cell({ exotic: true, bits }))
      .endCell()
      .toBoc();
  }
  if (/\+ ?1 byte|trailing/.test(text)) return Buffer.concat([swapBody().toBoc(), Buffer.of(0)]);
  return undefined;
}

/** Few levels of full cells, of so many bytes in all. */
function largeCells(bytes: number): Cell {
  const filled = (index: number) => beginCell().storeBuffer(Buffer.alloc(120, index));
  let top = filled(0);
  let list = filled(1);
  for (let index = 2; index * 120 < bytes + 240; index++) {
    list = filled(index).storeRef(list.endCell());
    if (index % 20 !== 0) continue;
    top = filled(index + 1)
      .storeRef(top.endCell())
      .storeRef(list.endCell());
    list = filled(index + 2);
  }
  return top.storeRef(list.endCell()).endCell();
}

/** So many levels, each with so many cells of its own beside the next. */
function chain(levels: number, beside: number): Cell {
  let cell = new Cell();
  for (let level = 0; level < levels; level++) {
    let list = beginCell().storeUint(level, 32).endCell();
    for (let index = 0; index < beside; index++)
      list = beginCell()
        .storeUint(level * 100 + index, 32)
        .storeRef(list)
        .endCell();
    cell = beginCell().storeUint(level, 32).storeRef(cell).storeRef(list).endCell();
  }
  return cell;
}

/** Of every account that the vector says nothing about: active. */
function stateOf(env: Setting['env'], address: string): TonAccountStatus {
  const states = (told(env, 'accountStates') ?? {}) as Record<string, string> | string;
  const given =
    typeof states === 'string'
      ? states
      : (Object.entries(states).find(
          ([name]) =>
            name === 'status' ||
            readTonAddress(name)?.hash.toString() === readTonAddress(address)?.hash.toString(),
        )?.[1] ?? 'active');
  if (/^(?:uninit|nonexist|empty)/.test(given)) return 'uninitialized';
  if (given === 'active' || given === 'frozen') return given;
  throw new CannotBuild(`the account state ${given} is not known`);
}

/** What something makes of the wallet message after the guard has judged it. */
interface Changed {
  to?: string;
  address?: string;
  amount?: string;
  value?: string;
  payload?: string;
  sendMode?: number;
  validUntil?: number;
  seqno?: number;
}

const changeable = [
  ...['to', 'address', 'amount', 'value', 'payload', 'sendMode', 'validUntil', 'seqno'],
];

function changedOf(env: Setting['env']): Changed {
  const changed = (told(env, 'mutated') ?? {}) as Record<string, unknown>;
  requireKnown('env.mutateBeforeSign', changed, changeable);
  return changed as Changed;
}

/** The wallet's body (v4r2) with another send mode for each message. */
function withMode(body: Cell, mode: number): Cell {
  const read = body.beginParse();
  const written = beginCell().storeBits(read.loadBits(104));
  while (read.remainingRefs > 0) {
    read.loadUint(8);
    written.storeUint(mode, 8).storeRef(read.loadRef());
  }
  return written.endCell();
}

export function assembleTon(assembly: Assembly): Assembled {
  const { fixtures, job, env, order, kind } = assembly;
  const account = fixtures.addresses.treasury.tonRaw;
  const chainOf = ofFamily(chainRegistry.TON!, 'ton');
  const { messages: given } = ofFamily(assembly.transaction, 'ton');
  const ordered = readRouterMessages(given, { version, isTestNetwork: isTonTestNetwork(chainOf) });
  const changed = changedOf(env);
  const { to = changed.address, amount = changed.value, payload } = changed;
  const messages = ordered.map((message) => ({
    ...message,
    ...(to === undefined ? {} : { destination: raw(to) }),
    ...(amount === undefined ? {} : { value: BigInt(amount) }),
    ...(payload === undefined ? {} : { body: swapBody({ operation: 1 }) }),
  }));
  const validFor = (duration(env, 'validFor') ?? 90_000) / 1_000;
  const expires = noon / 1_000 + 90;
  const validUntil = Number(
    changed.validUntil ?? told(env, 'validUntil') ?? noon / 1_000 + validFor,
  );
  const whole = encodeWalletMessage({
    version,
    walletId,
    validUntil,
    seqno: Number(changed.seqno ?? told(env, 'seqno') ?? seqno),
    messages,
  });
  const mode = changed.sendMode ?? told(env, 'sendMode');
  const cell = mode === undefined ? whole : withMode(whole, Number(mode));
  const own = told(env, 'jettonWallet');
  const sent = messages.reduce((sum, { value }) => sum + value, 0n);
  const isCoin = job.from.token === tonNativeToken;

  return {
    unsigned: {
      family: 'ton',
      chain: 'TON',
      account,
      bytes: bocHex(cell),
      fee: { family: 'ton', walletFee: 10_000_000n },
      expires: BigInt(changed.validUntil === undefined ? validUntil : expires),
    },
    simulation: withStated(
      assembly,
      {
        block: 1n,
        balanceChanges: [
          { account, token: tonNativeToken, delta: kind === 'deposit' ? -job.amount : -sent },
          ...(isCoin ? [] : [{ account, token: job.from.token, delta: -job.amount }]),
          ...(kind === 'deposit'
            ? [{ account: order.deposit?.address ?? '', token: job.from.token, delta: job.amount }]
            : [
                ...(isCoin ? [{ account, token: job.to.token, delta: 0n }] : []),
                { account: job.receiver, token: job.to.token, delta: 0n },
              ]),
        ],
        allowanceChanges: [],
        authorityChanges: [],
        inspected: new Map(
          kind === 'deposit'
            ? [[order.deposit?.address ?? '', { hasCode: false, isToken: false }]]
            : [],
        ),
        ton: {
          jettonWallets: new Map([
            [tokens.tonUsdt.address, own === undefined ? jettonWallet : raw(String(own))],
          ]),
          destinations: new Map([
            ...messages.map(({ destination }) => [destination, stateOf(env, destination)] as const),
            [jettonWallet, 'active'],
            [otherJettonWallet, 'active'],
          ]),
        },
      },
      (role) => assembly.fixtures.addresses[role]?.tonRaw ?? role,
    ),
    lease: { account, terms: { kind: 'seqno', seqno } },
  };
}
