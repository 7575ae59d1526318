import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';
import { revertReason } from '../../shared/contracts/revert-reason.ts';
import type { BroadcastAnswer, PlayedCall } from './answers.ts';

/*
 * The one place that understands what full nodes say when they refuse. Codes first, messages last.
 * Nothing here repeats a URL (it may carry a key) or a request (it may carry a transaction).
 */

const messages = {
  /** Light nodes and those with parts of their interface switched off say so. */
  closed: /api is closed|lite full ?node|not support/i,
  insufficientFunds:
    /balance is not (sufficient|enough)|account \[.*\] does(n't| not) exist|no owneraccount|insufficient/i,
};

/** A node's `Error` member. */
export function mapRefusal(said: string, path: string, host: string): FerrymanError {
  const code = messages.closed.test(said) ? 'RPC_UNSUPPORTED' : 'RPC_UNAVAILABLE';
  return new FerrymanError(code, `${host} refuses ${path}: ${said.slice(0, 200)}`, {
    details: { host, path },
  });
}

/** Why a played call would not succeed, or nothing where it would. */
export function playFailure(
  { result, constant_result, transaction }: PlayedCall,
  host: string,
): FerrymanError | undefined {
  const message = messageText(result.message);
  if (!result.result) {
    if (messages.insufficientFunds.test(message)) return insufficientGas(message);
    // The node looked at the call and found it wrong; whatever else it says, it could not look.
    if (/VALIDATE|EXE_ERROR/.test(result.code ?? '') || /validate/i.test(message))
      return reverts(message);
    return new FerrymanError(
      'RPC_UNAVAILABLE',
      `${host} does not play the call: ${message || (result.code ?? '')}`,
      {
        details: { host },
      },
    );
  }
  const failed =
    message !== '' || transaction?.ret.some(({ ret }) => ret !== undefined && ret !== 'SUCESS');
  if (!failed) return undefined;
  return messages.insufficientFunds.test(message)
    ? insufficientGas(message)
    : reverts(revertReason(constant_result[0], message || 'no reason given'));
}

/**
 * What a node's answer to signed bytes means (java-tron, `GrpcAPI.Return.response_code`). Only a
 * refusal that we understand is one: after any other the bytes may have been passed on.
 */
export function mapBroadcastAnswer({
  result,
  code = '',
  message: said,
}: BroadcastAnswer): BroadcastOutcome {
  const message = `${code} ${messageText(said)}`.trim().slice(0, 300);
  if (result) return { kind: 'accepted' };
  switch (code) {
    case 'DUP_TRANSACTION_ERROR':
      return { kind: 'already_known' };
    case 'TRANSACTION_EXPIRATION_ERROR':
      return { kind: 'expired', message };
    case 'CONTRACT_VALIDATE_ERROR':
    case 'CONTRACT_EXE_ERROR':
    case 'BANDWITH_ERROR':
      return {
        kind: messages.insufficientFunds.test(message) ? 'insufficient_funds' : 'rejected',
        message,
      };
    case 'SIGERROR':
    case 'TAPOS_ERROR':
    case 'TOO_BIG_TRANSACTION_ERROR':
      return { kind: 'rejected', message };
    default:
      // SERVER_BUSY, NOT_ENOUGH_EFFECTIVE_CONNECTION, BLOCK_UNSOLIDIFIED, OTHER_ERROR.
      return { kind: 'unknown', message };
  }
}

/** Messages are hex of their text, except from `broadcasthex`. */
function messageText(message: string): string {
  const isHex = message !== '' && /^(?:[0-9a-f]{2})+$/i.test(message);
  const text = isHex ? Buffer.from(message, 'hex').toString('utf8') : message;
  return text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, 300);
}

function reverts(reason: string): FerrymanError {
  return new FerrymanError('TRANSACTION_REVERTS', `the transaction reverts: ${reason}`);
}

function insufficientGas(reason: string): FerrymanError {
  return new FerrymanError(
    'INSUFFICIENT_GAS',
    `the account cannot pay for the transaction: ${reason}`,
  );
}
