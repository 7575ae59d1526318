import { parseDecimal } from '../../core/amounts/parse-decimal.ts';
import { providerFault } from '../../core/registry/provider-fault.ts';
import { parseDuration } from '../../core/text/parse-duration.ts';
import type { Fault } from '../../errors/ferryman-error.ts';
import type { ApprovalDemand, ApprovalRow, ApprovalTable } from '../approvals/approval-table.ts';
import type { ApprovalRowFile, ApproverFile } from './approval-schema.ts';

/** The members of a policy file that say who approves what. */
interface ApprovalsFile {
  approvals?: readonly ApprovalRowFile[];
  approvers?: readonly ApproverFile[];
}

/** `undefined`: the file has no table. */
export function approvalTableOf({
  approvals,
  approvers,
}: ApprovalsFile): ApprovalTable | undefined {
  if (!approvals) return undefined;
  return {
    rows: approvals.map(rowOf),
    approvers: (approvers ?? []).map(({ note: _, passkeys, ...approver }) => ({
      ...approver,
      passkeys: passkeys.map(({ id, publicKey }) => ({ id, publicKey })),
    })),
  };
}

function rowOf({ when, then }: ApprovalRowFile): ApprovalRow {
  const { aboveUsd, ...conditions } = when;
  return {
    when: {
      ...conditions,
      ...(aboveUsd === undefined ? {} : { aboveUsdE18: parseDecimal(aboveUsd, 18) ?? 0n }),
    },
    outcome: typeof then === 'string' ? then : demandOf(then),
  };
}

function demandOf({
  approvals,
  of,
  expiresAfter,
  coolFor,
}: Exclude<ApprovalRowFile['then'], string>): ApprovalDemand {
  return {
    ...{ approvals, of, expiresAfter: parseDuration(expiresAfter) ?? 0 },
    ...(coolFor === undefined ? {} : { coolFor: parseDuration(coolFor) ?? 0 }),
  };
}

interface Names {
  /** Whether a text is an address of the chain; `undefined` for an unknown chain. */
  addressTest(chain: string): ((text: string) => boolean) | undefined;
  /** The operator's own names of providers. `undefined`: not known here, so no name is checked. */
  additionalProviders: readonly string[] | undefined;
}

/** A row that no payment matches, or that nobody can fulfil, would decide otherwise than it reads. */
export function approvalFaults(file: ApprovalsFile, names: Names): Fault[] {
  const { approvals: rows, approvers = [] } = file;
  const faults = approverFaults(approvers);
  if (!rows) {
    return approvers.length === 0
      ? faults
      : [...faults, { pointer: '/approvals', message: 'is missing: approvers approve its rows' }];
  }
  const known = new Set(approvers.map(({ name }) => name));
  return [
    ...faults,
    ...lastRowFaults(rows),
    ...rows.flatMap((row, index) => [
      ...conditionFaults(row, `/approvals/${index}/when`, names),
      ...demandFaults(row, `/approvals/${index}/then`, known),
    ]),
  ];
}

/** What no row names must not pass by an oversight, and what stands behind "any" never counts. */
function lastRowFaults(rows: readonly ApprovalRowFile[]): Fault[] {
  const matchesAll = ({ when }: ApprovalRowFile): boolean => Object.keys(when).length === 0;
  const last = rows.at(-1);
  const blocks = last !== undefined && matchesAll(last) && last.then === 'block';
  return [
    ...rows.slice(0, -1).flatMap((row, index) =>
      matchesAll(row)
        ? [
            {
              pointer: `/approvals/${index}/when`,
              message: 'matches every payment, so no row behind it counts: name a condition',
            },
          ]
        : [],
    ),
    ...(blocks
      ? []
      : [
          {
            pointer: `/approvals/${Math.max(0, rows.length - 1)}`,
            message:
              'does not block the rest: add {"when": {}, "then": "block"} as the last row, and above it one row for each payment that may pass',
          },
        ]),
  ];
}

function conditionFaults(
  { when: { chain, token, provider } }: ApprovalRowFile,
  pointer: string,
  { addressTest, additionalProviders }: Names,
): Fault[] {
  const faults: Fault[] = [];
  const fault = (member: string, message: string) =>
    faults.push({ pointer: `${pointer}/${member}`, message });
  const unknown =
    provider === undefined || additionalProviders === undefined
      ? undefined
      : providerFault(provider, additionalProviders);
  if (unknown !== undefined) fault('provider', `${provider} ${unknown}`);
  if (token !== undefined && chain === undefined)
    fault('chain', 'is missing: a token is one of a chain');
  if (chain === undefined) return faults;
  const isAddress = addressTest(chain);
  if (!isAddress) fault('chain', `${chain} is no chain that Ferryman knows`);
  else if (token !== undefined && token !== 'native' && !isAddress(token))
    fault('token', `${token} is no address of ${chain}`);
  return faults;
}

function demandFaults(
  { then }: ApprovalRowFile,
  pointer: string,
  known: ReadonlySet<string>,
): Fault[] {
  if (typeof then === 'string') return [];
  const { approvals, of, expiresAfter, coolFor } = then;
  const different = new Set(of);
  const cooling = coolFor === undefined ? 0 : (parseDuration(coolFor) ?? 0);
  return [
    ...of.flatMap((name, index) =>
      known.has(name)
        ? []
        : [{ pointer: `${pointer}/of/${index}`, message: `${name} is none of /approvers` }],
    ),
    ...(different.size < of.length
      ? [{ pointer: `${pointer}/of`, message: 'names somebody twice' }]
      : []),
    ...(approvals > different.size
      ? [
          {
            pointer: `${pointer}/approvals`,
            message: `is more than the ${different.size} who may approve, so nothing would pass`,
          },
        ]
      : []),
    ...(cooling >= (parseDuration(expiresAfter) ?? 0)
      ? [
          {
            pointer: `${pointer}/coolFor`,
            message: 'is not below expiresAfter, so nothing would pass',
          },
        ]
      : []),
  ];
}

/** One person with two names, or two with one passkey, would be two approvers. */
function approverFaults(approvers: readonly ApproverFile[]): Fault[] {
  const names = new Map<string, number>();
  const keys = new Map<string, string>();
  return approvers.flatMap(({ name, passkeys }, index) => {
    const faults: Fault[] = [];
    const first = names.get(name);
    if (first !== undefined)
      faults.push({ pointer: `/approvers/${index}/name`, message: `${name} is a name already` });
    names.set(name, index);
    for (const [position, { id, publicKey }] of passkeys.entries()) {
      const pointer = `/approvers/${index}/passkeys/${position}`;
      const owner = keys.get(id) ?? keys.get(publicKey);
      if (owner !== undefined)
        faults.push({ pointer, message: `is a passkey of ${owner} already` });
      keys.set(id, name).set(publicKey, name);
    }
    return faults;
  });
}
