import { isCrossChain } from '../../../../core/swap/job.ts';
import { isReceiverBytes } from '../../../../guard/at-destination.ts';
import { isListed } from '../../../../guard/is-listed.ts';
import {
  type AdmittedProgram,
  admittedOn,
  type MinimumLayout,
} from '../../../../guard/policy/guard-policy.ts';
import {
  findingsOf,
  hold,
  type Rule,
  type RuleFinding,
  type RuleRequest,
  reject,
} from '../../../../guard/rule.ts';
import type { SolanaEffects, SolanaInstruction } from '../effects.ts';
import { littleEndian } from '../instruction.ts';

/**
 * S04. Every program that the transaction or another program calls is native to all clusters and
 * readable for the guard, or the policy names it. A simulation cannot show everything that an
 * unknown program may do, and what it shows may change until the transaction lands. The policy
 * says where a program's calls state their minimum, and of which token. That of the bought token
 * is at least the order's. A call to another chain whose minimum is of an intermediate token, or
 * not known, is held, and the strict profile demands to know all minimums. A call of a program
 * that the policy does not name is judged as one of which it knows neither. No simulation shows
 * whom a call pays on another chain: the policy says where it names the receiver, and this is the
 * job's.
 */
export const programs: Rule<SolanaEffects> = {
  id: 'S04',
  check({ instructions, innerCalls }, request) {
    const { chain, guardPolicy } = request;
    const { programs: named } = admittedOn(guardPolicy, chain.name);
    const listed = named.map(({ address }) => address);
    const isUnlisted = ({ kind, program }: { kind: string; program: string }): boolean =>
      kind === 'other' && !isListed('solana', listed, program);
    return [
      ...findingsOf(instructions.length === 0 && reject('the transaction calls no program')),
      ...unique(instructions.filter(isUnlisted)).map((program) =>
        hold(
          { kind: 'program', chain: chain.name, address: program },
          'the transaction calls a program that the policy does not name',
          { program },
        ),
      ),
      ...unique(innerCalls.filter(isUnlisted)).map((program) =>
        hold(
          { kind: 'program', chain: chain.name, address: program },
          'a program calls a program that the policy does not name',
          { program },
        ),
      ),
      ...instructions.flatMap((one) => minimumFindings(one, named, request)),
      ...instructions.flatMap((one) => receiverFindings(one, named, request)),
    ];
  },
};

function minimumFindings(
  { program, kind, data }: SolanaInstruction,
  named: readonly AdmittedProgram[],
  request: RuleRequest,
): RuleFinding[] {
  const { intent, guardPolicy } = request;
  const entries = named.filter(({ address }) => address === program);
  if (kind !== 'other' || intent.kind !== 'swap') return [];
  const layouts = entries.flatMap(({ minimumOut }) => minimumOut ?? []);
  const layout = layouts.find(({ discriminator }) => startsWith(data, discriminator));
  if (layouts.length > 0 && !layout)
    return [
      guardPolicy.profile === 'strict'
        ? reject('the policy names other calls of the program', { program })
        : hold(
            {
              kind: 'finding',
              rule: 'S04',
              what: `the call ${selectorOf(data)} of ${program} for ${intent.order.provider}`,
            },
            'the policy names other calls of the program',
            { program, selector: selectorOf(data) },
          ),
    ];
  const minimum = layout && readMinimum(data, layout);
  // An intermediate token may be worth anything, so that only nothing is certainly too little.
  const least = layout?.of === 'intermediate' ? 1n : intent.order.minOut;
  return [
    ...(layout?.of === 'bought' ? [] : unknownMinimum(program, data, entries, request)),
    ...findingsOf(
      layout &&
        minimum === undefined &&
        reject('the call is too short to state its minimum', { program }),
      minimum !== undefined &&
        minimum < least &&
        reject('the call states a lower minimum than the order', { program, minimum, least }),
    ),
  ];
}

/**
 * Nothing in the call bounds what it brings. On this chain the simulation shows what that is, which
 * suffices for the calls of a program that the policy names. A person admits one call of another.
 */
function unknownMinimum(
  program: string,
  data: Uint8Array,
  entries: readonly AdmittedProgram[],
  request: RuleRequest,
): RuleFinding[] {
  if (request.guardPolicy.profile === 'strict')
    return [
      reject('the strict policy does not say where the program’s calls state their minimum', {
        program,
      }),
    ];
  return findingsOf(
    (entries.length === 0 || isCrossChain(request.job)) &&
      !isUndescribed(data, entries) &&
      undescribed(
        { program, data, lacks: 'minimum' },
        request,
        'the policy does not say where the call states its minimum',
      ),
  );
}

function isUndescribed(data: Uint8Array, entries: readonly AdmittedProgram[]): boolean {
  return entries
    .flatMap(({ undescribed: admitted }) => admitted ?? [])
    .some((discriminator) => startsWith(data, discriminator));
}

function undescribed(
  { program, data, lacks }: { program: string; data: Uint8Array; lacks: 'minimum' | 'receiver' },
  { chain, intent }: RuleRequest,
  message: string,
): RuleFinding {
  const selector = selectorOf(data);
  return hold(
    {
      kind: 'function',
      ...{ chain: chain.name, address: program },
      ...(intent.kind === 'swap' ? { provider: intent.order.provider } : {}),
      ...{ selector, lacks: { what: lacks } },
    },
    message,
    { program, selector },
  );
}

function receiverFindings(
  { program, kind, data }: SolanaInstruction,
  named: readonly AdmittedProgram[],
  request: RuleRequest,
): RuleFinding[] {
  const { intent, job, guardPolicy } = request;
  const entries = named.filter(({ address }) => address === program);
  if (kind !== 'other' || intent.kind !== 'swap' || !isCrossChain(job)) return [];
  const layout = entries
    .flatMap(({ receiver }) => receiver ?? [])
    .find(({ discriminator }) => startsWith(data, discriminator));
  if (layout) {
    const found = slice(data, layout.offset, layout.bytes);
    const digits = found && Buffer.from(found).toString('hex');
    return findingsOf(
      !(digits !== undefined && isReceiverBytes(job, digits)) &&
        reject('the call pays another receiver on the other chain', {
          program,
          receiver: digits,
        }),
    );
  }
  if (guardPolicy.profile === 'strict')
    return [
      reject('the strict policy does not say where the call names its receiver', {
        program,
        selector: selectorOf(data),
      }),
    ];
  return findingsOf(
    !isUndescribed(data, entries) &&
      undescribed(
        { program, data, lacks: 'receiver' },
        request,
        'the policy does not say where the call names its receiver on the other chain',
      ),
  );
}

/** Anchor programs tell their calls apart by eight bytes, others by fewer. */
const discriminatorBytes = 8;

function selectorOf(data: Uint8Array): string {
  return `0x${Buffer.from(data.subarray(0, discriminatorBytes)).toString('hex')}`;
}

function startsWith(data: Uint8Array, discriminator: string): boolean {
  return Buffer.from(data).toString('hex').startsWith(discriminator.slice(2));
}

const allBps = 10_000n;

function readMinimum(
  data: Uint8Array,
  { offset, slippageBpsOffset }: MinimumLayout,
): bigint | undefined {
  const quoted = readAt(data, offset, 8);
  if (quoted === undefined || slippageBpsOffset === undefined) return quoted;
  const slippage = readAt(data, slippageBpsOffset, 2);
  if (slippage === undefined) return undefined;
  return slippage > allBps ? 0n : (quoted * (allBps - slippage)) / allBps;
}

function readAt(data: Uint8Array, offset: number, length: number): bigint | undefined {
  const bytes = slice(data, offset, length);
  return bytes && littleEndian(bytes);
}

/** `undefined` if it is not wholly within the data. */
function slice(data: Uint8Array, offset: number, length: number): Uint8Array | undefined {
  const start = offset < 0 ? data.length + offset : offset;
  return start < 0 || start + length > data.length
    ? undefined
    : data.subarray(start, start + length);
}

function unique(calls: readonly { program: string }[]): string[] {
  return [...new Set(calls.map(({ program }) => program))];
}
