import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GuardPolicy } from '../guard/policy/guard-policy.ts';
import { closedPolicy, readGuardPolicy } from '../guard/policy/read-guard-policy.ts';
import type { Settings } from './settings.ts';

type Report = (path: readonly string[], message: string, fix?: string) => void;

/** The guard's policy, from its file or its setting. `undefined`: it has faults, all reported. */
export async function readPolicySetting(
  { policyFile, policy }: Settings['guard'],
  folder: string,
  report: Report,
): Promise<GuardPolicy | undefined> {
  if (policyFile === undefined)
    return policy === undefined ? closedPolicy : checked(policy, ['guard', 'policy'], report);
  const at = ['guard', 'policyFile'];
  if (policy !== undefined) {
    report(at, 'stands beside guard.policy', 'Give one of the two.');
    return undefined;
  }
  const path = resolve(folder, policyFile);
  try {
    return checked(JSON.parse(await readFile(path, 'utf8')), at, report, path);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable';
    report(at, `cannot be read: ${why}`, 'Give the path of a JSON file that Ferryman may read.');
    return undefined;
  }
}

function checked(
  value: unknown,
  at: readonly string[],
  report: Report,
  path?: string,
): GuardPolicy | undefined {
  const read = readGuardPolicy(value);
  if (read.ok) return read.policy;
  for (const { pointer, message } of read.faults)
    report(
      path === undefined ? [...at, ...pointer.split('/').slice(1)] : at,
      path === undefined ? message : `${path}${pointer}: ${message}`,
      'Correct the policy: docs/guard/policy.md describes its members.',
    );
  return undefined;
}
