import { type Address, beginCell, Cell, loadMessage, type Message, storeMessage } from '@ton/core';
import { SandboxError } from '../sandbox-error.ts';

/** An external message. */
export interface ExternalMessage {
  readonly cell: Cell;
  readonly parsed: Message;
  readonly destination: Address;
  /** Of the received cell, in base64. */
  readonly hash: string;
  /** The same for all encodings of the message (TEP-467), in base64. */
  readonly normalizedHash: string;
}

/**
 * Limits of an external message: `max_ext_msg_size` and `max_ext_msg_depth` of the nodes'
 * SizeLimitsConfig.
 */
const MOST_BYTES = 65_535;
const MOST_DEPTH = 512;
/** `ext_in_msg_info$10`. */
const EXTERNAL_IN_TAG = 0b10;

/**
 * @param bytes a bag of cells
 * @throws {SandboxError} `bad-request` with the nodes' text (`ExtMessageQ::create_ext_message`)
 */
export function parseExternalMessage(bytes: Buffer): ExternalMessage {
  if (bytes.length > MOST_BYTES) throw malformed('external message too large, rejecting');
  const roots = readRoots(bytes);
  const [cell] = roots;
  if (cell === undefined || roots.length !== 1)
    throw malformed('external message is not a valid bag of cells');
  if (cell.level() !== 0 || cell.isExotic) throw malformed('external message must have zero level');
  if (cell.depth() >= MOST_DEPTH) throw malformed('external message is too deep');
  const slice = cell.beginParse();
  if (slice.remainingBits < 2 || slice.preloadUint(2) !== EXTERNAL_IN_TAG) {
    throw malformed('external message must begin with ext_in_msg_info$10');
  }
  const parsed = readMessage(cell);
  if (parsed.info.type !== 'external-in')
    throw malformed('external message must begin with ext_in_msg_info$10');
  return {
    cell,
    parsed,
    destination: parsed.info.dest,
    hash: cell.hash().toString('base64'),
    normalizedHash: normalizedHash(parsed.info.dest, parsed.body),
  };
}

/** TEP-467: no source, no import fee, no initial state, and the body in its own cell. */
export function normalizedHash(destination: Address, body: Cell): string {
  const normalized: Message = {
    info: { type: 'external-in', dest: destination, importFee: 0n },
    body,
  };
  const cell = beginCell()
    .store(storeMessage(normalized, { forceRef: true }))
    .endCell();
  return cell.hash().toString('base64');
}

function readRoots(bytes: Buffer): Cell[] {
  try {
    return Cell.fromBoc(bytes);
  } catch (cause) {
    throw malformed('external message is not a valid bag of cells', cause);
  }
}

function readMessage(cell: Cell): Message {
  try {
    return loadMessage(cell.beginParse());
  } catch (cause) {
    throw malformed('external message is not a (Message Any) according to automated checks', cause);
  }
}

function malformed(message: string, cause?: unknown): SandboxError {
  return new SandboxError('bad-request', message, { cause });
}
