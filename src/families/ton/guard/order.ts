import { beginCell } from '@ton/core';
import { rawTonAddress, readTonAddress } from '../formats/address.ts';
import { payloadLimits, readBocText } from '../formats/boc.ts';
import type { TonMessage } from '../formats/transaction.ts';
import type { TonCall } from './decode.ts';

/** The message that the wallet must send for a message of an order. */
interface OrderedCall extends Pick<TonCall, 'destination' | 'bounce' | 'value' | 'bodyHash'> {
  /** Hash of its state init, 64 hex digits. */
  stateInitHash: string | undefined;
  /** Whether its address is flagged as test-only. */
  isTestOnly: boolean;
}

/**
 * A message bounces unless its address is non-bounceable. One with a state init always bounces.
 * Throws `RangeError` for an invalid message.
 */
export function readTonOrder({
  address: text,
  value,
  payload,
  stateInit,
}: TonMessage): OrderedCall {
  const address = readTonAddress(text);
  if (!address) throw new RangeError('a message of the order has an invalid address');
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
