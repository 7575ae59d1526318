import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { applyRule } from './apply-rule.ts';
import { readRuleFile } from './read-rule-file.ts';
import type { TreasuryContext } from './treasury-context.ts';

/**
 * Applies each `*.json` of a folder. A rule whose file is gone stays: pause it. Throws `INVALID_RULE`
 * with the faults of all files; the good ones are applied.
 */
export async function applyRuleFolder(context: TreasuryContext, folder: string): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.json')).sort();
  const faults: { pointer: string; message: string }[] = [];
  for (const name of names) {
    try {
      const body = await readRuleFile(join(folder, name));
      const { rule, isNew } = await applyRule(context, { body, reason: `file ${name}` });
      if (isNew) context.logger.info({ rule: rule.id, version: rule.version }, 'rule applied');
    } catch (cause) {
      const error = toFerrymanError(cause);
      if (error.code !== 'INVALID_RULE') throw cause;
      const found =
        error.faults.length > 0 ? error.faults : [{ pointer: '', message: error.message }];
      faults.push(
        ...found.map(({ pointer, message }) => ({ pointer: `${name}${pointer}`, message })),
      );
    }
  }
  if (faults.length === 0) return;
  const summary = faults.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
  throw new FerrymanError('INVALID_RULE', `rules in ${folder} are malformed: ${summary}`, {
    faults,
  });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unreadable';
    throw new FerrymanError('CONFIG_INVALID', `treasury.rules: ${folder} cannot be read: ${why}`, {
      cause,
    });
  }
}
