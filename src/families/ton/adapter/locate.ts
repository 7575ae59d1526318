import { transactionOf } from './answers.ts';
import { type Endpoint, isRefusal } from './endpoint.ts';
import { readHistory } from './history.ts';
import type { InternalMessage, TonTransaction } from './transaction.ts';

/**
 * Transactions of a receiver, the newest, among which one is looked for that an endpoint does not
 * locate.
 */
const maxSearched = 64;

/** The transaction that received a message; nothing while the endpoint has none. */
export async function findReceiving(
  endpoint: Endpoint,
  message: InternalMessage,
): Promise<TonTransaction | undefined> {
  const found = await locate(endpoint, 'tryLocateResultTx', message, message.destination);
  return found && isReceivedBy(message, found) ? found : findInHistory(endpoint, message);
}

/**
 * Servers locate by going through blocks, and give up; the receiver's history has it all the same,
 * where that has not become too long.
 */
async function findInHistory(
  endpoint: Endpoint,
  message: InternalMessage,
): Promise<TonTransaction | undefined> {
  let searched = 0;
  for await (const transaction of readHistory(endpoint, message.destination, message.lt)) {
    if (isReceivedBy(message, transaction)) return transaction;
    searched += 1;
    if (searched >= maxSearched) break;
  }
  return undefined;
}

function isReceivedBy({ source, lt }: InternalMessage, { received }: TonTransaction): boolean {
  return received?.kind === 'internal' && received.source === source && received.lt === lt;
}

/** The transaction that sent a message; nothing where the endpoint has none. */
export async function findSending(
  endpoint: Endpoint,
  message: InternalMessage,
): Promise<TonTransaction | undefined> {
  const found = await locate(endpoint, 'tryLocateSourceTx', message, message.source);
  return found?.sent.some(
    ({ destination, lt }) => destination === message.destination && lt === message.lt,
  )
    ? found
    : undefined;
}

/**
 * A refusal says that there is none ("Tx not found"), in words that differ from server to server;
 * no answer says nothing.
 */
async function locate(
  endpoint: Endpoint,
  method: string,
  { source, destination, lt }: InternalMessage,
  account: string,
): Promise<TonTransaction | undefined> {
  try {
    return await endpoint.read(
      method,
      { source, destination, created_lt: `${lt}` },
      transactionOf(account),
    );
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
