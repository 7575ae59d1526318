import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { Guard } from '../../ports/guard.ts';
import type { HttpCall } from '../../ports/http.ts';
import type { Router } from '../../ports/router.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import type { SpanFacts, Tracing } from '../../ports/tracing.ts';

/*
 * Decorators of ports: each call is a span of the running piece of work. A process that does not
 * trace has none of them.
 */

/** HTTP requests as client spans. Of a URL only the host is told: paths and queries may have keys. */
export function traceHttp(call: HttpCall, tracing: Tracing, facts: SpanFacts): HttpCall {
  return async (url, request) => {
    const method = request?.method ?? 'GET';
    const rpc = /"method":"(\w+)"/.exec(request?.body ?? '')?.[1];
    const named: SpanFacts = {
      ...facts,
      'http.request.method': method,
      'server.address': new URL(url).hostname,
      ...(rpc === undefined ? {} : { 'rpc.system': 'jsonrpc', 'rpc.method': rpc }),
    };
    return tracing.span(rpc ?? method, { kind: 'client', facts: named }, async () => {
      const response = await call(url, request);
      tracing.note({ 'http.response.status_code': response.status });
      return response;
    });
  };
}

/** Every asynchronous call of an adapter. */
export function traceChain(adapter: ChainAdapter, tracing: Tracing): ChainAdapter {
  const facts = { 'ferryman.chain': adapter.chain.name };
  const traced = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(_, property) {
        const member: unknown = Reflect.get(target, property);
        if (typeof member === 'object' && member !== null && property !== 'chain')
          return traced(member);
        if (typeof member !== 'function' || synchronous.has(String(property))) return member;
        return (...parameters: unknown[]): unknown =>
          tracing.span(`chain ${String(property)}`, { facts }, () =>
            Reflect.apply(member, target, parameters),
          );
      },
    });
  return traced(adapter);
}

const synchronous = new Set(['endpoints', 'followHeads', 'parseAddress', 'parseTxId', 'valueOf']);

export function traceRouter(router: Router, tracing: Tracing): Router {
  const names = ['quote', 'swap', 'swapBest', 'deposit', 'status', 'refund', 'claim'] as const;
  const traced = Object.fromEntries(
    names.map((name) => [
      name,
      (...parameters: unknown[]) =>
        tracing.span(`router ${name}`, {}, () => Reflect.apply(router[name], router, parameters)),
    ]),
  );
  return { ...router, ...traced } as Router;
}

export function traceGuard(guard: Guard, tracing: Tracing): Guard {
  return {
    judge: (request) =>
      tracing.span('guard', { facts: { 'ferryman.chain': request.chain.name } }, () => {
        const verdict = guard.judge(request);
        tracing.note({ 'ferryman.guard.verdict': verdict.kind });
        return verdict;
      }),
    judgeOrder: (request) => tracing.span('guard', {}, () => guard.judgeOrder(request)),
    judgeShared: (whole, parts) => tracing.span('guard', {}, () => guard.judgeShared(whole, parts)),
    blackoutOf: guard.blackoutOf,
    blackouts: guard.blackouts,
    caps: guard.caps,
    ...(guard.providerStop ? { providerStop: guard.providerStop } : {}),
    ...(guard.approvals ? { approvals: guard.approvals } : {}),
    capsOf: (payment) => guard.capsOf(payment),
    hasPriceFloor: (job) => guard.hasPriceFloor(job),
    worthOf: (token, prices) => guard.worthOf(token, prices),
    judgeDepositTarget: (request) =>
      tracing.span('guard', {}, () => guard.judgeDepositTarget(request)),
  };
}

/** The two writes of the journal between which an attempt is signed. */
export function traceSigning<Stores extends Pick<SigningStore, 'lease' | 'commit'>>(
  journal: Stores,
  tracing: Tracing,
): Stores {
  return {
    ...journal,
    lease: (request: Parameters<Stores['lease']>[0]) =>
      tracing.span('lease', {}, () => journal.lease(request)),
    commit: (request: Parameters<Stores['commit']>[0]) =>
      tracing.span('commit', {}, () => journal.commit(request)),
  };
}
