import { z } from 'zod';
import { errorBody, statusOf } from './map-error.ts';
import type { HttpAnswer } from './request-json.ts';

/**
 * What an answer shows about its path.
 * - `answers`: the service has the endpoint there.
 * - `unclear`: a 404 in the service's own form. At a path that is known to work it concerns the
 *   swap.
 * - `not_here`: the endpoint is somewhere else.
 * - `not_understood`: the endpoint is there, and does not take this kind of query.
 * - `denied`: a gateway's 403. Some answer so for paths that they do not know.
 * - `unavailable`: nothing can be said now.
 */
type Standing = 'answers' | 'unclear' | 'not_here' | 'not_understood' | 'denied' | 'unavailable';

/** Of the service's own: a member of the request is missing, or malformed. */
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
 * Whether the body is the status of a swap that was not found. Gateways write `NOT_FOUND` for a
 * path that they do not know, and an absence makes room for another order: only a status has the
 * second member.
 */
export function reportsNotFound(body: unknown): boolean {
  return notFound.safeParse(body).success;
}
