import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Fixtures } from '../guard/vectors/run/fixtures.ts';
import { type Report, runVectors } from '../guard/vectors/run/run-vectors.ts';
import { readVectors } from '../guard/vectors/run/vector.ts';
import { closeSharedJournal } from '../guard/vectors/run/with-world.ts';
import { templatesVariable } from '../support/make-once.ts';

/*
 * Runs guard vectors through the real guard: `--vectors F --fixtures F [--json]`. Exits with 1 if
 * one fails or cannot be built.
 */

const { values } = parseArgs({
  options: {
    vectors: { type: 'string' },
    fixtures: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const shipped = new URL('../../../test/guard/vectors/', import.meta.url);
const vectors = readFileSync(values.vectors ?? new URL('vectors.jsonl', shipped), 'utf8');
const fixtures = readFileSync(values.fixtures ?? new URL('fixtures.json', shipped), 'utf8');
const templates = await mkdtemp(join(tmpdir(), 'ferryman-vectors-'));
process.env[templatesVariable] = templates;
const report = await runVectors(readVectors(vectors), JSON.parse(fixtures) as Fixtures);
await closeSharedJournal();
await rm(templates, { recursive: true });
process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : textOf(report));
process.exitCode = report.failed.length === 0 ? 0 : 1;

function textOf({ total, passed, failed }: Report): string {
  const lines = failed.map(
    ({ id, case: name, expected, got }) => `  ${id} ${name}: expected ${expected}, got ${got}\n`,
  );
  return `${passed} of ${total} vectors behave as specified\n${lines.join('')}`;
}
