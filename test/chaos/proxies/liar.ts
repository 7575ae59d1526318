import type { Fault, LieHow } from '../faults.ts';
import type { Forward, HttpAnswer, HttpRequest } from './http-proxy.ts';

type Lie = Extract<Fault, { kind: 'lie'; how: LieHow }>;

/** What an endpoint does that is behind the chain, or that does not know what another one knows. */
export interface Liar {
  /** From now on, for as many requests as the fault says. */
  lie(fault: Lie): Promise<void>;
  stop(): void;
  answer(request: HttpRequest, forward: Forward): Promise<HttpAnswer>;
}

/** How far it is behind: more than the depth at which anything is believed to be final. */
export const blocksBehind = 6;

/** How nodes of a family lie. */
export interface Lies<Heads> {
  /**
   * The newest that one knows which is `blocksBehind`; read when a lie begins, so that it stays
   * where it is.
   */
  readHeads(): Promise<Heads>;
  tell(
    lie: { how: LieHow; heads: Heads },
    request: HttpRequest,
    forward: Forward,
  ): Promise<HttpAnswer>;
}

/** Passes everything on, except while it lies. */
export function createLiar<Heads>({ readHeads, tell }: Lies<Heads>): Liar {
  let current: { how: LieHow; heads: Heads; left: number } | undefined;
  return {
    async lie({ how, requests }) {
      current = { how, heads: await readHeads(), left: requests };
    },
    stop() {
      current = undefined;
    },
    async answer(request, forward) {
      const lie = current;
      if (!lie) return forward(request);
      lie.left -= 1;
      if (lie.left <= 0) current = undefined;
      return tell(lie, request, forward);
    },
  };
}
