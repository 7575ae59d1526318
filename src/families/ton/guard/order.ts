import { Cell } from '@ton/core';
import { rawTonAddress, readTonAddress } from '../formats/address.ts';
import { payloadLimits, readBocText } from '../formats/boc.ts';
import { isCallBody } from '../formats/is-call.ts';
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
 * A payment bounces unless its address is non-bounceable. A call and a message with a state init
 * always bounce.
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
  const body = payload === undefined ? new Cell() : rootOf(payload);
  const isMarkedBounceable = form.kind === 'raw' || form.bounceable;
  return {
    destination: rawTonAddress(address),
    bounce: stateInit !== undefined || isCallBody(body) || isMarkedBounceable,
    value,
    bodyHash: body.hash().toString('hex'),
    stateInitHash: stateInit === undefined ? undefined : rootOf(stateInit).hash().toString('hex'),
    isTestOnly: form.kind === 'friendly' && form.testOnly,
  };
}

function rootOf(text: string): Cell {
  return readBocText(text, payloadLimits).root;
}
