import type { SolanaFee } from '../formats/transaction.ts';
import { computeBudgetProgram } from './programs.ts';
import type { WireInstruction, WireMessage } from './wire-transaction.ts';

/** Lamports for one signature (solana.com/docs, fees). */
const lamportsPerSignature = 5_000n;
/** The limit of a transaction, and the default limit per instruction (agave, compute budget). */
export const maxComputeUnits = 1_400_000n;
const defaultUnitsPerInstruction = 200_000n;

const setLimit = 2;
const setPrice = 3;

/** The maximum fee that the message allows. */
export function feeOf({ header, keys, instructions }: WireMessage): SolanaFee {
  const budget = instructions.filter(({ program }) => keys[program] === computeBudgetProgram);
  const dataOf = (kind: number): Uint8Array | undefined =>
    budget.find(({ data }) => data[0] === kind)?.data;
  const [limit, price] = [dataOf(setLimit), dataOf(setPrice)];
  const byDefault = BigInt(instructions.length - budget.length) * defaultUnitsPerInstruction;
  const units = limit === undefined ? byDefault : littleEndian(limit.subarray(1, 5));
  return {
    family: 'solana',
    signatureFee: BigInt(header.numRequiredSignatures) * lamportsPerSignature,
    computeUnitLimit: units < maxComputeUnits ? units : maxComputeUnits,
    computeUnitPrice: price === undefined ? 0n : littleEndian(price.subarray(1, 9)),
  };
}

/**
 * The message with this compute-unit limit and price instead of its own. If the compute budget
 * program is not among its keys, it is appended, which shifts the accounts of lookup tables by one.
 */
export function withFee(message: WireMessage, fee: SolanaFee): WireMessage {
  const known = message.keys.indexOf(computeBudgetProgram);
  const { keys, header, instructions } = known === -1 ? withComputeBudget(message) : message;
  const program = known === -1 ? keys.length - 1 : known;
  const others = instructions.filter(
    (instruction) => instruction.program !== program || !isPrice(instruction),
  );
  return {
    ...message,
    header,
    keys,
    instructions: [
      {
        program,
        accounts: [],
        data: Uint8Array.from([setLimit, ...bytesOf(fee.computeUnitLimit, 4)]),
      },
      {
        program,
        accounts: [],
        data: Uint8Array.from([setPrice, ...bytesOf(fee.computeUnitPrice, 8)]),
      },
      ...others,
    ],
  };
}

function withComputeBudget(
  message: WireMessage,
): Pick<WireMessage, 'keys' | 'header' | 'instructions'> {
  const added = message.keys.length;
  const moved = (index: number): number => (index >= added ? index + 1 : index);
  const { header } = message;
  return {
    keys: [...message.keys, computeBudgetProgram],
    header: { ...header, numReadonlyUnsignedAccounts: header.numReadonlyUnsignedAccounts + 1 },
    instructions: message.instructions.map((instruction) => ({
      ...instruction,
      accounts: instruction.accounts.map(moved),
    })),
  };
}

function isPrice({ data }: WireInstruction): boolean {
  return data[0] === setLimit || data[0] === setPrice;
}

export function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index--)
    value = value * 256n + BigInt(bytes[index] ?? 0);
  return value;
}

function bytesOf(value: bigint, length: number): number[] {
  return Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
}
