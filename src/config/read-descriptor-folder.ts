import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DescriptorSource } from '../guard/policy/descriptor-source.ts';

const rolesEnding = '.roles.json';
const ending = '.json';

/**
 * Reads the descriptors of a folder: `<name>.json` (ERC-7730), each with its roles in
 * `<name>.roles.json`. Does not read folders inside it.
 * @throws an error whose message names the file that cannot be read, or that lacks its other half
 */
export async function readDescriptorFolder(folder: string): Promise<DescriptorSource[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).sort();
  const names = files.flatMap((file) =>
    file.endsWith(rolesEnding) ? [] : [file.slice(0, -ending.length)],
  );
  const orphan = files.find(
    (file) => file.endsWith(rolesEnding) && !names.includes(file.slice(0, -rolesEnding.length)),
  );
  if (orphan !== undefined) throw new Error(`${join(folder, orphan)} has no descriptor beside it`);
  return await Promise.all(
    names.map(async (name) => ({
      name,
      descriptor: await readJson(join(folder, `${name}${ending}`)),
      roles: await readJson(join(folder, `${name}${rolesEnding}`)),
    })),
  );
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}
