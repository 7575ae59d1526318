import { beginCell } from '@ton/core';
import { rawTonAddress, readTonAddress } from '../formats/address.ts';
import { payloadLimits, readBocText } from '../formats/boc.ts';
import type { TonMessage } from '../formats/transaction.ts';
import type { TonCall } from './decode.ts';

/** What the wallet has to send for a message of an order. */
interface OrderedCall extends Pick<TonCall, 'destination' | 'bounce' | 'value' | 'bodyHash'> {
  /** Of the code and data that it brings along, 64 hex digits. */
  stateInitHash: string | undefined;
  /** Whether the address says that it is for test networks only. */
  isTestOnly: boolean;
}

/**
 * A message bounces unless its address says that it does not; one that brings the code of its
 * destination always does. Throws `RangeError` for what is no message.
 */
export function readTonOrder({
  address: text,
  value,
  payload,
  stateInit,
}: TonMessage): OrderedCall {
  const address = readTonAddress(text);
  if (!address) throw new RangeError('a message of the order is for no address');
  const { form } = address;
  const isMarkedBounceable = form.kind === 'raw' || form.bounceable;
  return {
    destination: rawTonAddress(address),
    bounce: stateInit !== undefined || isMarkedBounceable,
    value,
    bodyHash: payload === undefined ? emptyHash : hashOf(payload),
    stateInitHash: stateInit === undefined ? undefined : hashOf(stateInit),
    isTestOnly: form.kind === 'friendly' && form.testOnly,
  };
}

const emptyHash = beginCell().endCell().hash().toString('hex');

function hashOf(text: string): string {
  return readBocText(text, payloadLimits).root.hash().toString('hex');
}
