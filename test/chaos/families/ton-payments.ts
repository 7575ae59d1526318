import type { Cell, CommonMessageInfoInternal, Message, Slice, Transaction } from '@ton/core';
import { isDone } from '../../../sandbox/audit/ton-trace.ts';
import { readDepositBody } from '../../../sandbox/ton/deposit-body.ts';
import { tonNativeToken } from '../../../src/families/ton/formats/chain.ts';
import type { Outgoing } from './run-chain.ts';
import { messagesOf, type TonHistory } from './ton-history.ts';

/** TEP-74, and the sandbox's pools (contracts/jetton-pool.fc). */
const transfer = 0x0f8a7ea5;
const internalTransfer = 0x178d4519;
const notification = 0x7362d09c;
const swap = 0x73776170;
const refused = 0x6261636b;

/** What a wallet may send something to. */
export interface KnownTon {
  /** Raw addresses. */
  pools: ReadonlySet<string>;
  /** The wallet's own, by raw address, with the tokens that are in them. */
  jettonWallets: ReadonlyMap<string, string>;
}

type Sent = Message & { info: CommonMessageInfoInternal };
type Paid = Pick<Outgoing, 'succeeded' | 'paid' | 'deposits'>;

/**
 * What a message of a wallet has given away, and for which order. It has succeeded where what it
 * gave was taken; nothing that is still on its way has. Coins that jettons and swaps need beside
 * the amount are fees.
 */
export async function whatItPaid(
  message: Sent,
  history: TonHistory,
  known: KnownTon,
): Promise<Paid> {
  const { info, body } = message;
  const to = info.dest.toRawString();
  const token = known.jettonWallets.get(to);
  const jettons = token === undefined ? undefined : readTransfer(body);
  if (token !== undefined && jettons) {
    const succeeded = await isTaken(message, history, known);
    return {
      succeeded,
      paid: [{ token, amount: jettons.amount }],
      deposits: ordersIn(jettons.payload),
    };
  }
  const amount = (known.pools.has(to) ? readSwap(body) : undefined) ?? info.value.coins;
  const succeeded = await isTaken(message, history, known);
  return { succeeded, paid: [{ token: tonNativeToken, amount }], deposits: ordersIn(body) };
}

/** What jettons somebody else's wallet has brought to a jetton wallet. */
export function arrivedJettons(transaction: Transaction): bigint {
  const { inMessage } = transaction;
  if (inMessage?.info.type !== 'internal' || inMessage.info.bounced || !isDone(transaction))
    return 0n;
  const slice = inMessage.body.beginParse();
  return operationIn(slice) === internalTransfer ? amountIn(slice) : 0n;
}

/**
 * Whoever received it, and every jetton wallet that it went on to, has kept it: nobody refused, and
 * no pool gave it back.
 */
async function isTaken({ info }: Sent, history: TonHistory, known: KnownTon): Promise<boolean> {
  const received = await history.receiving(info);
  if (!received || !isDone(received)) return false;
  const next = messagesOf(received);
  if (known.pools.has(info.dest.toRawString())) return !next.some(({ body }) => isRefusal(body));
  for (const message of next) {
    if (isOnward(message, known) && !(await isTaken(message, history, known))) return false;
  }
  return true;
}

/**
 * A jetton wallet tells another one to take, and that one a pool. Anybody else who is told of
 * jettons has them already.
 */
function isOnward({ info, body }: Sent, { pools }: KnownTon): boolean {
  const operation = operationIn(body.beginParse());
  return (
    operation === internalTransfer ||
    (operation === notification && pools.has(info.dest.toRawString()))
  );
}

/** Of coins it says so itself, of jettons what it sends along with them. */
function isRefusal(body: Cell): boolean {
  if (operationIn(body.beginParse()) === refused) return true;
  const payload = readTransfer(body)?.payload;
  return payload !== undefined && operationIn(payload.beginParse()) === refused;
}

function ordersIn(body: Cell | undefined): string[] {
  const deposit = body && readDepositBody(body);
  return deposit ? [deposit.orderId] : [];
}

function readTransfer(body: Cell): { amount: bigint; payload: Cell | undefined } | undefined {
  const slice = body.beginParse();
  if (operationIn(slice) !== transfer) return undefined;
  const amount = amountIn(slice);
  slice.loadAddress();
  slice.loadMaybeAddress();
  slice.loadMaybeRef();
  slice.loadCoins();
  return { amount, payload: slice.loadBit() ? slice.loadRef() : slice.asCell() };
}

function readSwap(body: Cell): bigint | undefined {
  const slice = body.beginParse();
  return operationIn(slice) === swap ? amountIn(slice) : undefined;
}

function operationIn(slice: Slice): number | undefined {
  return slice.remainingBits < 32 ? undefined : slice.loadUint(32);
}

/** After the id of the query. */
function amountIn(slice: Slice): bigint {
  slice.skip(64);
  return slice.loadCoins();
}
