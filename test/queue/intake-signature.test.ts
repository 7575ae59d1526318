import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/core/text/canonical-json.ts';
import { deriveIntakeKey, signIntake } from '../../src/executor/intake-signature.ts';
// Made by a program of its own, in Python.
import vectors from './intake-vectors.json' with { type: 'json' };

const docs = await readFile(
  fileURLToPath(new URL('../../docs/intake.md', import.meta.url)),
  'utf8',
);

/** The example that the documentation has in a language. */
function exampleIn(language: string): string {
  const [, example] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(docs) ?? [];
  return example ?? expect.unreachable(`docs/intake.md has no example in ${language}`);
}

/** Runs a program that reads what to sign from its input, and prints the job. */
async function runExample(command: string, parameters: string[], input: unknown): Promise<unknown> {
  const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(input));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await once(child, 'close');
  return JSON.parse(printed);
}

describe('canonical JSON', () => {
  it('is that of RFC 8785', () => {
    // Sections 3.2.2 and 3.2.3.
    const names = {
      '\u20ac': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '\ud83d\ude00': 5,
      '\u0080': 6,
      '\u00f6': 7,
    };
    expect(canonicalJson(names)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    );
    const values = JSON.parse(
      '{"string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/", "literals": [null, true, false]}',
    );
    expect(canonicalJson(values)).toBe(
      '{"literals":[null,true,false],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });
});

describe('the signature of an intake job', () => {
  it.each(vectors)(
    'is that of the test vector: $name',
    ({ apiKey, intakeKey, signed, canonical, signature }) => {
      expect(deriveIntakeKey(apiKey).toString('hex')).toBe(intakeKey);
      expect(canonicalJson(signed)).toBe(canonical);
      expect(signIntake(deriveIntakeKey(apiKey), signed).toString('hex')).toBe(signature);
    },
  );

  it('is documented with the first test vector', () => {
    const [vector] = vectors;
    for (const part of ['apiKey', 'intakeKey', 'canonical', 'signature'] as const)
      expect(docs).toContain(vector![part]);
  });

  it.each(vectors)(
    'is made by the example in Node: $name',
    async ({ apiKey, signed, signature }) => {
      const program = `${exampleIn('js')}
      let text = '';
      for await (const part of process.stdin) text += part;
      process.stdout.write(JSON.stringify(intakeJob(JSON.parse(text))));`;
      const parameters = ['--input-type=module', '--eval', program];
      expect(await runExample(process.execPath, parameters, { apiKey, ...signed })).toEqual({
        ...signed,
        signature,
      });
    },
  );

  /** The languages whose interpreters are not everywhere; the test vectors above hold for all. */
  const others = [
    {
      language: 'python',
      command: 'python3',
      flag: '-c',
      call: `
import sys
given = json.load(sys.stdin)
print(json.dumps(intake_job(given["apiKey"], given["keyId"], given["idempotencyKey"], given["job"])))`,
    },
    {
      language: 'php',
      command: 'php',
      flag: '-r',
      call: `
        $given = json_decode(stream_get_contents(STDIN), true);
        echo json_encode(intakeJob($given['apiKey'], $given['keyId'], $given['idempotencyKey'], $given['job']));`,
    },
  ].filter(({ command }) => spawnSync(command, ['--version']).status === 0);
  const inBasicPlane = vectors.filter(({ name }) => !name.includes('UTF-16'));
  const cases = others.flatMap((other) =>
    inBasicPlane
      // PHP does not distinguish an empty object from an empty list in JSON that it has read.
      .filter(({ canonical }) => other.language !== 'php' || !canonical.includes('{}'))
      .map((vector) => ({ ...other, ...vector })),
  );
  it('has an example for each of the other languages', () => {
    expect([exampleIn('python'), exampleIn('php')]).toEqual([
      expect.stringContaining('ferryman-intake-v1'),
      expect.stringContaining('ferryman-intake-v1'),
    ]);
  });
  for (const { language, command, flag, call, name, apiKey, signed, signature } of cases) {
    it(`is made by the example in ${language}: ${name}`, async () => {
      const parameters = [flag, exampleIn(language) + call];
      expect(await runExample(command, parameters, { apiKey, ...signed })).toEqual({
        ...signed,
        signature,
      });
    });
  }
});
