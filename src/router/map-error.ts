import { z } from 'zod';
import type { ErrorCode } from '../errors/codes.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { errorCodeOf } from './error-table.ts';
import type { HttpAnswer } from './request-json.ts';

const serviceError = z.looseObject({
  code: z.union([z.number(), z.string()]).transform(String),
  reason: z.string().optional(),
});

/** Both forms occur, with error statuses and with 200. */
const errorBody = z.union([
  z.looseObject({ error: serviceError }).transform((body) => body.error),
  z.looseObject({ errors: z.array(serviceError).min(1) }).transform((body) => body.errors[0]),
]);

/** The error that an answer is, or `undefined` where it is none: 2xx, and no error inside. */
export function mapError(answer: HttpAnswer): FerrymanError | undefined {
  const inside = errorBody.safeParse(answer.body).data;
  const failed = answer.status < 200 || answer.status > 299;
  if (!inside && !failed) return undefined;

  const said = inside ? `${inside.code} ${inside.reason ?? ''}`.trim().slice(0, 200) : `HTTP ${answer.status}`;
  return new FerrymanError(codeOf(answer.status, inside?.code), `the routing service answers: ${said}`, {
    details: { httpStatus: answer.status, ...(inside ? { serviceCode: inside.code } : {}) },
    ...(answer.retryAfter === undefined ? {} : { retryAfter: answer.retryAfter }),
  });
}

function codeOf(status: number, serviceCode: string | undefined): ErrorCode {
  if (status === 429) return 'ROUTER_RATE_LIMITED';
  if (serviceCode !== undefined) return errorCodeOf(serviceCode);
  return status >= 500 || status === 408 || status === 425 ? 'ROUTER_UNAVAILABLE' : 'ROUTER_REFUSED';
}
