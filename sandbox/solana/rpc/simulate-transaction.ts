import { PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import { encodeBase58 } from '../../base58.ts';
import { type Block, lastValidBlockHeight } from '../block.ts';
import type { SimulatedOutcome } from '../engine.ts';
import { type ParsedTransaction, replaceBlockhash, resolveAccounts } from '../parse-transaction.ts';
import { decodeTransaction } from './decode-transaction.ts';
import { accountEncoding, renderAccount } from './render-account.ts';
import { badSignature, invalidParams } from './rpc-error.ts';
import {
  addressParam,
  contextConfig,
  headFor,
  inContext,
  parseParams,
  type RpcContext,
  type RpcMethod,
} from './rpc-request.ts';

const accountsConfig = z.object({
  encoding: accountEncoding.optional(),
  addresses: z.array(addressParam),
});
const params = z.tuple([
  z.string(),
  contextConfig
    .extend({
      encoding: z.enum(['base58', 'base64']).default('base58'),
      sigVerify: z.boolean().default(false),
      replaceRecentBlockhash: z.boolean().default(false),
      innerInstructions: z.boolean().default(false),
      accounts: accountsConfig.nullish(),
    })
    .prefault({}),
]);

export const simulateTransaction: RpcMethod = (given, context) => {
  const [text, config] = parseParams(params, given);
  const head = headFor(context, config);
  const { sigVerify, replaceRecentBlockhash } = config;
  if (sigVerify && replaceRecentBlockhash) {
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  }
  const sent = decodeTransaction(text, config.encoding);
  const transaction = replaceRecentBlockhash
    ? (replaceBlockhash(sent, head.blockhash) ?? sent)
    : sent;
  const outcome = trySimulation(transaction, head, sigVerify, context);
  if (outcome.error === 'SignatureFailure') throw badSignature();
  const { error, logs, computeUnits, returnData } = outcome;
  return inContext(head, {
    accounts: config.accounts ? renderAccounts(config.accounts, outcome, head, context) : null,
    err: error,
    innerInstructions: config.innerInstructions
      ? renderInnerInstructions(transaction, outcome, head, context)
      : null,
    loadedAccountsDataSize: 0,
    logs,
    replacementBlockhash: replaceRecentBlockhash
      ? { blockhash: head.blockhash, lastValidBlockHeight: lastValidBlockHeight(head) }
      : null,
    returnData:
      returnData === undefined
        ? null
        : {
            programId: encodeBase58(returnData.programId),
            data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
          },
    unitsConsumed: computeUnits,
  });
};

function trySimulation(
  transaction: ParsedTransaction,
  head: Block,
  verifySignatures: boolean,
  { blockchain }: RpcContext,
): SimulatedOutcome {
  const outcome = blockchain.simulate(transaction, head, { verifySignatures });
  const refusal = blockchain.refusal(transaction, head);
  if (refusal === undefined || outcome.error === 'SignatureFailure') return outcome;
  const nothing = {
    wasExecuted: false,
    logs: [],
    computeUnits: 0,
    innerInstructions: [],
    returnData: undefined,
  };
  return { ...nothing, error: refusal, accounts: new Map() };
}

function renderAccounts(
  { addresses, encoding }: z.output<typeof accountsConfig>,
  { error, accounts }: SimulatedOutcome,
  head: Block,
  { blockchain }: RpcContext,
) {
  return addresses.map((address) => {
    const account = accounts.get(address.toBase58()) ?? blockchain.readAccount(address, head);
    if (error !== null || account === undefined || account.lamports === 0n) return null;
    return renderAccount(account, { encoding });
  });
}

/**
 * Nodes show instructions of known programs parsed, and others in this form. Here all have this
 * form.
 */
function renderInnerInstructions(
  transaction: ParsedTransaction,
  { innerInstructions }: SimulatedOutcome,
  head: Block,
  { blockchain }: RpcContext,
) {
  const { keys } = resolveAccounts(transaction, (address) => blockchain.readAccount(address, head));
  const addressAt = (index: number) => (keys[index] ?? PublicKey.default).toBase58();
  return innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) => ({
      accounts: accounts.map(addressAt),
      data: encodeBase58(data),
      programId: addressAt(programIdIndex),
      stackHeight,
    })),
  }));
}
