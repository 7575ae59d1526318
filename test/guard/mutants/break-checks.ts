import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import { type Check, checks } from './checks.ts';
import { limits } from './limits.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Lets a test break each check while it runs, by its name in `globalThis.brokenCheck`: one import
 * serves all of them.
 */
export function breakChecks(): Plugin {
  return {
    name: 'break-checks',
    enforce: 'pre',
    transform(code, id) {
      const here = [...checks, ...limits].filter(({ file }) => id === root + file);
      return here.length === 0 ? undefined : here.reduce(withSwitch, code);
    },
  };
}

/** @throws if the file no longer has the text */
function withSwitch(source: string, { name, file, code, broken }: Check): string {
  const [before = '', condition = '', after = ''] = code.split(/[«»]/);
  const text = before + condition + after;
  if (!source.includes(text)) throw new Error(`${name}: ${file} no longer has ${text}`);
  const isBroken = `globalThis.brokenCheck === ${JSON.stringify(name)}`;
  return source.replaceAll(
    text,
    () => `${before}(${isBroken} ? (${broken}) : (${condition}))${after}`,
  );
}
