// Breaks each check of the transport and the reader in turn (G01 to G05), and requires that a guard
// vector fails. The rules of the families' guards are broken in test/guard/every-rule.mutants.ts.
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from './build/bundle.mjs';
import { root } from './build/root.mjs';

/** A check, the file that has it, and the text that is replaced. */
const mutants = [
  [
    'G01 redirects',
    'src/router/request-json.ts',
    'response.status >= 300 && response.status < 400',
    'false',
  ],
  ['G01 private addresses', 'src/http/public-lookup.ts', 'hidden && !isAllowed(host)', 'false'],
  [
    'G01 pins',
    'src/http/create-router-transport.ts',
    'seen.some((pin) => pins.includes(pin))',
    'true',
  ],
  ['G02 size', 'src/router/request-json.ts', 'if (bytes > request.maxBytes) break;', ''],
  [
    'G02 content type',
    'src/router/request-json.ts',
    /if \(!\/\^application[^\n]*\)\)\n/,
    'if (false)\n',
  ],
  ['G02 depth', 'src/core/text/find-json-fault.ts', 'path.length >= maxDepth', 'false'],
  ['G02 values', 'src/core/text/find-json-fault.ts', '++nodes > maxNodes', 'false'],
  [
    'G02 length of texts',
    'src/core/text/find-json-fault.ts',
    'at - start <= maxStringLength + 2 ||',
    'true ||',
  ],
  ['G03 duplicate members', 'src/core/text/find-json-fault.ts', 'names.has(name)', 'false'],
  ['G03 forbidden members', 'src/core/text/find-json-fault.ts', 'forbidden.has(name)', 'false'],
  [
    'G03 control members',
    'src/router/foreign-member.ts',
    'if (found !== undefined) throw',
    'if (false) throw',
  ],
  [
    'G03 members of another family',
    'src/families/evm/router/read-transaction.ts',
    'if (unexpected !== undefined) throw',
    'if (false) throw',
  ],
  [
    'G03 calldata',
    'src/families/evm/router/read-transaction.ts',
    '!isHex(text) || text.length % 2 !== 0',
    'false',
  ],
  [
    'G04 integers',
    'src/core/amounts/amounts.ts',
    'canonicalInteger.test(text)',
    '/^[0-9-]/.test(text)',
  ],
  [
    'G04 amounts of jobs',
    'src/core/amounts/amounts.ts',
    'const humanDecimal = /^(0|[1-9]\\d*)(?:\\.(\\d+))?$/;',
    'const humanDecimal = /^(0|[1-9]\\d*)(?:[.,](\\d+)).*$/;',
  ],
  [
    'G05 addresses of jobs',
    'src/families/evm/formats/address.ts',
    /isAddress\(/,
    '((text) => true)(',
  ],
  [
    'E01 no receiver',
    'src/families/evm/router/read-transaction.ts',
    "if (!hasValue(wire.to)) throw malformed('an EVM transaction without to', 'E01');",
    '',
  ],
  ['E05 permits', 'src/router/read-transaction.ts', '!hasValue(permit2Address) ||', 'true ||'],
  [
    'G07 human amounts',
    'src/router/read-trade.ts',
    'if (difference >= unit) throw',
    'if (false) throw',
  ],
  ['G08 decimals', 'src/router/create-router-client.ts', 'if (!same) throw', 'if (false) throw'],
  ['G13 seal of the job', 'src/guard/rules/of-every-family.ts', '[authenticity]', '[]'],
  [
    'G14 status',
    'src/router/map-error.ts',
    'if (!inside && !framework && isSuccess(status)) return undefined;',
    'return undefined;',
  ],
];

const run = promisify(execFile);
const output = 'dist/mutants';
const vectors = join(root, 'test/guard/vectors');

/** Replaces the text in one file while it is bundled. */
function breaking(file, from, to) {
  return {
    name: 'break-one-check',
    transform(code, id) {
      if (id !== join(root, file)) return null;
      return { code: code.replace(from, () => to), map: null };
    },
  };
}

async function failedVectors(file) {
  const program = join(root, output, 'guard-vectors.js');
  const fixtures = join(vectors, 'fixtures.json');
  const args = [program, '--vectors', join(vectors, file), '--fixtures', fixtures, '--json'];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 26 }).catch(
    (error) => error,
  );
  return JSON.parse(stdout).failed.map(({ id, case: name }) => `${id} ${name}`);
}

const files = ['vectors.jsonl', 'own.jsonl'];
async function failures(plugins) {
  await bundle({
    input: { 'guard-vectors': 'test/programs/guard-vectors.ts' },
    output,
    chunks: 'chunks',
    plugins,
  });
  const all = [];
  for (const file of files) all.push(...(await failedVectors(file)));
  return all;
}

const before = new Set(await failures([]));
const survivors = [];
for (const [check, file, from, to] of mutants) {
  const code = await readFile(join(root, file), 'utf8');
  if (code.replace(from, () => to) === code) {
    survivors.push(`${check}: ${file} no longer has the text to break`);
    continue;
  }
  const noticed = (await failures([breaking(file, from, to)])).find((one) => !before.has(one));
  process.stdout.write(
    `${noticed === undefined ? 'SURVIVES' : 'noticed '} ${check} ${noticed ?? ''}\n`,
  );
  if (noticed === undefined) survivors.push(check);
}
await rm(join(root, output), { recursive: true, force: true });
if (survivors.length > 0) {
  process.stderr.write(
    `Checks that can be broken, and no vector notices:\n  ${survivors.join('\n  ')}\n`,
  );
  process.exitCode = 1;
}
