import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { GuardPolicy } from '../guard/policy/guard-policy.ts';
import {
  closedPolicy,
  descriptorFolderOf,
  readGuardPolicy,
} from '../guard/policy/read-guard-policy.ts';
import { readDescriptorFolder } from './read-descriptor-folder.ts';
import type { Settings } from './settings.ts';

type Report = (path: readonly string[], message: string, fix?: string) => void;

/**
 * The guard's policy, from its file or its setting, with the descriptors of the folder that it
 * names. `undefined`: it has faults, all reported.
 * @param settings.router names the operator's own providers. Without it, names of providers in caps
 *   are not checked
 */
export async function readPolicySetting(
  { guard: { policyFile, policy }, router }: Pick<Settings, 'guard'> & Partial<Settings>,
  folder: string,
  report: Report,
): Promise<GuardPolicy | undefined> {
  const names = router && { additionalProviders: router.additionalProviders ?? [] };
  if (policyFile === undefined)
    return policy === undefined
      ? closedPolicy
      : checked(policy, { ...names, at: ['guard', 'policy'], folder, report });
  const at = ['guard', 'policyFile'];
  if (policy !== undefined) {
    report(at, 'stands beside guard.policy', 'Give one of the two.');
    return undefined;
  }
  const path = resolve(folder, policyFile);
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return await checked(value, { ...names, at, folder: dirname(path), report, path });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable';
    report(at, `cannot be read: ${why}`, 'Give the path of a JSON file that Ferryman may read.');
    return undefined;
  }
}

async function checked(
  value: unknown,
  options: {
    at: readonly string[];
    /** Where relative paths of the policy start. */
    folder: string;
    report: Report;
    path?: string;
    additionalProviders?: readonly string[];
  },
): Promise<GuardPolicy | undefined> {
  const { at, folder, report, path, ...names } = options;
  const named = descriptorFolderOf(value);
  let descriptorFiles: Awaited<ReturnType<typeof readDescriptorFolder>> | undefined;
  try {
    descriptorFiles =
      named === undefined ? undefined : await readDescriptorFolder(resolve(folder, named));
  } catch (error) {
    report(
      path === undefined ? [...at, 'descriptors', 'folder'] : at,
      `descriptors cannot be read: ${error instanceof Error ? error.message : 'unreadable'}`,
      'Name a folder of ERC-7730 files, each with its roles: docs/guard/descriptors.md.',
    );
    return undefined;
  }
  const read = readGuardPolicy(value, {
    ...names,
    ...(descriptorFiles ? { descriptorFiles } : {}),
  });
  if (read.ok) return read.policy;
  for (const { pointer, message } of read.faults)
    report(
      path === undefined ? [...at, ...pointer.split('/').slice(1)] : at,
      path === undefined ? message : `${path}${pointer}: ${message}`,
      'Correct the policy: docs/guard/policy.md describes its members.',
    );
  return undefined;
}
