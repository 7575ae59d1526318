import { Address, type Cell, type Message } from '@ton/core';
import { bytesToHex } from 'viem';
import type { Transfer, TransferQuery } from '../chains/transfer.ts';
import type { ChainAddress } from '../notation.ts';
import type { IncludedTransaction } from './block.ts';
import type { Blockchain } from './blockchain.ts';
import { jettonWalletAddress } from './jetton.ts';
import { listedAddress } from './listed-tokens.ts';
import { JETTONS, TON, type TonToken } from './ton-catalogue.ts';
import { rawAddress } from './ton-notation.ts';
import { isSuccessful } from './transaction.ts';

/** An account that receives coins, or its jetton wallet. */
interface Watched {
  readonly receiver: ChainAddress;
  readonly token: TonToken;
}

type Arrived = Pick<Transfer, 'amount' | 'memo'>;

/** Prefix of text comments (docs.ton.org, message body of a simple transfer). */
const COMMENT = 0;
/** TEP-74. */
const INTERNAL_TRANSFER = 0x178d4519;
const TRANSFER_NOTIFICATION = 0x7362d09c;
const EXCESSES = 0xd53276db;

/** The payments to some accounts: coins to the account, jettons to its jetton wallet. */
export function readTransfers({ at }: Pick<Blockchain, 'at'>, query: TransferQuery): Transfer[] {
  const watched = new Map([...query.receivers].flatMap((receiver) => placesOf(receiver)));
  const transfers: Transfer[] = [];
  for (let block = query.from; block <= query.to; block++) {
    for (const included of at(Number(block))?.transactions ?? []) {
      const place = watched.get(included.account);
      const arrived = place === undefined ? undefined : readArrived(included, place.token);
      if (place === undefined || arrived === undefined || arrived.amount === 0n) continue;
      const { receiver: to, token } = place;
      const tx = bytesToHex(Buffer.from(included.origin.normalizedHash, 'base64'));
      // Message hashes change with their block. So equal payments by one external message count
      // once.
      const part = `${to} ${token.symbol} ${arrived.amount} ${arrived.memo}`;
      transfers.push({ tx, part, block, to, token: listedAddress(token), ...arrived });
    }
  }
  return transfers;
}

function placesOf(receiver: ChainAddress): [string, Watched][] {
  const owner = Address.parseRaw(rawAddress(receiver));
  const place = (address: Address, token: TonToken): [string, Watched] => [
    address.toRawString(),
    { receiver, token },
  ];
  return [
    place(owner, TON),
    ...JETTONS.map((jetton) => place(jettonWalletAddress(jetton.minter, owner), jetton)),
  ];
}

function readArrived({ transaction }: IncludedTransaction, token: TonToken): Arrived | undefined {
  const message = transaction.inMessage?.parsed;
  if (message?.info.type !== 'internal' || message.info.bounced || !isSuccessful(transaction))
    return undefined;
  if (token.behaviour === 'jetton') return readJettons(message);
  // Jetton notifications and returned fees are not payments.
  if ([TRANSFER_NOTIFICATION, EXCESSES].includes(operationOf(message.body) ?? COMMENT))
    return undefined;
  return { amount: message.info.value.coins, memo: readComment(message.body) };
}

/** The jetton wallet has verified that another one, or the minter, sent it. */
function readJettons({ body }: Message): Arrived | undefined {
  if (operationOf(body) !== INTERNAL_TRANSFER) return undefined;
  const slice = body.beginParse().skip(32 + 64);
  const amount = slice.loadCoins();
  slice.loadMaybeAddress();
  slice.loadMaybeAddress();
  // Without forwarded coins there is no notification, so the owner never sees a payload.
  if (slice.loadCoins() === 0n) return { amount, memo: null };
  const payload = slice.remainingBits > 0 && slice.loadBit() ? slice.loadRef() : slice.asCell();
  return { amount, memo: readComment(payload) };
}

function operationOf(body: Cell): number | undefined {
  return body.isExotic || body.bits.length < 32 ? undefined : body.beginParse().loadUint(32);
}

function readComment(body: Cell): string | null {
  if (operationOf(body) !== COMMENT) return null;
  try {
    return body.beginParse().skip(32).loadStringTail();
  } catch {
    // Not in whole bytes, so it is not text.
    return null;
  }
}
