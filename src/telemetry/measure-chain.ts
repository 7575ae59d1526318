import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Metrics } from '../ports/metrics.ts';
import { reportEndpoints } from './report-endpoints.ts';

/**
 * Wraps a chain adapter: counts failed calls and broadcasts, and logs the outages of its endpoints.
 */
export function measureChain(
  adapter: ChainAdapter,
  metrics: Pick<Metrics, 'attemptSent' | 'rpcFailed' | 'watchEndpoints'>,
  outages: OutageLog,
): ChainAdapter {
  const { name } = adapter.chain;
  const report = reportEndpoints(name, () => adapter.endpoints(), outages);
  metrics.watchEndpoints(name, () => adapter.endpoints());
  const countFailure = (error: unknown): never => {
    if (error instanceof FerrymanError && error.code.startsWith('RPC_'))
      metrics.rpcFailed(name, error.code);
    throw error;
  };
  const broadcast: ChainAdapter['broadcast'] = async (signed, to) => {
    const outcome = await adapter.broadcast(signed, to);
    metrics.attemptSent(name, outcome.kind);
    return outcome;
  };
  // Capabilities are objects of functions, like the adapter; `chain` is data.
  const measured = <Target extends object>(target: Target): Target =>
    new Proxy(target, { get: (_, property) => measuredMember(target, property) });
  const measuredMember = (target: object, property: string | symbol): unknown => {
    if (target === adapter && property === 'broadcast') return broadcast;
    const member: unknown = Reflect.get(target, property);
    if (typeof member === 'object' && member !== null && property !== 'chain')
      return measured(member);
    if (typeof member !== 'function') return member;
    return (...parameters: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(member, target, parameters);
      return answer instanceof Promise ? answer.finally(report).catch(countFailure) : answer;
    };
  };
  return measured(adapter);
}
