import { z } from 'zod';
import { printable } from '../core/text/printable.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { knownErrorCode } from './error-table.ts';
import type { HttpAnswer } from './request-json.ts';

const serviceError = z.looseObject({
  code: z.union([z.number(), z.string()]).transform((code) => printable(String(code), 20)),
  // For display only: a malformed reason does not invalidate the code.
  reason: z
    .unknown()
    .optional()
    .transform((reason) => (typeof reason === 'string' ? reason : '')),
});

/** Both forms occur, with error statuses and with 200. */
export const errorBody = z.union([
  z.looseObject({ error: serviceError }).transform((body) => body.error),
  z.looseObject({ errors: z.array(serviceError).min(1) }).transform((body) => body.errors[0]),
]);

/**
 * The service's framework sends this before the service's own code runs: invalid request, unknown
 * path.
 */
const frameworkError = z.looseObject({
  statusCode: z.int().min(400).max(599),
  message: z
    .union([z.string(), z.array(z.string())])
    .transform((message) => [message].flat().join('; ')),
  error: z.string().optional(),
});

/**
 * Maps a response to an error; `undefined` for a 2xx without an error inside. `random` (0 to 1)
 * extends `retryAfter` by up to a fifth, so that callers do not return at the same moment.
 */
export function mapError(answer: HttpAnswer, random: () => number): FerrymanError | undefined {
  const inside = errorBody.safeParse(answer.body).data;
  const framework = inside ? undefined : frameworkError.safeParse(answer.body).data;
  const status = statusOf(answer);
  if (!inside && !framework && isSuccess(status)) return undefined;

  const reason = printable(
    inside ? `${inside.code} ${inside.reason}` : describe(status, framework),
    200,
  );
  const code = codeOf(status, { serviceCode: inside?.code, isExplained: framework !== undefined });
  const { retryAfter } = answer;
  return new FerrymanError(code, `the routing service responded: ${reason}`, {
    details: { httpStatus: answer.status, ...(inside ? { serviceCode: inside.code } : {}) },
    ...(retryAfter === undefined
      ? {}
      : { retryAfter: Math.round(retryAfter * (1 + random() / 5)) }),
  });
}

/**
 * The HTTP status of a response. If it says success, a framework error in the body has the real
 * one.
 */
export function statusOf({ status, body }: HttpAnswer): number {
  if (!isSuccess(status) || errorBody.safeParse(body).success) return status;
  return frameworkError.safeParse(body).data?.statusCode ?? status;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/**
 * Statuses by which a framework refuses the request itself. Others (409, 423 …) may pass, or hide
 * that an order was opened.
 */
const refusals: ReadonlySet<number> = new Set([400, 413, 422]);

function describe(status: number, framework: z.output<typeof frameworkError> | undefined): string {
  if (!framework) return `HTTP ${status}`;
  const { error, message } = framework;
  return `HTTP ${status}${error === undefined || error === message ? '' : ` ${error}`}: ${message}`;
}

function codeOf(
  status: number,
  { serviceCode, isExplained }: { serviceCode: string | undefined; isExplained: boolean },
): ErrorCode {
  if (status === 429) return 'ROUTER_RATE_LIMITED';
  const known = serviceCode === undefined ? undefined : knownErrorCode(serviceCode);
  if (known !== undefined) return known;
  // Gateway codes and missing codes are mapped by status.
  if (status === 401 || status === 403) return 'ROUTER_UNAUTHORIZED';
  if (status >= 500 || status === 408 || status === 425) return 'ROUTER_UNAVAILABLE';
  if (serviceCode !== undefined) return 'ROUTER_REFUSED';
  // The framework names the fault of the request.
  if (isExplained && refusals.has(status)) return 'ROUTER_REFUSED';
  // A service explains a refusal; this is another server, or a wrong path.
  return 'ROUTER_MALFORMED';
}
