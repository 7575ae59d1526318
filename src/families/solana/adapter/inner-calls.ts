import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { InnerCall } from '../../../ports/solana-simulation.ts';
import { decodeBase58 } from '../../shared/formats/base58.ts';
import { parseSolanaAddress } from '../formats/address.ts';
import type { InnerInstruction, Simulation } from './answers.ts';

/**
 * Calls of programs by programs, in one form, whichever of its three forms a node tells them in.
 */
export function innerCalls(
  keys: readonly string[],
  inner: Simulation['value']['innerInstructions'],
): readonly InnerCall[] {
  return (inner ?? []).flatMap(({ instructions }) =>
    instructions.map((instruction) => innerCall(keys, instruction)),
  );
}

function innerCall(keys: readonly string[], instruction: InnerInstruction): InnerCall {
  if ('programIdIndex' in instruction) {
    const { programIdIndex, accounts, data } = instruction;
    const addressAt = (index: number): string => {
      const address = keys[index];
      if (address !== undefined) return address;
      throw unreadable(`it names account ${index} of ${keys.length}`);
    };
    return {
      program: addressAt(programIdIndex),
      accounts: accounts.map(addressAt),
      call: { data: bytesOf(data) },
    };
  }
  const { programId: program } = instruction;
  if ('data' in instruction)
    return { program, accounts: instruction.accounts, call: { data: bytesOf(instruction.data) } };
  const { parsed } = instruction;
  if (typeof parsed === 'string') return { program, accounts: [], call: { name: 'memo' } };
  return { program, accounts: addressesIn(parsed.info), call: { name: parsed.type } };
}

/**
 * Every address in what a node has read, however deep: which role it has there differs from call to
 * call.
 */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return parseSolanaAddress(value).ok ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(addressesIn)
    : [];
}

/**
 * More letters than the data of any call has: a transaction's accounts and calls share ten
 * megabytes, calls much less.
 */
const maxLetters = 20_000;

function bytesOf(text: string): Uint8Array {
  const bytes = decodeBase58(text, { most: maxLetters });
  if (bytes) return bytes;
  throw unreadable('its data is no base58');
}

function unreadable(what: string): FerrymanError {
  return new FerrymanError(
    'SIMULATION_UNREADABLE',
    `a call that the simulation tells of is unreadable: ${what}`,
  );
}
