import type { z } from 'zod';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** What the service answered is not what its interface describes. */
export function malformed(message: string): FerrymanError {
  return new FerrymanError(
    'ROUTER_MALFORMED',
    `the routing service's answer is unusable: ${message}`,
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
