import { Address, beginCell, Cell } from '@ton/core';
import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import { type Chain, chainRegistry } from '../../../../src/core/swap/chains.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import type { Order } from '../../../../src/core/swap/swap.ts';
import {
  encodeWalletMessage,
  type OutgoingMessage,
} from '../../../../src/families/ton/adapter/wallet-message.ts';
import {
  friendlyTonAddress,
  rawTonAddress,
  readTonAddress,
} from '../../../../src/families/ton/formats/address.ts';
import { bocHex } from '../../../../src/families/ton/formats/boc.ts';
import { tonNativeToken } from '../../../../src/families/ton/formats/chain.ts';
import type { TonMessage } from '../../../../src/families/ton/formats/transaction.ts';
import type { TonWalletVersion } from '../../../../src/families/ton/formats/wallet-versions.ts';
import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import type { GuardRequest } from '../../../../src/ports/guard.ts';
import type { TonSimulation } from '../../../../src/ports/ton-simulation.ts';
import { aJob, anOrder, noon } from '../../../support/snapshot.ts';

/** The fixtures' addresses. */
export const wallet = '0:1ae3a0734c7974fa322f96a011927518d4ba2a5e26bfb15bffbb17ee2291911b';
const receiver = '0:8433af24133988ee60edd0112da060de6f703eaecac12c4ff39d9d124799cc7a';
export const attacker = '0:eb79180f9067ad7d49cdd9e42064f167a9739c082cce23608c2183ecc39e765d';
/** The policy names no operation of it. */
export const bridge = '0:9c20cf6f63c4e9c9e6411daf129f1ebf781f01841b0bf79f7361ef271a43f139';
export const pool = '0:cd4eb85646333c6cdacbd9c1d73254f5ef7f5fd1a69c0870a0c45ad2824505f7';
/**
 * A jetton's master, and what it derives for the wallet; and another jetton wallet of the same
 * owner.
 */
const usdt = `0:${'11'.repeat(32)}`;
export const jettonWallet = `0:${'bb'.repeat(32)}`;
export const otherJettonWallet = `0:${'cc'.repeat(32)}`;
/** Nobody has paid for its code yet. */
export const fresh = `0:${'dd'.repeat(32)}`;
export const frozen = `0:${'ee'.repeat(32)}`;

export const coins = 10_000_000_000n;
export const jettons = 100_000_000n;
const seqno = 7n;
const validUntil = noon / 1_000 + 90;

export const bounceable = (address: string): string =>
  friendlyTonAddress(address, { bounceable: true });
export const nonBounceable = (address: string): string =>
  friendlyTonAddress(address, { bounceable: false });
export const payloadOf = (cell: Cell): string =>
  cell.toBoc({ idx: false, crc32: false }).toString('base64');

/**
 * A body as an exchange could define one: an operation, a query, whom to pay and how much at least.
 */
export function swapBody({
  operation = 0x25938561,
  recipient = receiver,
  minOut = 398n,
  reference = new Cell(),
} = {}): Cell {
  return beginCell()
    .storeUint(operation, 32)
    .storeUint(1, 64)
    .storeRef(beginCell().storeAddress(Address.parseRaw(recipient)).storeCoins(minOut).endCell())
    .storeRef(reference)
    .endCell();
}

export interface Transfer {
  operation?: number;
  amount?: bigint;
  destination?: string | null;
  responseDestination?: string | null;
  customPayload?: Cell;
  forwardAmount?: bigint;
  forwardPayload?: Cell;
}

/** TEP-74. */
export function transferBody(change: Transfer = {}): Cell {
  const {
    operation = 0x0f8a7ea5,
    amount = jettons,
    destination = pool,
    responseDestination = wallet,
  } = change;
  return beginCell()
    .storeUint(operation, 32)
    .storeUint(1, 64)
    .storeCoins(amount)
    .storeAddress(destination === null ? null : Address.parseRaw(destination))
    .storeAddress(responseDestination === null ? null : Address.parseRaw(responseDestination))
    .storeMaybeRef(change.customPayload ?? null)
    .storeCoins(change.forwardAmount ?? 250_000_000n)
    .storeBit(true)
    .storeRef(change.forwardPayload ?? swapBody())
    .endCell();
}

export const coinsToPool = (change: Partial<TonMessage> = {}): TonMessage => ({
  address: bounceable(pool),
  value: coins + 300_000_000n,
  payload: payloadOf(swapBody()),
  ...change,
});
export const jettonsToPool = (
  transfer: Transfer = {},
  change: Partial<TonMessage> = {},
): TonMessage => ({
  address: bounceable(jettonWallet),
  value: 300_000_000n,
  payload: payloadOf(transferBody(transfer)),
  ...change,
});

export interface Change {
  /** What the job gives. Default: coins. */
  sells?: 'coins' | 'jettons';
  messages?: TonMessage[];
  /** What the bytes send in the place of the order's messages. */
  signed?: OutgoingMessage[];
  version?: TonWalletVersion;
  head?: { seqno?: number; validUntil?: number; walletId?: number };
  bytes?: string;
  job?: Partial<Job>;
  order?: Partial<Order>;
  chain?: Partial<Chain>;
  ton?: Partial<TonSimulation>;
  simulation?: Partial<SimulatedChanges>;
  unsigned?: Partial<GuardRequest['unsigned']>;
  request?: Partial<GuardRequest>;
}

/**
 * Coins for a jetton, or a jetton for coins, all in order: every change of a test is the one thing
 * wrong with it.
 */
export function aTonRequest(change: Change = {}): GuardRequest {
  const { sells = 'coins', version = 'v5r1' } = change;
  const coin = {
    family: 'ton',
    chain: 'TON',
    token: tonNativeToken,
    decimals: 9,
    symbol: 'TON',
  } as const;
  const jetton = { family: 'ton', chain: 'TON', token: usdt, decimals: 6, symbol: 'USDT' } as const;
  const [from, to] = sells === 'coins' ? [coin, jetton] : [jetton, coin];
  const amount = sells === 'coins' ? coins : jettons;
  const job = aJob({
    wallet: { ...aJob().wallet, address: wallet },
    from,
    to,
    amount,
    receiver,
    refundAddress: wallet,
    ...change.job,
  });
  const messages = change.messages ?? [sells === 'coins' ? coinsToPool() : jettonsToPool()];
  const order = anOrder({
    provider: 'STONFI',
    transaction: { family: 'ton', messages },
    signBy: noon + 15_000,
    echo: {
      srcTokenBlockchain: job.from.chain,
      srcTokenAddress: job.from.token,
      srcTokenAmount: `${Number(job.amount) / 10 ** job.from.decimals}`,
      dstTokenBlockchain: job.to.chain,
      dstTokenAddress: job.to.token,
      fromAddress: bounceable(wallet),
      receiver: job.receiver,
    },
    ...change.order,
  });
  delete order.spender;
  const head = { walletId: 0x7fffff11, validUntil, seqno: Number(seqno), ...change.head };
  const sent = change.signed ?? messages.map(outgoing);
  const value = sent.reduce((sum, message) => sum + message.value, 0n);
  return {
    intent: { kind: 'swap', order },
    chain: { ...chainRegistry.TON!, ...change.chain } as Chain,
    job,
    lease: { account: wallet, terms: { kind: 'seqno', seqno } },
    unsigned: {
      family: 'ton',
      chain: 'TON',
      account: wallet,
      bytes: change.bytes ?? bocHex(encodeWalletMessage({ version, ...head, messages: sent })),
      fee: { family: 'ton', walletFee: 10_000_000n },
      expires: BigInt(head.validUntil),
      ...change.unsigned,
    },
    simulation: {
      block: 1n,
      balanceChanges: [
        { account: wallet, token: tonNativeToken, delta: -value },
        { account: wallet, token: usdt, delta: sells === 'coins' ? 0n : -job.amount },
        { account: receiver, token: job.to.token, delta: 0n },
      ],
      allowanceChanges: [],
      authorityChanges: [],
      inspected: new Map(),
      ton: {
        jettonWallets: new Map([[usdt, jettonWallet]]),
        destinations: new Map([
          ...[pool, bridge, jettonWallet, otherJettonWallet, attacker].map(
            (one) => [one, 'active'] as const,
          ),
          [fresh, 'uninitialized'],
          [frozen, 'frozen'],
        ]),
        ...change.ton,
      },
      ...change.simulation,
    },
    policy: defaultPolicy,
    authenticity: { kind: 'sealed', by: 'library' },
    feeSpent: 0n,
    ...change.request,
  };
}

/** As the wallet is told to send it. */
export function outgoing({ address, value, payload, stateInit }: TonMessage): OutgoingMessage {
  const read = readTonAddress(address)!;
  const init = stateInit === undefined ? undefined : Cell.fromBase64(stateInit);
  return {
    destination: rawTonAddress(read),
    bounce: init !== undefined || read.form.kind === 'raw' || read.form.bounceable,
    value,
    body: payload === undefined ? new Cell() : Cell.fromBase64(payload),
    stateInit: init,
  };
}
