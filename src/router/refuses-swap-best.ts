import { FerrymanError } from '../errors/ferryman-error.ts';

/** The service wants the id of a quote of its own, or does not understand the request. */
const refusals: ReadonlySet<unknown> = new Set(['1003', '1004', '1005', '1999']);

/** By which services and their gateways say that there is no such endpoint, or that it takes no such request. */
const statuses: ReadonlySet<unknown> = new Set([400, 403, 404, 405, 410, 422, 501]);

/** The service's own code for what it has no other for: with a status of those, a path that it does not know. */
const unspecified = '2999';

/** Whether a failed `swapBest` shows that the service does not make swaps in one call. Others say something of the swap. */
export function refusesSwapBest(error: unknown): error is FerrymanError {
  if (!(error instanceof FerrymanError)) return false;
  if (error.code === 'ROUTER_PATH_NOT_FOUND') return true;
  const { httpStatus, serviceCode } = error.details;
  if (serviceCode === undefined || serviceCode === unspecified) return statuses.has(httpStatus);
  return refusals.has(serviceCode);
}
