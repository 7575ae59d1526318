import { type Address, isAddressEqual, numberToHex } from 'viem';
import { sameAccount } from '../../../core/swap/same-account.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { balanceCall, wordOf } from '../../shared/contracts/token-calls.ts';
import {
  parseTransfer,
  parseWrapping,
  topicOf,
  transferTopic,
} from '../../shared/contracts/token-logs.ts';
import type { EvmChain } from '../formats/chain.ts';
import { bytes, minedLogs, type Receipt } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

export interface ReceivedAmount {
  index: number;
  amount: bigint;
  from: Address;
}

/**
 * EIP-20 transfers to `receiver` in a receipt, by the logs of the token's contract. Some tokens
 * that charge a fee log the sent amount, not the received one. So the change of the receiver's
 * balance over the block is an upper bound, if no other transaction of the block moved the
 * receiver's tokens and the endpoint has both states. Otherwise, and for the canonical wrapped
 * native coin, the logs count.
 */
export async function readReceivedAmounts(
  endpoint: Endpoint,
  { wrappedNative }: Pick<EvmChain, 'wrappedNative'>,
  receipt: Receipt,
  receiver: Address,
  token: Address,
): Promise<ReceivedAmount[]> {
  const isWrappedNative = wrappedNative !== undefined && sameAccount('evm', wrappedNative, token);
  const transfers = receipt.logs.flatMap((log) => {
    const transfer = parseTransfer(log) ?? (isWrappedNative ? parseWrapping(log) : undefined);
    return transfer && isAddressEqual(transfer.token, token)
      ? [{ ...transfer, index: Number(log.logIndex) }]
      : [];
  });
  const incoming = transfers.filter(
    ({ from, to }) => isAddressEqual(to, receiver) && !isAddressEqual(from, receiver),
  );
  const outgoing = transfers.filter(
    ({ from, to }) => isAddressEqual(from, receiver) && !isAddressEqual(to, receiver),
  );
  if (incoming.length === 0) return [];
  const difference = isWrappedNative
    ? undefined
    : await readDifference(endpoint, receipt, receiver, token);
  if (difference === undefined)
    return incoming.map(({ index, amount, from }) => ({ index, amount, from }));
  let remaining = difference + outgoing.reduce((sum, { amount }) => sum + amount, 0n);
  return incoming.flatMap(({ index, amount, from }) => {
    const missing = amount > remaining ? amount - remaining : 0n;
    const counted = amount - missing;
    remaining -= counted;
    return counted > 0n ? [{ index, amount: counted, from }] : [];
  });
}

/** The change of the receiver's balance over the block, if only this transaction moved it. */
async function readDifference(
  endpoint: Endpoint,
  { blockHash, blockNumber, transactionHash }: Receipt,
  receiver: Address,
  token: Address,
): Promise<bigint | undefined> {
  const transfersOf = (topics: readonly (string | null)[]) =>
    endpoint.read(
      'eth_getLogs',
      [{ blockHash, address: token, topics: [transferTopic, ...topics] }],
      minedLogs,
    );
  const [incoming, outgoing, before, after] = await Promise.all([
    transfersOf([null, topicOf(receiver)]),
    transfersOf([topicOf(receiver), null]),
    readBalance(endpoint, token, receiver, blockNumber - 1n),
    readBalance(endpoint, token, receiver, blockNumber),
  ]);
  const isAlone = [...incoming, ...outgoing].every(
    (log) => log.transactionHash === transactionHash,
  );
  return isAlone && before !== undefined && after !== undefined ? after - before : undefined;
}

/**
 * `undefined` if the endpoint no longer has the state of that block. Nodes keep 128 of them by
 * default.
 */
async function readBalance(
  endpoint: Endpoint,
  token: Address,
  account: Address,
  block: bigint,
): Promise<bigint | undefined> {
  try {
    return wordOf(
      await endpoint.read('eth_call', [balanceCall(token, account), numberToHex(block)], bytes),
    );
  } catch (error) {
    if (error instanceof FerrymanError && error.details.rpcCode !== undefined) return undefined;
    throw error;
  }
}
