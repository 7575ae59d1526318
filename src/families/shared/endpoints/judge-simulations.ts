import { lowerOf } from '../../../core/amounts/lower-of.ts';
import { assertNever } from '../../../core/assert-never.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SimulatedChanges } from '../../../ports/chain-adapter.ts';

/** The changes that a host shows, and the same as sorted lines. */
export interface ShownChanges {
  host: string;
  kind: 'shows';
  changes: SimulatedChanges;
  facts: readonly string[];
}

/** What one host says about a simulated transaction. */
export type SimulationTestimony =
  | ShownChanges
  /** The transaction would fail there, or its effects cannot be determined. */
  | { host: string; kind: 'fails'; error: FerrymanError }
  | { host: string; kind: 'other_block'; number: bigint }
  | { host: string; kind: 'silent'; fault: FerrymanError };

/** Characters of one host's answer in a finding or message. */
const maxCharacters = 600;

interface Judging {
  /** All simulated on one block. Default: those whose changes name the same block. */
  isAnchored: boolean;
  /**
   * The changes of hosts that show the same ones, with what these may differ in at its worst.
   * Default: those of the first host.
   */
  join(changes: readonly [SimulatedChanges, ...SimulatedChanges[]]): SimulatedChanges;
}

/**
 * Two hosts must show the same changes, and none may contradict them. A contradiction of hosts that
 * simulated on one block becomes part of the changes.
 */
export function judgeSimulations(
  testimonies: readonly SimulationTestimony[],
  { isAnchored = false, join = ([first]) => first }: Partial<Judging> = {},
): SimulatedChanges {
  const shown = testimonies.filter((one) => one.kind === 'shows');
  const [first] = shown;
  if (first === undefined) throw failureOf(testimonies);
  const elsewhere = testimonies.filter(({ kind }) => kind === 'other_block');
  if (elsewhere.length > 0) throw fault('WITNESSES_DISAGREE', [first, ...elsewhere], first);
  const against = testimonies.filter(
    (one) => one.kind === 'fails' || (one.kind === 'shows' && !isSame(one, first)),
  );
  const block = shown.reduce(
    (lowest, { changes }) => lowerOf(changes.block, lowest),
    first.changes.block,
  );
  const isOneBlock = isAnchored || shown.every(({ changes }) => changes.block === block);
  if (against.length > 0 && !isOneBlock)
    throw fault('SIMULATION_UNSETTLED', [first, ...against], first);
  if (against.length === 0 && shown.length < 2)
    throw fault(
      'WITNESS_MISSING',
      testimonies.filter(({ kind }) => kind === 'silent'),
      first,
    );
  const answers = [first, ...against].map((one) => ({
    host: one.host,
    shows: describe(one, first, against),
  }));
  const [, ...others] = shown;
  const agreeing = others.filter((one) => isSame(one, first));
  return {
    ...join([first.changes, ...agreeing.map(({ changes }) => changes)]),
    block,
    witnesses: {
      hosts: [first, ...agreeing].map(({ host }) => host),
      ...(against.length === 0 ? {} : { contradiction: answers }),
    },
  };
}

function isSame(one: ShownChanges, other: ShownChanges): boolean {
  return one.facts.join('\n') === other.facts.join('\n');
}

/** No host shows changes. The faults of hosts that do not answer count least. */
function failureOf(testimonies: readonly SimulationTestimony[]): FerrymanError {
  for (const one of testimonies) if (one.kind === 'fails') return one.error;
  for (const one of testimonies) if (one.kind === 'silent') return one.fault;
  return new FerrymanError('INTERNAL', 'no host was asked for a simulation');
}

function fault(
  code: 'WITNESS_MISSING' | 'WITNESSES_DISAGREE' | 'SIMULATION_UNSETTLED',
  testimonies: readonly SimulationTestimony[],
  first: ShownChanges,
): FerrymanError {
  const others = testimonies.filter((one) => one !== first);
  const said = testimonies.map((one) => `${one.host} ${describe(one, first, others)}`).join('; ');
  return new FerrymanError(
    code,
    code === 'WITNESS_MISSING'
      ? `only ${first.host} shows what the transaction would change at block ${first.changes.block}: ${said}`
      : `hosts do not agree what the transaction would change: ${said}`,
  );
}

/** Only what differs: of the first host, all that one of the others does not show. */
function describe(
  one: SimulationTestimony,
  first: ShownChanges,
  others: readonly SimulationTestimony[],
): string {
  switch (one.kind) {
    case 'shows': {
      const compared = one === first ? others : [first];
      const differing = one.facts.filter((line) =>
        compared.some((other) => other.kind !== 'shows' || !other.facts.includes(line)),
      );
      const text = differing.length === 0 ? 'none of the others’ changes' : differing.join(', ');
      return `shows at block ${one.changes.block}: ${text}`.slice(0, maxCharacters);
    }
    case 'fails':
      return `shows that it fails: ${one.error.message}`.slice(0, maxCharacters);
    case 'other_block':
      return `has another block ${one.number}`;
    case 'silent':
      return `does not answer (${one.fault.code})`;
    default:
      return assertNever(one, 'testimony');
  }
}
