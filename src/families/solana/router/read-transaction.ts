import { isThere } from '../../../router/is-there.ts';
import { malformed } from '../../../router/malformed.ts';
import { readBytes } from '../../../router/read-bytes.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import type { SolanaTransaction } from '../formats/transaction.ts';

/**
 * Members by which other chain families are executed. A `value` may stand beside: the transaction
 * says itself what it sends.
 */
const foreignMembers = [
  'to',
  'tonMessages',
  'psbt',
  'signInputs',
  'signature',
  'rawParameter',
  'arguments',
  'callValue',
  'feeLimit',
  'depositAddress',
];

/**
 * The wire form of a whole transaction, in base64 or as 0x hex. What is in it the chain's adapter
 * reads. @throws `ROUTER_MALFORMED`
 */
export function readSolanaTransaction(wire: WireTransaction): SolanaTransaction {
  const foreign = foreignMembers.find((member) => isThere(wire[member]));
  if (foreign !== undefined) throw malformed(`a Solana transaction with the member ${foreign}`);
  return { family: 'solana', data: readBytes(wire.data ?? '', 'data').toString('base64') };
}
