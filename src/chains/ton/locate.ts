import { FerrymanError } from '../../errors/ferryman-error.ts';
import { transactionOf } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import type { InternalMessage, TonTransaction } from './transaction.ts';

/** The transaction that received a message; nothing while the endpoint has none. */
export async function findReceiving(endpoint: Endpoint, message: InternalMessage): Promise<TonTransaction | undefined> {
  const found = await locate(endpoint, 'tryLocateResultTx', message, message.destination);
  const { received } = found ?? {};
  return received?.kind === 'internal' && received.source === message.source && received.lt === message.lt
    ? found
    : undefined;
}

/** The transaction that sent a message; nothing where the endpoint has none. */
export async function findSending(endpoint: Endpoint, message: InternalMessage): Promise<TonTransaction | undefined> {
  const found = await locate(endpoint, 'tryLocateSourceTx', message, message.source);
  return found?.sent.some(({ destination, lt }) => destination === message.destination && lt === message.lt)
    ? found
    : undefined;
}

/** A refusal says that there is none ("Tx not found"), in words that differ from server to server; no answer says nothing. */
async function locate(
  endpoint: Endpoint,
  method: string,
  { source, destination, lt }: InternalMessage,
  account: string,
): Promise<TonTransaction | undefined> {
  try {
    return await endpoint.read(method, { source, destination, created_lt: `${lt}` }, transactionOf(account));
  } catch (error) {
    const isRefusal =
      error instanceof FerrymanError && error.code === 'RPC_UNAVAILABLE' && error.details.rpcCode !== undefined;
    if (isRefusal) return undefined;
    throw error;
  }
}
