import type { Fault } from '../faults.ts';
import type { Forward, HttpAnswer, HttpRequest } from './http-proxy.ts';

export type Lie = Extract<Fault, { kind: 'lie' }>;

/** What an endpoint does that is behind the chain, or that does not know what another one knows. */
export interface Liar {
  /** From now on, for as many requests as the fault says. */
  lie(fault: Lie): Promise<void>;
  stop(): void;
  answer(request: HttpRequest, forward: Forward): Promise<HttpAnswer>;
}
