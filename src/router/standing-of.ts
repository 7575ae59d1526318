import { z } from 'zod';
import { errorBody, statusOf } from './map-error.ts';
import type { HttpAnswer } from './request-json.ts';

/**
 * What a response shows about its path.
 * - `answers`: the service has the endpoint there.
 * - `unclear`: a 404 in the service's own form. At a path that works it concerns the swap.
 * - `not_here`: the endpoint is somewhere else.
 * - `not_understood`: the endpoint is there, but refuses this kind of query.
 * - `denied`: a gateway's 403. Some gateways send it for unknown paths.
 * - `unavailable`: no conclusion is possible now.
 */
type Standing = 'answers' | 'unclear' | 'not_here' | 'not_understood' | 'denied' | 'unavailable';

/** Service codes for a missing or malformed member. */
const aboutMembers: ReadonlySet<string> = new Set(['1005', '1999']);

export function standingOf(answer: HttpAnswer): Standing {
  const { body } = answer;
  const status = statusOf(answer);
  const serviceCode = errorBody.safeParse(body).data?.code;
  switch (status) {
    case 404:
      return serviceCode !== undefined || reportsNotFound(body) ? 'unclear' : 'not_here';
    case 405:
    case 410:
      return serviceCode === undefined ? 'not_here' : 'answers';
    case 400:
    case 422:
      return serviceCode === undefined || aboutMembers.has(serviceCode)
        ? 'not_understood'
        : 'answers';
    case 403:
      return serviceCode === undefined ? 'denied' : 'answers';
    default:
      return status < 300 || (status < 500 && status !== 429 && serviceCode !== undefined)
        ? 'answers'
        : 'unavailable';
  }
}

const notFound = z.looseObject({
  status: z.literal('NOT_FOUND'),
  destinationTxHash: z.string().nullable(),
});

/**
 * Whether the body is the status of a swap that was not found. Gateways send `NOT_FOUND` for
 * unknown paths, and an absence allows another order: only a status has the second member.
 */
export function reportsNotFound(body: unknown): boolean {
  return notFound.safeParse(body).success;
}
