import {
  Address,
  beginCell,
  type Cell,
  type ExternalAddress,
  type StateInit,
  storeStateInit,
} from '@ton/core';
import type { IncludedTransaction } from '../block.ts';
import type { TonMessage, TonTransaction } from '../transaction.ts';

/** A `raw.transaction` of tonlib, in toncenter's form. */
export function renderTransaction({ account, transaction }: IncludedTransaction) {
  const { cell, lt, hash, parsed, inMessage, outMessages } = transaction;
  const total = parsed.totalFees.coins + forwardFees(transaction);
  const storage = storageFee(transaction);
  return {
    '@type': 'raw.transaction',
    address: {
      '@type': 'accountAddress',
      account_address: renderAddress(Address.parseRaw(account)),
    },
    utime: parsed.now,
    data: cell.toBoc().toString('base64'),
    transaction_id: { '@type': 'internal.transactionId', lt: lt.toString(), hash },
    fee: total.toString(),
    storage_fee: storage.toString(),
    other_fee: (total - storage).toString(),
    ...(inMessage === undefined ? {} : { in_msg: renderMessage(inMessage) }),
    out_msgs: outMessages.map(renderMessage),
  };
}

/** The forward fees of the messages, which the total of the transaction's cell does not contain. */
function forwardFees({ outMessages }: TonTransaction): bigint {
  return outMessages.reduce(
    (sum, { parsed: { info } }) => sum + (info.type === 'internal' ? info.forwardFee : 0n),
    0n,
  );
}

function storageFee({ parsed: { description } }: TonTransaction): bigint {
  return description.type === 'generic'
    ? (description.storagePhase?.storageFeesCollected ?? 0n)
    : 0n;
}

/** A `raw.message`. Members that the message lacks are 0 or empty. */
function renderMessage({ cell, parsed: { info, init, body } }: TonMessage) {
  const isInternal = info.type === 'internal';
  return {
    '@type': 'raw.message',
    hash: cell.hash().toString('base64'),
    source: renderAddress(info.src),
    destination: renderAddress(info.dest),
    value: (isInternal ? info.value.coins : 0n).toString(),
    extra_currencies: [],
    fwd_fee: (isInternal ? info.forwardFee : 0n).toString(),
    ihr_fee: (isInternal ? info.ihrFee : 0n).toString(),
    created_lt: (info.type === 'external-in' ? 0n : info.createdLt).toString(),
    body_hash: body.hash().toString('base64'),
    ...renderBody(body, init ?? undefined),
  };
}

/**
 * A comment is rendered as text without its cell. Everything else is a cell, with its bytes as text
 * in lines.
 */
function renderBody(body: Cell, init: StateInit | undefined): object {
  const comment = readComment(body);
  if (comment !== undefined) {
    return {
      msg_data: { '@type': 'msg.dataText', text: Buffer.from(comment).toString('base64') },
      message: comment,
    };
  }
  const initCell =
    init === undefined ? undefined : beginCell().store(storeStateInit(init)).endCell();
  const bytes =
    body.bits.subbuffer(0, body.bits.length - (body.bits.length % 8)) ?? Buffer.alloc(0);
  return {
    msg_data: {
      '@type': 'msg.dataRaw',
      body: body.toBoc().toString('base64'),
      init_state: initCell?.toBoc().toString('base64') ?? '',
    },
    message: `${bytes.toString('base64')}\n`,
  };
}

/** A comment in tonlib's sense: 32 zero bits, then text over as many cells as needed. */
function readComment(body: Cell): string | undefined {
  const slice = body.beginParse();
  if (slice.remainingBits < 32 || slice.loadUint(32) !== 0) return undefined;
  try {
    return slice.loadStringTail();
  } catch {
    return undefined;
  }
}

/** Bounceable, as in all toncenter answers. */
function renderAddress(address: Address | ExternalAddress | null | undefined): string {
  return Address.isAddress(address) ? address.toString() : '';
}
