import type { z } from 'zod';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** Throws `INVALID_REQUEST` if the account cannot exist. */
export function requireForm<Form>(schema: z.ZodType<Form>, form: unknown): Form {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new FerrymanError('INVALID_REQUEST', `there is no such account (${faults.join('; ')})`);
}
