import { maximumFee } from '../../../core/swap/transaction-object.ts';
import type { DecodedEffects } from '../../../guard/effects.ts';
import type { SimulatedChanges, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { InnerCall, SolanaSimulation } from '../../../ports/solana-simulation.ts';
import { isSignedBy } from '../../shared/formats/ed25519.ts';
import { type CallName, reportedCallName } from './call-names.ts';
import type { SolanaEffects, SolanaInstruction } from './effects.ts';
import { expandBatch } from './expand-batch.ts';
import { kindOf, nameOf, readInstruction } from './instruction.ts';
import { rentOf } from './temporary-account.ts';
import { readSolanaWire, type SolanaWire } from './wire.ts';

/** Lamports per signature, and the default and maximum compute units (solana.com/docs, fees). */
const lamportsPerSignature = 5_000n;
const defaultUnits = 200_000n;
const maxUnits = 1_400_000n;
/**
 * Decodes the wire form to sign, without the wallet's signature. The simulation supplies the
 * entries of lookup tables, as the configured endpoint reports them.
 */
export function decodeSolana(
  unsigned: UnsignedTransaction,
  simulation: SimulatedChanges,
): DecodedEffects<SolanaEffects> {
  const { solana: known } = simulation;
  if (!known)
    return {
      ok: false,
      fault: 'the simulation lacks the loaded accounts and calls of the Solana transaction',
    };
  let wire: SolanaWire;
  let loaded: { writable: string[]; readonly: string[] };
  try {
    wire = readSolanaWire(fromHex(unsigned.bytes));
    loaded = loadAddresses(wire, known);
  } catch (error) {
    if (error instanceof UnknownEntry) return { ok: false, fault: error.message, rule: 'S03' };
    return {
      ok: false,
      fault: `the bytes are not a transaction: ${error instanceof Error ? error.message : 'unreadable'}`,
    };
  }
  if (wire.signatures[0]?.some((byte) => byte !== 0))
    return { ok: false, fault: 'the bytes are already signed' };
  return {
    ok: true,
    effects: effectsOf(wire, loaded, unsigned.account, { ...simulation, solana: known }),
  };
}

/** Decodes the router's transaction. Throws `RangeError`. */
export function readGiven(
  data: string,
  { lookupTables }: Pick<SolanaSimulation, 'lookupTables'>,
): Pick<SolanaEffects, 'instructions' | 'writable'> & {
  signers: readonly string[];
  message: Uint8Array;
} {
  const wire = readSolanaWire(Buffer.from(data, 'base64'));
  const loaded = loadAddresses(wire, { lookupTables });
  const { message, required, keys } = wire;
  return {
    instructions: instructionsOf(wire, loaded),
    writable: writableOf(wire, loaded),
    signers: keys.slice(0, required),
    message,
  };
}

function effectsOf(
  wire: SolanaWire,
  loaded: { writable: string[]; readonly: string[] },
  account: string,
  simulation: SimulatedChanges & { solana: SolanaSimulation },
): SolanaEffects {
  const { balanceChanges, allowanceChanges, authorityChanges, inspected, solana } = simulation;
  const instructions = instructionsOf(wire, loaded);
  const { keys, required, signatures, message, blockhash, lookups } = wire;
  const price = budgetOf(instructions);
  return {
    family: 'solana',
    feePayer: keys[0] ?? '',
    cosigners: keys.slice(1, required).map((address, index) => ({
      address,
      hasSigned: isSignedBy(address, message, signatures[index + 1] ?? new Uint8Array()),
    })),
    blockhash,
    instructions,
    innerCalls: solana.innerCalls.map(readInnerCall),
    lookupTables: lookups.map(({ table: address }) => ({
      address,
      table: solana.lookupTables.get(address),
    })),
    slot: simulation.block,
    writable: writableOf(wire, loaded),
    ...price,
    mints: solana.mints,
    value: instructions.reduce((sum, instruction) => sum + sentBy(account, instruction), 0n),
    maximumFee: maximumFee({
      family: 'solana',
      signatureFee: BigInt(required) * lamportsPerSignature,
      ...price,
    }),
    balanceChanges,
    allowanceChanges,
    authorityChanges,
    inspected,
  };
}

/** The header counts the signers, and the readonly keys at the end of each group. */
function writableOf(
  { keys, required, readonlySigned, readonlyUnsigned }: SolanaWire,
  { writable }: { writable: string[] },
): ReadonlySet<string> {
  const isWritable = (_: string, index: number): boolean =>
    index < required ? index < required - readonlySigned : index < keys.length - readonlyUnsigned;
  return new Set([...keys.filter(isWritable), ...writable]);
}

function instructionsOf(
  { keys, instructions }: SolanaWire,
  loaded: { writable: string[]; readonly: string[] },
) {
  const all = [...keys, ...loaded.writable, ...loaded.readonly];
  const at = (index: number): string => all[index] ?? '';
  return instructions.flatMap(({ program, accounts, data }) =>
    expandBatch(readInstruction(at(program), accounts.map(at), data)),
  );
}

/** An account that the bytes name by a lookup table, and the configured endpoint does not show. */
class UnknownEntry extends RangeError {
  override readonly name = 'UnknownEntry';
}

function loadAddresses(
  { lookups }: SolanaWire,
  { lookupTables }: Pick<SolanaSimulation, 'lookupTables'>,
) {
  const load = (table: string, indexes: readonly number[]): string[] =>
    indexes.map((index) => {
      const address = lookupTables.get(table)?.addresses[index];
      if (address !== undefined) return address;
      throw new UnknownEntry(`entry ${index} of the lookup table ${table} is unknown`);
    });
  return {
    writable: lookups.flatMap(({ table, writable }) => load(table, writable)),
    readonly: lookups.flatMap(({ table, readonly }) => load(table, readonly)),
  };
}

function readInnerCall({
  program,
  accounts,
  call,
}: InnerCall): SolanaEffects['innerCalls'][number] {
  const kind = kindOf(program);
  return {
    program,
    kind,
    accounts,
    name: 'name' in call ? reportedCallName(kind, call.name) : nameOf(kind, call.data),
  };
}

/** Lamports that an instruction sends from the account, or pays for others' token accounts. */
function sentBy(account: string, instruction: SolanaInstruction): bigint {
  const { kind, name, accounts, amount } = instruction;
  const [from, to] = accounts;
  const sent =
    kind === 'system' && name === 'transfer' && from === account && to !== account ? amount : 0n;
  return sent + rentOf(instruction, account).others;
}

function budgetOf(instructions: readonly SolanaInstruction[]): {
  computeUnitLimit: bigint;
  computeUnitPrice: bigint;
} {
  const amountOf = (name: CallName): bigint | undefined =>
    instructions.find((one) => one.kind === 'compute_budget' && one.name === name)?.amount;
  const others = instructions.filter(({ kind }) => kind !== 'compute_budget').length;
  const units = amountOf('setComputeUnitLimit') ?? BigInt(others) * defaultUnits;
  return {
    computeUnitLimit: units < maxUnits ? units : maxUnits,
    computeUnitPrice: amountOf('setComputeUnitPrice') ?? 0n,
  };
}

function fromHex(bytes: string): Uint8Array {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(bytes)) throw new RangeError('they are not hexadecimal');
  return Buffer.from(bytes.slice(2), 'hex');
}
