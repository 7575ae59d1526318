import { isThere } from '../../../router/is-there.ts';
import { malformed } from '../../../router/malformed.ts';
import { readBytes } from '../../../router/read-bytes.ts';
import { readUnsigned } from '../../../router/read-unsigned.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import type { BitcoinPsbt, BitcoinTransaction, BitcoinTransfer } from '../formats/transaction.ts';

/** Members by which other chain families are executed. */
const foreignMembers = [
  'to',
  'data',
  'tonMessages',
  'signature',
  'rawParameter',
  'arguments',
  'callValue',
  'feeLimit',
];

/** The first bytes of every PSBT (BIP-174). */
const magic = '70736274ff';

/**
 * A whole unsigned transaction with the inputs to sign, or a payment to an address with what is to
 * stand beside it. @throws `ROUTER_MALFORMED`
 */
export function readBitcoinTransaction(wire: WireTransaction): BitcoinTransaction {
  const foreign = foreignMembers.find((member) => isThere(wire[member]));
  if (foreign !== undefined) throw malformed(`a transaction of Bitcoin with the member ${foreign}`);
  const isPsbt = isThere(wire.psbt);
  if (isPsbt === isThere(wire.depositAddress))
    throw malformed('either a psbt or a depositAddress belongs there');
  return isPsbt ? readPsbt(wire) : readTransfer(wire);
}

/** A `value` may stand beside: the PSBT says itself what it sends. */
function readPsbt({ psbt, signInputs }: WireTransaction): BitcoinPsbt {
  const indexes = signInputs ?? [];
  const isUsable = indexes.every((index) => Number.isSafeInteger(index) && index >= 0);
  // Absent, it would be for us to guess which of the inputs are meant to be ours.
  if (indexes.length === 0 || !isUsable || new Set(indexes).size !== indexes.length) {
    throw malformed('signInputs does not name inputs, each once');
  }
  return {
    family: 'bitcoin',
    kind: 'psbt',
    psbt: readPsbtBytes(psbt ?? '').toString('base64'),
    signInputs: indexes,
  };
}

function readPsbtBytes(text: string): Buffer {
  // Digits and letters of hex are base64 as well: what it is the first bytes tell.
  const isBareHex = text.toLowerCase().startsWith(magic);
  const bytes = readBytes(isBareHex ? `0x${text}` : text, 'psbt');
  if (!bytes.toString('hex').startsWith(magic)) throw malformed('psbt is none (BIP-174)');
  return bytes;
}

function readTransfer({ depositAddress, value, extraFields }: WireTransaction): BitcoinTransfer {
  const memo = extraFields?.value;
  if (isThere(memo) && typeof memo !== 'string') throw malformed('extraFields/value is no text');
  return {
    family: 'bitcoin',
    kind: 'transfer',
    to: depositAddress ?? '',
    value: readUnsigned(`${value ?? ''}`, 'value'),
    ...(typeof memo === 'string' && memo !== '' ? { memo } : {}),
  };
}
