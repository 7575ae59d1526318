import type { z } from 'zod';
import { FerrymanError } from '../errors/ferryman-error.ts';

/**
 * The service's response does not match its interface.
 * @param rule the guard's rule that the response breaks, or several with commas between them:
 *   `rulesOfError` reads them. Default: G03
 */
export function malformed(message: string, rule = 'G03'): FerrymanError {
  return new FerrymanError(
    'ROUTER_MALFORMED',
    `the routing service sent an unusable response: ${message}`,
    { details: { rule } },
  );
}

/** A member that holds an amount. */
const amountMember = /^(?:value|amount|callValue|feeLimit|tokenValue|\w+(?:Amount|Value))$/;

/** The rule of a member with the wrong type. */
function ruleOfMember(path: readonly PropertyKey[]): string {
  const member = String(path.findLast((one) => typeof one === 'string') ?? '');
  if (member === 'amountToSend') return 'D02';
  if (amountMember.test(member)) return 'G04';
  if (member === 'tonMessages') return 'N01';
  if (member === 'signInputs') return 'B02';
  return 'G03';
}

/** @throws `ROUTER_MALFORMED` with the path of the first fault, and no values */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  throw malformed(`/${path.join('/')}: ${issue?.message ?? 'unreadable'}`, ruleOfMember(path));
}
