import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a page that uses the client loads of it, in bytes before compression. */
const largest = 20_000;

it('is small, and needs nothing but what browsers and Node share', async () => {
  const bundle = await rolldown({
    cwd: root,
    input: join(root, 'client/src/index.ts'),
    platform: 'browser',
    logLevel: 'silent',
    // What cannot be resolved for a browser, such as a module of Node, stays an import.
    external: [/^node:/],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  const [{ code, imports, dynamicImports }] = output;
  expect([...imports, ...dynamicImports]).toEqual([]);
  expect(code).not.toMatch(/\b(process|Buffer|require|global|__dirname)\b[.([]/);
  expect(code.length).toBeGreaterThan(1_000);
  expect(code.length).toBeLessThan(largest);
});
