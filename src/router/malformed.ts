import type { z } from 'zod';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** The service's response does not match its interface. */
export function malformed(message: string): FerrymanError {
  return new FerrymanError(
    'ROUTER_MALFORMED',
    `the routing service sent an unusable response: ${message}`,
  );
}

/** @throws `ROUTER_MALFORMED` with the path of the first fault, and no values */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw malformed(`/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'unreadable'}`);
}
