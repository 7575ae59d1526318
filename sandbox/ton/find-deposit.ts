import type { Address, Cell, Message, Slice } from '@ton/core';
import type { Hex } from 'viem';
import type { BridgeId } from '../chains/bridge-ids.ts';
import type { IncludedTransaction } from './block.ts';
import { type DepositBody, readDepositBody } from './deposit-body.ts';
import { jettonWalletAddress } from './jetton.ts';
import { JETTONS, TON, type TonToken } from './ton-catalogue.ts';
import type { TonChain } from './ton-chain.ts';
import { isSuccessful } from './transaction.ts';

/** A deposit at a provider's gateway. */
export interface Deposit {
  /** The provider that owns the gateway. */
  readonly gatewayId: BridgeId;
  readonly token: TonToken;
  /** In base units. */
  readonly amount: bigint;
  /** The payer's deposit data; undefined if there is none or it is malformed. */
  readonly body: DepositBody | undefined;
  /** The normalized hash of the external message that started the trace: 32 bytes. */
  readonly messageHash: Hex;
}

/** TEP-74. */
const TRANSFER_NOTIFICATION = 0x7362d09c;

/**
 * The deposit of a transaction.
 * @returns undefined if the account is not a gateway or retained nothing
 */
export function findDeposit(
  included: IncludedTransaction,
  { gateways }: Pick<TonChain, 'gateways'>,
): Deposit | undefined {
  const { account, transaction, origin } = included;
  const gateway = [...gateways].find(([, address]) => address.toRawString() === account);
  const message = transaction.inMessage?.parsed;
  if (gateway === undefined || message?.info.type !== 'internal' || message.info.bounced)
    return undefined;
  if (!isSuccessful(transaction)) return undefined;
  const [gatewayId, address] = gateway;
  const arrived = readArrived(message, message.info, address);
  return arrived.amount > 0n
    ? { gatewayId, messageHash: hexOf(origin.normalizedHash), ...arrived }
    : undefined;
}

/**
 * Trusts a notification only from the gateway's own jetton wallet. Otherwise the coins of the
 * message count.
 */
function readArrived(
  { body }: Message,
  { src, value }: Extract<Message['info'], { type: 'internal' }>,
  gateway: Address,
): Pick<Deposit, 'token' | 'amount' | 'body'> {
  const jetton = JETTONS.find(({ minter }) => jettonWalletAddress(minter, gateway).equals(src));
  const notice = jetton === undefined ? undefined : readNotification(body);
  if (jetton === undefined || notice === undefined) {
    return { token: TON, amount: value.coins, body: readDepositBody(body) };
  }
  return {
    token: jetton,
    amount: notice.amount,
    body: notice.payload && readDepositBody(notice.payload),
  };
}

function readNotification(body: Cell): { amount: bigint; payload: Cell | undefined } | undefined {
  const slice = body.beginParse();
  if (slice.remainingBits < 32 || slice.loadUint(32) !== TRANSFER_NOTIFICATION) return undefined;
  slice.skip(64);
  const amount = slice.loadCoins();
  slice.loadMaybeAddress();
  return { amount, payload: loadEither(slice) };
}

/**
 * A cell of its own or the rest of the slice, as the payer encoded it.
 * @returns undefined if it is neither
 */
function loadEither(slice: Slice): Cell | undefined {
  if (slice.remainingBits === 0) return undefined;
  if (!slice.loadBit()) return slice.asCell();
  return slice.remainingRefs > 0 ? slice.loadRef() : undefined;
}

function hexOf(base64: string): Hex {
  return `0x${Buffer.from(base64, 'base64').toString('hex')}`;
}
