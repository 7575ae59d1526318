import { resolve } from 'node:path';
import { readPolicySetting } from '../config/read-policy-setting.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { GuardPolicy } from '../guard/policy/guard-policy.ts';
import type { CliIo } from './cli-io.ts';

/** The policy of a file, as a start of Ferryman reads it, or every fault. */
export async function checkPolicyFile(
  path: string,
  { folder }: Pick<CliIo, 'folder'>,
): Promise<{ ok: true; policy: GuardPolicy } | { ok: false; faults: string[] }> {
  const faults: string[] = [];
  const file = resolve(folder, path);
  // A fault of a member begins with the file.
  const report = (_path: readonly string[], message: string): void =>
    void faults.push(message.startsWith(file) ? message.slice(file.length) : message);
  const policy = await readPolicySetting({ guard: { policyFile: path } }, folder, report);
  return policy ? { ok: true, policy } : { ok: false, faults };
}

/** Throws `CONFIG_INVALID` with every fault. */
export async function readPolicyFile(
  path: string,
  io: Pick<CliIo, 'folder'>,
): Promise<GuardPolicy> {
  const checked = await checkPolicyFile(path, io);
  if (checked.ok) return checked.policy;
  throw new FerrymanError('CONFIG_INVALID', `the policy ${path} has faults`, {
    faults: checked.faults.map((message) => ({ pointer: '', message })),
  });
}
