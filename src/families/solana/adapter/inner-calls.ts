import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { InnerCall } from '../../../ports/solana-simulation.ts';
import { decodeBase58 } from '../../shared/formats/base58.ts';
import { parseSolanaAddress } from '../formats/address.ts';
import type { InnerInstruction, Simulation } from './answers.ts';

/** Calls of programs by programs. Nodes report them in three forms, and this returns one. */
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
      throw unreadable(
        `its account index ${index} is out of range, there are ${keys.length} accounts`,
      );
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

/** Every address in a parsed call, at any depth. Its role differs from call to call. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return parseSolanaAddress(value).ok ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(addressesIn)
    : [];
}

/** Above the base58 length of any call's data, which has at most ten kilobytes. */
const maxLetters = 20_000;

function bytesOf(text: string): Uint8Array {
  const bytes = decodeBase58(text, { most: maxLetters });
  if (bytes) return bytes;
  throw unreadable('its data is not base58');
}

function unreadable(what: string): FerrymanError {
  return new FerrymanError(
    'SIMULATION_UNREADABLE',
    `the simulation reports an unreadable call: ${what}`,
  );
}
