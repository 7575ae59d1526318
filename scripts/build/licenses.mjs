import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Collects the licenses of the packages that are bundled into the programs. */
export async function licensesOf(chunks) {
  const modules = chunks.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  const texts = await Promise.all([...new Set(folders)].sort().map(licenseOf));
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const files = (await readdir(folder)).filter((file) =>
    /^(licen[cs]e|notice|copying)/i.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [`${name} ${version}, ${license}\n`, ...texts].join('\n');
}
