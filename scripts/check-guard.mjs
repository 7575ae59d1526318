// Breaks each check of the transport and the reader in turn (G01 to G05), and requires that a guard
// vector fails. The rules of the families' guards are broken in test/guard/every-rule.mutants.ts.
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
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
  ['G02 size', 'src/router/request-json.ts', /request\.maxBytes/g, '2 ** 40'],
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
  ['G07 price floor', 'src/guard/price-floor.ts', 'minimumUsd < leastUsd &&', 'false &&'],
  ['G09 caps', 'src/guard/rules/g09-caps.ts', 'value > limit', 'false'],
  [
    'G13 seal of the job',
    'src/guard/rules/g13-authenticity.ts',
    "return [reject('the job is not",
    "return []; [reject('the job is not",
  ],
  [
    'G13 approval by another person',
    'src/journal/operations/decide-approval.ts',
    'approval.requesters.includes(principal)',
    'false',
  ],
  [
    'G14 status',
    'src/router/map-error.ts',
    'if (!inside && !framework && isSuccess(status)) return undefined;',
    'return undefined;',
  ],
];

const run = promisify(execFile);
const output = 'dist/mutants';
const folder = join(root, 'test/guard/vectors');
const fixtures = join(folder, 'fixtures.json');
const files = await Promise.all(
  ['vectors.jsonl', 'own.jsonl'].map((name) => readFile(join(folder, name), 'utf8')),
);
// `node scripts/check-guard.mjs G07 E`: only the checks of rules that begin so.
const wanted = process.argv.slice(2);
const isWanted = (rule) => wanted.length === 0 || wanted.some((one) => rule.startsWith(one));
const vectors = files
  .flatMap((text) => text.split('\n').filter((line) => line.trim() !== ''))
  .filter((line) => isWanted(JSON.parse(line).expectedRule));

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

/** Bundles the program that runs vectors. @returns how to run it */
async function programWith(plugins, name) {
  const place = `${output}/${name}`;
  await bundle({
    input: { 'guard-vectors': 'test/programs/guard-vectors.ts' },
    output: place,
    chunks: 'chunks',
    plugins,
  });
  return async (lines) => {
    const chosen = join(root, place, 'chosen.jsonl');
    await writeFile(chosen, `${lines.join('\n')}\n`);
    const program = join(root, place, 'guard-vectors.js');
    const args = [program, '--vectors', chosen, '--fixtures', fixtures, '--json'];
    const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 26 }).catch(
      (error) => error,
    );
    return JSON.parse(stdout).failed.map(({ id, case: name }) => `${id} ${name}`.trim());
  };
}

/** The first vector that notices: those of the check's rule are tried before all others. */
async function noticing(failuresOf, rule, before) {
  const named = vectors.filter((line) => JSON.parse(line).expectedRule === rule);
  for (const lines of [named, vectors]) {
    const found = (await failuresOf(lines)).find((one) => !before.has(one));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function judge([check, file, from, to], number, before) {
  const code = await readFile(join(root, file), 'utf8');
  if (code.replace(from, () => to) === code) return `${file} no longer has the text to break`;
  const failuresOf = await programWith([breaking(file, from, to)], `${number}`);
  const found = await noticing(failuresOf, check.split(' ')[0], before);
  process.stdout.write(
    `${found === undefined ? 'SURVIVES' : 'noticed '} ${check} ${found ?? ''}\n`,
  );
  return found === undefined ? 'no vector notices' : undefined;
}

const unbroken = await programWith([], 'unbroken');
const before = new Set(await unbroken(vectors));
const survivors = [];
const waiting = [...mutants.entries()].filter(([, [check]]) => isWanted(check));
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [number, mutant] = next;
    const fault = await judge(mutant, number, before);
    if (fault !== undefined) survivors.push(`${mutant[0]}: ${fault}`);
  }
}
// One bundles while another runs vectors.
await Promise.all([work(), work()]);
await rm(join(root, output), { recursive: true, force: true });
if (survivors.length > 0) {
  process.stderr.write(
    `Checks that can be broken, and no vector notices:\n  ${survivors.join('\n  ')}\n`,
  );
  process.exitCode = 1;
}
