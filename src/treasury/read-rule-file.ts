import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { readPayments } from './read-payments.ts';

/**
 * A rule's body as the API takes it. `csv` of a payroll, relative to the file, becomes its payments:
 * a version of the rule has them, whatever becomes of the file. Throws `INVALID_RULE`.
 */
export async function readRuleFile(path: string): Promise<unknown> {
  const body = parse(await read(path), path);
  if (typeof body !== 'object' || body === null || !('csv' in body)) return body;
  const { csv, ...rule } = body;
  if (typeof csv !== 'string' || 'payments' in rule)
    throw invalid('/csv', 'is the path of a CSV file, in the place of payments');
  return { ...rule, payments: readPayments(await read(resolve(dirname(path), csv), '/csv')) };
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(
      '',
      `${path} has no JSON: ${cause instanceof Error ? cause.message : 'malformed'}`,
    );
  }
}

async function read(path: string, pointer = ''): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unreadable';
    throw invalid(pointer, `${path} cannot be read: ${why}`);
  }
}

function invalid(pointer: string, message: string): FerrymanError {
  return new FerrymanError('INVALID_RULE', `${pointer || 'the rule'}: ${message}`, {
    faults: [{ pointer, message }],
  });
}
