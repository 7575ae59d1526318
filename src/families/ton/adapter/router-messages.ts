import { beginCell, type Cell } from '@ton/core';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { parseTonAddress, rawTonAddress, readTonAddress } from '../formats/address.ts';
import { payloadLimits, readBocText } from '../formats/boc.ts';
import { isCallBody } from '../formats/is-call.ts';
import type { TonMessage } from '../formats/transaction.ts';
import { maxTonMessages, type TonWalletVersion } from '../formats/wallet-versions.ts';
import type { OutgoingMessage } from './wallet-message.ts';

/**
 * The wallet's outgoing messages. A payment bounces unless its address is non-bounceable. A call
 * always bounces, whatever the form of its address, and so does a message with a state init: a
 * contract can refuse both.
 * @throws `ROUTER_MALFORMED`
 */
export function readRouterMessages(
  messages: readonly TonMessage[],
  { version, isTestNetwork }: { version: TonWalletVersion; isTestNetwork: boolean },
): OutgoingMessage[] {
  const max = maxTonMessages[version];
  if (messages.length === 0 || messages.length > max) {
    throw malformed(
      `there are ${messages.length}, and the wallet sends 1 to ${max} at once`,
      'N01',
    );
  }
  return messages.map((message) => readMessage(message, isTestNetwork));
}

function readMessage(
  { address, value, payload, stateInit }: TonMessage,
  isTestNetwork: boolean,
): OutgoingMessage {
  const parsed = parseTonAddress(address, { isTestNetwork });
  if (!parsed.ok) throw malformed(parsed.fault, 'N02');
  if (value < 0n || value >= 1n << 120n)
    throw malformed(`${value} is not an amount in nanotons`, 'G04');
  const init =
    stateInit === undefined ? undefined : readCells(stateInit, 'the state init', 'N06,N07');
  if (
    init &&
    rawTonAddress({ workchain: workchainOf(address), hash: init.hash() }) !== parsed.address
  ) {
    throw malformed('the state init belongs to another account', 'N06');
  }
  const body =
    payload === undefined ? beginCell().endCell() : readCells(payload, 'the payload', 'N07');
  return {
    destination: parsed.address,
    bounce: init !== undefined || isCallBody(body) || isMarkedBounceable(address),
    value,
    body,
    stateInit: init,
  };
}

function isMarkedBounceable(address: string): boolean {
  const form = readTonAddress(address)?.form;
  return form?.kind !== 'friendly' || form.bounceable;
}

function workchainOf(address: string): 0 | -1 {
  return readTonAddress(address)?.workchain ?? 0;
}

function readCells(text: string, what: string, rules: string): Cell {
  try {
    return readBocText(text, payloadLimits).root;
  } catch (cause) {
    throw malformed(
      `${what} is invalid: ${cause instanceof Error ? cause.message : 'unreadable'}`,
      rules,
      cause,
    );
  }
}

function malformed(why: string, rules: string, cause?: unknown): FerrymanError {
  return new FerrymanError('ROUTER_MALFORMED', `the TON messages are invalid: ${why}`, {
    cause,
    details: { rule: rules },
  });
}
