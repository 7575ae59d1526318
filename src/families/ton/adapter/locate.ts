import { transactionOf } from './answers.ts';
import { type Endpoint, isRefusal } from './endpoint.ts';
import { readHistory } from './history.ts';
import type { InternalMessage, TonTransaction } from './transaction.ts';

/** How many of the receiver's newest transactions are searched if the endpoint locates none. */
const maxSearched = 64;

/** The transaction that received a message. `undefined` while the endpoint has none. */
export async function findReceiving(
  endpoint: Endpoint,
  message: InternalMessage,
): Promise<TonTransaction | undefined> {
  const found = await locate(endpoint, 'tryLocateResultTx', message, message.destination);
  return found && isReceivedBy(message, found) ? found : findInHistory(endpoint, message);
}

/** Servers locate a message by scanning blocks, and may give up before they find it. */
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

/** The transaction that sent a message. `undefined` if the endpoint has none. */
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

/** A refusal means "Tx not found", in words that differ between servers. A failure does not. */
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
