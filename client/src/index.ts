export type * from '../generated/api.ts';
export { fromBaseUnits, toBaseUnits } from './amounts.ts';
export type { ClientOptions } from './caller.ts';
export { createClient, type FerrymanClient, type KeyedJob } from './create-client.ts';
export {
  type AnyErrorCode,
  type Fault,
  FerrymanApiError,
  FerrymanConnectionError,
  type FerrymanError,
  isFerrymanError,
} from './errors.ts';
export type { FollowOptions } from './follow-events.ts';
export type { OperationId } from './operation.ts';
export type { Answer, CallOptions, Item, Method, Query, RequestOf } from './operation-types.ts';
export type { Pages } from './pages.ts';
export { hasEnded, needsPerson, type WaitOptions } from './wait-for-swap.ts';
