import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPolicySetting } from '../../src/config/read-policy-setting.ts';
import { testDescriptors } from '../guard/descriptors/test-descriptors.ts';
import { policyFrom } from '../support/guard-policy.ts';

describe('the descriptors of a policy', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferryman-policy-'));
    await mkdir(join(folder, 'guard', 'descriptors'), { recursive: true });
    await write('guard/policy.json', { version: 1, descriptors: { folder: 'descriptors' } });
    for (const { name, descriptor, roles } of testDescriptors.inline) {
      await write(`guard/descriptors/${name}.json`, descriptor);
      await write(`guard/descriptors/${name}.roles.json`, roles);
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (path: string, value: unknown) =>
    writeFile(join(folder, path), JSON.stringify(value));
  const read = async (setting: object = { policyFile: 'guard/policy.json' }) => {
    const faults: string[] = [];
    const policy = await readPolicySetting({ guard: setting }, folder, (path, message) =>
      faults.push(`${path.join('.')}: ${message}`),
    );
    return { policy, faults };
  };

  it('are read from the folder beside the policy’s file, or beside the configuration', async () => {
    const inline = policyFrom({ version: 1, descriptors: testDescriptors });
    expect(await read()).toMatchObject({ policy: { hash: inline.hash }, faults: [] });
    const { policy } = await read({
      policy: { version: 1, descriptors: { folder: 'guard/descriptors' } },
    });
    expect(policy?.hash).toBe(inline.hash);
  });

  it('are refused without roles, without a descriptor, and where they cannot be read', async () => {
    await rm(join(folder, 'guard/descriptors/router.roles.json'));
    expect((await read()).faults).toEqual([expect.stringContaining('router.roles.json')]);
    await write('guard/descriptors/router.roles.json', { version: 1 });
    expect((await read()).faults[0]).toContain('/descriptors/router/roles/functions');
    await write('guard/descriptors/lonely.roles.json', {});
    expect((await read()).faults).toEqual([
      expect.stringContaining('lonely.roles.json has no descriptor beside it'),
    ]);
    await rm(join(folder, 'guard/descriptors'), { recursive: true });
    expect((await read()).faults[0]).toContain('descriptors cannot be read');
    expect((await read()).policy).toBeUndefined();
  });
});
