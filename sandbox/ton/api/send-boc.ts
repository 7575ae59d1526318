import { z } from 'zod';
import { SandboxError } from '../../sandbox-error.ts';
import { type ExternalMessage, parseExternalMessage } from '../external-message.ts';
import { cannotApply, duplicateMessage, notAccepted } from './api-error.ts';
import { type ApiContext, type ApiMethod, parseParams } from './api-request.ts';

const params = z.object({ boc: z.string() });

/**
 * Adds a message to the pool if the contract accepts it in the node's current state. Its later
 * effects are not checked.
 */
export const sendBoc: ApiMethod = async (given, context) => {
  await submit(given, context);
  return { '@type': 'ok', '@extra': '' };
};

export const sendBocReturnHash: ApiMethod = async (given, context) => {
  const { hash, normalizedHash } = await submit(given, context);
  return { '@type': 'raw.extMessageInfo', hash, hash_norm: normalizedHash, '@extra': '' };
};

async function submit(given: unknown, context: ApiContext): Promise<ExternalMessage> {
  const message = readMessage(parseParams(params, given).boc);
  const { blockchain } = context;
  if (blockchain.isPending(message)) throw duplicateMessage();
  const tried = await blockchain.tryMessage(message, context.head());
  if (tried.kind === 'refused') throw notAccepted(message.destination.toRawString(), tried.refusal);
  blockchain.submit(message);
  return message;
}

function readMessage(text: string): ExternalMessage {
  try {
    return parseExternalMessage(Buffer.from(text, 'base64'));
  } catch (error) {
    if (error instanceof SandboxError && error.code === 'bad-request')
      throw cannotApply(error.message);
    throw error;
  }
}
