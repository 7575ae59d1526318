import { readFileSync } from 'node:fs';

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

/**
 * What decodes the calls of the contracts of the vectors' fixtures, in the form of a policy's
 * `descriptors`.
 */
export const testDescriptors = {
  inline: ['router', 'tron-gateway'].map((name) => ({
    name,
    descriptor: read(`${name}.json`),
    roles: read(`${name}.roles.json`),
  })),
};
