import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';
import { revertReason } from '../../shared/contracts/revert-reason.ts';
import type { BroadcastAnswer, SimulatedCall } from './answers.ts';

/*
 * The only place that interprets refusals of full nodes: codes first, then messages. Never repeats
 * a URL (it may contain a key) or a request (it may contain a transaction).
 */

const messages = {
  /** Light nodes, and nodes with parts of their interface switched off. */
  closed: /api is closed|lite full ?node|not support/i,
  insufficientFunds:
    /balance is not (sufficient|enough)|account \[.*\] does(n't| not) exist|no owneraccount|insufficient/i,
};

/** Translates a node's `Error` member. */
export function mapRefusal(text: string, path: string, host: string): FerrymanError {
  const code = messages.closed.test(text) ? 'RPC_UNSUPPORTED' : 'RPC_UNAVAILABLE';
  return new FerrymanError(code, `${host} refuses ${path}: ${text.slice(0, 200)}`, {
    details: { host, path },
  });
}

/** Why a simulated call fails. `undefined` if it succeeds. */
export function simulationFailure(
  { result, constant_result, transaction }: SimulatedCall,
  host: string,
): FerrymanError | undefined {
  const message = messageText(result.message);
  if (!result.result) {
    if (messages.insufficientFunds.test(message)) return insufficientGas(message);
    // The node checked the call and refused it. Anything else means that it could not check.
    if (/VALIDATE|EXE_ERROR/.test(result.code ?? '') || /validate/i.test(message))
      return reverts(message);
    return new FerrymanError(
      'RPC_UNAVAILABLE',
      `${host} does not simulate the call: ${message || (result.code ?? '')}`,
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
 * Translates a node's answer to signed bytes (java-tron, `GrpcAPI.Return.response_code`). Only a
 * recognised refusal counts as one. After any other answer the node may have relayed the bytes.
 */
export function mapBroadcastAnswer({
  result,
  code = '',
  message: text,
}: BroadcastAnswer): BroadcastOutcome {
  if (saysThatItCannotSend({ code })) return { kind: 'unknown', message: code };
  const message = `${code} ${messageText(text)}`.trim().slice(0, 300);
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
      // BLOCK_UNSOLIDIFIED, OTHER_ERROR.
      return { kind: 'unknown', message, refused: true };
  }
}

/**
 * Whether the node has too many waiting transactions or too few peers. It says nothing about the
 * bytes then, and another node may take them.
 */
export function saysThatItCannotSend({ code = '' }: Pick<BroadcastAnswer, 'code'>): boolean {
  return ['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION'].includes(code);
}

/** Messages are hex, except from `broadcasthex`. */
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
