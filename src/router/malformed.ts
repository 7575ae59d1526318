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

/** The rules about members, by their name or their whole path; the first one that fits. */
const rulesOfMembers: readonly [RegExp, string][] = [
  [/\bamountToSend$/, 'D02'],
  [/\b(?:value|amount|callValue|feeLimit|tokenValue|\w+(?:Amount|Value))$/, 'G04'],
  [/\btonMessages(?:\/\d+)?$/, 'N01'],
  [/\btonMessages\/\d+\/address$/, 'G03,N02'],
  [/\bsignInputs\b/, 'B02'],
  [/\bpsbt$/, 'G03,B01'],
  [/\bsignature$/, 'G03,T03'],
  [/\b(?:arguments|rawParameter)\b/, 'G03,T02'],
  [/\bdepositAddress$/, 'G03,D01'],
  [/\bextraFields\b/, 'G03,D03'],
  [/\bexchangeId$/, 'G03,D04'],
  [/\bapprovalAddress$/, 'G03,E04'],
  [/\b(?:warnings|priceImpact)\b/, 'G03,G14'],
  [/\bdecimals$/, 'G03,G08'],
  // What the service repeats of the request.
  [/^quote\b/, 'G03,G06'],
];

/** The rules that a member with the wrong type breaks. */
function rulesOfMember(path: readonly PropertyKey[]): string {
  const text = path.join('/');
  return rulesOfMembers.find(([form]) => form.test(text))?.[1] ?? 'G03';
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
  throw malformed(`/${path.join('/')}: ${issue?.message ?? 'unreadable'}`, rulesOfMember(path));
}
